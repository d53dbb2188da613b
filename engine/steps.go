package engine

// AfterEach returns the table after each event of an entry, in order. f is the table before the entry. The results show
// views; their open decisions, clocks and steps to take back are those of f. Events of the system change no state of a
// title, so the table after such an event is the one before it. The caller changes none of the results.
func (f *Fold) AfterEach(events []Event) []*Fold {
	list := make([]*Fold, len(events))
	now := f
	for n, e := range events {
		if f.registry(e) != systemEvents {
			now = now.Clone()
			now.state.Evolve(e)
		}
		list[n] = now
	}
	return list
}
