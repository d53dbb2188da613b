package engine

import "nemeton/engine/chance"

// BeginScripted is Begin with chance of the caller's choice, for lessons. The record lists no draws, so its log proves nothing.
func BeginScripted(title Title, start Started, from chance.Source, now int64) (Record, error) {
	return begin(title, start, chance.Key{}, now, func(chance.Source) []Event { return title.Start(start.Setup, from) })
}

// DecideScripted is Decide with chance of the caller's choice, for lessons. The record lists no draws, so its log proves nothing.
func (f *Fold) DecideScripted(c Command, from chance.Source, now int64) (Record, error) {
	return f.decide(c, now, func(d Decision, m Move) ([]Event, []chance.Draw) { return f.state.Decide(d, m, from), nil })
}
