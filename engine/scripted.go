package engine

// BeginScripted is Begin with chance of the caller's choice, for lessons. The record lists no draws, so its log proves nothing.
func BeginScripted(title Title, start Started, chance Chance, now int64) (Record, error) {
	return begin(title, start, Key{}, now, func(Chance) []Event { return title.Start(start.Setup, chance) })
}

// DecideScripted is Decide with chance of the caller's choice, for lessons. The record lists no draws, so its log proves nothing.
func (f *Fold) DecideScripted(c Command, chance Chance, now int64) (Record, error) {
	return f.decide(c, now, func(d Decision, m Move) ([]Event, []Draw) { return f.state.Decide(d, m, chance), nil })
}
