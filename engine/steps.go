package engine

// EachEvent visits the table as it stands after each event of an entry, in order. f is the table before the entry, and stays as it is. n counts the events from
// 0. The visited fold shows the view; its open decisions, clocks and steps to take back are those before the entry. Its state changes with the next event, so
// visit keeps nothing of it. Events of the system change no state of a title.
func (f *Fold) EachEvent(events []Event, visit func(n int, f *Fold)) {
	next := f.Clone()
	for n, e := range events {
		if f.registry(e) != systemEvents {
			next.state.Evolve(e)
		}
		visit(n, next)
	}
}
