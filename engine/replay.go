package engine

import (
	"fmt"
	"slices"
)

// Fold is a table as its log tells it: the state after any prefix. It is built by NewFold and one Apply for each
// record, and is not safe for concurrent use.
type Fold struct {
	title        Title
	events       *Registry // the title's
	systemEvents *Registry
	start        Started
	state        State // nil before the start
	seq          Seq
	head         Hash
	open         []Decision  // with ids, cached after each entry
	occupancies  []occupancy // by seat; never changed in place
	parts        *parts      // of the title's view, once it has started; never changed

	past []step // for titles with take-back: what the current state was made of
	undo []Seq  // seqs that can be returned to, the latest last; all of one seat
	who  Seat   // whose steps undo holds
	last bool   // the newest step shields those before it
}

// step is one entry that the current state holds, and the decisions open after it.
type step struct {
	seq    Seq
	events []Event
	open   []Decision
}

// NewFold is a table of the title before its start.
func NewFold(title Title) *Fold {
	return &Fold{title: title, events: title.Registry(), systemEvents: systemRegistry(), who: NoSeat}
}

// Seq is the number of the last entry applied, 0 before the start.
func (f *Fold) Seq() Seq { return f.seq }

// Head is the hash of the last entry applied.
func (f *Fold) Head() Hash { return f.head }

// Start is what the log says of the table itself; zero before the start.
func (f *Fold) Start() Started { return f.start }

// Outcome is nil until the game is over.
func (f *Fold) Outcome() *Outcome {
	if f.state == nil {
		return nil
	}
	return f.state.Outcome()
}

// OwingSeats lists the seats that owe a decision now, each once.
func (f *Fold) OwingSeats() []Seat {
	var seats []Seat
	for _, d := range f.open {
		if !slices.Contains(seats, d.Seat) {
			seats = append(seats, d.Seat)
		}
	}
	return seats
}

// Apply adds one record: the whole of it, or on error nothing. It returns the entry's events, decoded. Errors:
// ErrCorrupt where the chain is broken or the entry cannot stand here, ErrUnknownEvent. One error leaves more than nothing:
// where the title breaks down in the middle of events that it never wrote, the state has moved; such a log, and the fold
// with it, is of no use any more.
func (f *Fold) Apply(r Record) ([]Event, error) {
	e := r.Entry
	if e.Seq != f.seq+1 || e.Prev != f.head {
		return nil, fmt.Errorf("%w: entry %d does not follow entry %d", ErrCorrupt, e.Seq, f.seq)
	}
	if (e.Kind == KindStart) != (f.seq == 0) {
		return nil, fmt.Errorf("%w: entry %d is of kind %q", ErrCorrupt, e.Seq, e.Kind)
	}
	if e.Seat < NoSeat || int(e.Seat) >= max(len(f.occupancies), 1) {
		return nil, fmt.Errorf("%w: entry %d is of seat %d", ErrCorrupt, e.Seq, e.Seat)
	}
	events, err := f.Decode(e)
	if err != nil {
		return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	next, err := f.after(e, events)
	if err != nil {
		return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	next.seq, next.head = e.Seq, r.Hash
	*f = next
	return events, nil
}

// Decode decodes the events of an entry.
func (f *Fold) Decode(e Entry) ([]Event, error) {
	events := make([]Event, len(e.Events))
	for i, s := range e.Events {
		registry := f.events
		if isSystemEvent(s.Name) {
			registry = f.systemEvents
		}
		event, err := registry.Decode(s)
		if err != nil {
			return nil, err
		}
		events[i] = event
	}
	return events, nil
}

// after is the fold with one more entry applied; f keeps its fields, the state inside may have moved on only when err
// is nil or the log is damaged beyond use.
func (f *Fold) after(e Entry, events []Event) (next Fold, err error) {
	defer func() {
		// Evolve cannot fail on what Decide wrote; on anything else it may index out of range.
		if bad := recover(); bad != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, bad)
		}
	}()
	next = *f
	next.occupancies = slices.Clone(f.occupancies)
	switch e.Kind {
	case KindStart:
		err = next.applyStart(events)
	case KindMove:
		for _, event := range events {
			next.state.Evolve(event)
		}
		if e.Seat >= 0 && e.Actor == ActorPlayer {
			next.occupancies[e.Seat] = next.occupancies[e.Seat].taken(e.Time) // whoever moves is there
		}
	case KindSystem:
		err = next.applySystemEvents(events, e.Time)
	default:
		err = fmt.Errorf("%w: kind %q", ErrCorrupt, e.Kind)
	}
	if err != nil {
		return next, err
	}
	next.open = mint(next.state.Open(), next.open, e.Seq)
	next.await(f.open, e.Time)
	next.remember(e, events)
	return next, nil
}

func (f *Fold) applyStart(events []Event) error {
	if len(events) == 0 {
		return fmt.Errorf("%w: an empty start", ErrCorrupt)
	}
	start, ok := events[0].(Started)
	if !ok || start.Title != f.title.Info().ID {
		return fmt.Errorf("%w: not a start of %q", ErrCorrupt, f.title.Info().ID)
	}
	f.start = start
	f.occupancies = make([]occupancy, start.Setup.Seats())
	f.state = f.title.Blank(start.Setup)
	for _, event := range events[1:] {
		f.state.Evolve(event)
	}
	f.parts, _ = splitView(f.state.View(Spectator())) // what is no struct cannot be spelled, and says so then
	return nil
}

func (f *Fold) applySystemEvents(events []Event, now int64) error {
	for _, event := range events {
		if back, ok := event.(TakenBack); ok {
			if err := f.restore(back.To); err != nil {
				return err
			}
		} else if !f.applyOccupancy(event, now) {
			return fmt.Errorf("%w: %q in a frame entry", ErrCorrupt, event.EventName())
		}
	}
	return nil
}

// restore rebuilds the state after entry to from the steps it was made of. What may be taken back is Decide's business
// (a fact is a fact), so it asks the title nothing.
func (f *Fold) restore(to Seq) error {
	at := slices.IndexFunc(f.past, func(s step) bool { return s.seq == to })
	if at < 0 {
		return fmt.Errorf("%w: entry %d cannot be returned to", ErrCorrupt, to)
	}
	f.state = f.title.Blank(f.start.Setup)
	for _, s := range f.past[:at+1] {
		for _, event := range s.events {
			f.state.Evolve(event)
		}
	}
	// A decision open before and after is still the same one; one that opens again is new.
	kept := f.past[at].open
	f.open = slices.DeleteFunc(slices.Clone(f.open), func(d Decision) bool {
		return !slices.ContainsFunc(kept, func(k Decision) bool { return k.ID == d.ID })
	})
	f.past = f.past[: at+1 : at+1]
	f.undo = f.undo[:max(0, slices.Index(f.undo, to))]
	f.last = false
	return nil
}

// mint gives each open decision its id: the one it had, or a new one of seq and number, both public.
func mint(open, before []Decision, seq Seq) []Decision {
	list := make([]Decision, len(open))
	for i, d := range open {
		at := slices.IndexFunc(before, func(b Decision) bool { return b.No == d.No })
		if at >= 0 {
			d.ID = before[at].ID
		} else {
			d.ID = DecisionID(fmt.Sprintf("%d-%d", seq, d.No))
		}
		list[i] = d
	}
	return list
}

// remember keeps what take-back needs of an entry just applied; nothing for titles that do not opt in.
func (f *Fold) remember(e Entry, events []Event) {
	undoer, ok := f.state.(Undoer)
	if !ok {
		return
	}
	if e.Kind == KindSystem {
		// No step of its own: the step before now has these decisions open.
		n := len(f.past) - 1
		f.past = append(f.past[:n:n], step{seq: f.past[n].seq, events: f.past[n].events, open: f.open})
		return
	}
	own, before := events, Seq(0)
	if n := len(f.past); n > 0 {
		before = f.past[n-1].seq
	}
	if e.Kind == KindStart {
		own = events[1:]
	}
	f.past = append(f.past[:len(f.past):len(f.past)], step{seq: e.Seq, events: own, open: f.open})
	bears := undoer.Undo(own)
	if e.Kind == KindStart || len(e.Draws) > 0 || bears == UndoNever {
		f.undo, f.last, f.who = nil, false, NoSeat
		return
	}
	if f.last || f.who != e.Seat {
		f.undo = nil
	}
	f.undo = append(f.undo[:len(f.undo):len(f.undo)], before)
	f.who, f.last = e.Seat, bears == UndoLast
}

// Clone is a fold that goes on independently.
func (f *Fold) Clone() *Fold {
	next := *f
	if f.state != nil {
		next.state = f.state.Clone()
	}
	return &next
}

// WithState is the same table in another world: all that the log says stays, but the state is s, whose open decisions have
// the ids of those here with the same numbers. It serves the two-worlds law and the bots, which play on from sampled
// states; nothing is taken back there, for the steps remembered are those of the true world.
func (f *Fold) WithState(s State) *Fold {
	next := *f
	next.state = s
	next.open = mint(s.Open(), f.open, f.seq)
	return &next
}
