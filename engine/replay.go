package engine

import (
	"fmt"
	"slices"
	"strconv"

	"nemeton/engine/clock"
	"nemeton/engine/codec"
)

// Fold is the state of a table after a prefix of its log. NewFold and one Apply for each record build it. It is not
// safe for concurrent use.
type Fold struct {
	title       Title     `state:"derived"`
	events      *Registry `state:"derived"` // the title's
	start       *Started  // never changed in place
	state       State     // nil before the start
	seq         Seq
	head        codec.Hash
	time        int64        // of the newest entry, in milliseconds since 1970 UTC; before the start that of the table's creation
	open        []Decision   // with ids, cached after each entry
	seats       []seatStatus // by seat; never changed in place
	progress    progress
	noProgress  []noProgress // by seat; never changed in place
	unlimited   bool         `state:"derived"` // see Unlimited
	restores    []Seq        // of the entries that record a restore, in order; never changed in place
	layout      *layout      `state:"derived"` // of the title's view type, set at the start; never changed
	back        takeBack
	ledger      Ledger
	endings     Endings
	clocks      clock.Set // only at tables with clocks
	pauses      pauses    // only at tables with clocks
	newestRules int       `state:"derived"` // the rules version of the title, which new entries get
	rules       int       `state:"derived"` // rules version of the last entry applied; 0 before the first one, and after RestoreFold
}

// NewFold returns a table of the title before its start.
func NewFold(title Title) *Fold {
	return &Fold{title: title, start: &Started{}, newestRules: title.Info().Rules, events: title.Registry(), back: takeBack{seat: NoSeat}}
}

// Seq is the number of the last entry applied, 0 before the start.
func (f *Fold) Seq() Seq { return f.seq }

func (f *Fold) Head() codec.Hash { return f.head }

// Start is the start event, which describes the table; zero before the start.
func (f *Fold) Start() Started { return *f.start }

// Outcome is nil until the game is over.
func (f *Fold) Outcome() *Outcome {
	if f.state == nil {
		return nil
	}
	if early := f.earlyOutcome(); early != nil {
		return early
	}
	return f.rankConceded(f.state.Outcome())
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

// Apply applies one record, all of it or, on error, nothing. It returns the entry's events, decoded. Errors: ErrCorrupt
// if the entry does not continue the chain or cannot occur here; ErrUnknownEvent if a newer program wrote it. Exception: if Evolve panics on an
// event that this title never produced, the state may be half changed. Discard the Fold; the log is corrupt.
func (f *Fold) Apply(r Record) ([]Event, error) {
	e := r.Entry
	if e.Seq != f.seq+1 || e.Prev != f.head {
		return nil, fmt.Errorf("%w: entry %d does not follow entry %d", ErrCorrupt, e.Seq, f.seq)
	}
	if (e.Kind == KindStart) != (f.seq == 0) {
		return nil, fmt.Errorf("%w: entry %d has kind %q", ErrCorrupt, e.Seq, e.Kind)
	}
	if e.Format != EntryFormat {
		return nil, fmt.Errorf("%w: entry %d has format %d", ErrCorrupt, e.Seq, e.Format)
	}
	if e.Seat < NoSeat || int(e.Seat) >= max(len(f.seats), 1) {
		return nil, fmt.Errorf("%w: entry %d has seat %d", ErrCorrupt, e.Seq, e.Seat)
	}
	if err := CheckRulesVersion(e.Rules, f.rules, f.newestRules); err != nil {
		return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	events := r.events
	if events == nil {
		var err error
		if events, err = f.Decode(e); err != nil {
			return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
		}
	}
	next, err := f.after(e, events)
	if err != nil {
		return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	next.seq, next.head, next.time, next.rules = e.Seq, r.Hash, max(f.time, e.Time), e.Rules
	*f = next
	return events, nil
}

func (f *Fold) Decode(e Entry) ([]Event, error) {
	events := make([]Event, len(e.Events))
	for i, s := range e.Events {
		registry := f.events
		if isSystemEvent(s.Name) {
			registry = systemEvents
		}
		event, err := registry.Decode(s)
		if err != nil {
			return nil, err
		}
		events[i] = event
	}
	return events, nil
}

// after returns the fold with one more entry applied. The fields of f stay; the shared state changes in place, after all checks.
func (f *Fold) after(e Entry, events []Event) (next Fold, err error) {
	defer func() {
		// Evolve cannot fail on events that Decide wrote; on others it may index out of range.
		if bad := recover(); bad != nil {
			err = fmt.Errorf("%w: %v", ErrCorrupt, bad)
		}
	}()
	next = *f
	next.seats = slices.Clone(f.seats)
	if err = next.runClocks(e, events); err != nil {
		return next, err
	}
	if err = f.checkAgreed(e, events); err != nil {
		return next, err
	}
	if e.Kind == KindStart {
		if err = next.applyStart(events); err != nil {
			return next, err
		}
	}
	ledger, endings := next.ledger, next.endings
	if ledger, err = ledger.After(e, events); err != nil {
		return next, err
	}
	if endings, err = endings.After(e, events); err != nil {
		return next, err
	}
	switch e.Kind {
	case KindStart:
	case KindMove:
		for _, event := range events {
			next.state.Evolve(event)
		}
		if e.Seat >= 0 && e.Actor == ActorPlayer {
			next.seats[e.Seat] = next.seats[e.Seat].taken(e.Time) // a player who moves is present
		}
		next.countMove(e.Seat)
	case KindSystem:
		if err = next.checkTimeOut(e, events); err == nil {
			err = next.applySystemEvents(e, events)
		}
		if err == nil {
			next.countNoProgress(e, events, f.seats)
		}
	default:
		err = fmt.Errorf("%w: kind %q", ErrCorrupt, e.Kind)
	}
	if err != nil {
		return next, err
	}
	next.noteAbsences(e, f.seats)
	next.ledger, next.endings = ledger, endings
	next.open = mint(next.owed(next.state), next.open, e.Seq)
	next.await(f.open, e.Time)
	if e.Kind == KindStart {
		next.clocks = clock.NewSet(next.Pace(), next.start.Setup.Seats(), e.Time)
	}
	next.switchClocks(f, e, events)
	return next, next.remember(e, events)
}

func (f *Fold) applyStart(events []Event) error {
	if len(events) == 0 {
		return fmt.Errorf("%w: start without events", ErrCorrupt)
	}
	start, ok := events[0].(Started)
	if !ok || start.Title != f.title.Info().ID {
		return fmt.Errorf("%w: not the start of a table of %q", ErrCorrupt, f.title.Info().ID)
	}
	if err := start.CheckChance(); err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	f.start, f.ledger, f.endings = &start, NewLedger(start), NewEndings(start)
	f.seats = make([]seatStatus, start.Setup.Seats())
	f.noProgress = make([]noProgress, start.Setup.Seats())
	state, err := start.opening(f.title, events[1:])
	if err != nil {
		return err
	}
	f.state = state
	f.layout, _ = layoutOf(f.state.View(Spectator())) // a view that is not a struct fails when it is encoded
	return nil
}

func (f *Fold) applySystemEvents(e Entry, events []Event) error {
	if ok, err := f.applyPauses(e, events); ok {
		return err
	}
	for _, event := range events {
		switch ev := event.(type) {
		case TakenBack:
			if err := f.undoTo(ev.To); err != nil {
				return err
			}
			f.restartWait(ev.Seat, e.Time)
		case Restored:
			if err := f.applyRestored(e.Seq); err != nil {
				return err
			}
		case Enrolled:
			f.restartWait(ev.Seat, e.Time)
		case StopProposed:
			f.restartWait(ev.Seat, e.Time)
		case StopAgreed:
			f.restartWait(ev.Seat, e.Time)
		case StopDeclined:
			f.restartWait(ev.Seat, e.Time)
		case TimedOut:
			f.clocks.Seats[ev.Seat].Out = true
		case TimeGiven:
			if err := f.applyTimeGiven(ev, e); err != nil {
				return err
			}
		case TableEnded, TableClosed, OutagesNoted:
		default:
			if !f.applySeatStatus(event, e.Time) {
				return fmt.Errorf("%w: title event %T in a system entry", ErrCorrupt, event)
			}
		}
	}
	return nil
}

// owed lists the decisions that a state leaves open: none after an early end of the table.
func (f *Fold) owed(s State) []Decision {
	if f.endings.ended != "" {
		return nil
	}
	return s.Open()
}

// mint sets the id of each open decision: its previous id, or a new one from seq and number, which are both public.
func mint(open, before []Decision, seq Seq) []Decision {
	list := make([]Decision, len(open))
	for i, d := range open {
		at := slices.IndexFunc(before, func(b Decision) bool { return b.No == d.No })
		if at >= 0 {
			d.ID = before[at].ID
		} else {
			d.ID = decisionID(seq, d.No)
		}
		list[i] = d
	}
	return list
}

func decisionID(seq Seq, no uint32) DecisionID {
	return DecisionID(strconv.FormatUint(uint64(seq), 10) + "-" + strconv.FormatUint(uint64(no), 10))
}

func (f *Fold) Clone() *Fold {
	next := *f
	if f.state != nil {
		next.state = f.state.Clone()
	}
	return &next
}

// WithState returns the same table with another state, usually a sampled one. Open decisions keep the ids of the
// decisions here with the same numbers. The noninterference law and the bots use it. Take-back and
// Snapshot do not work on the result, because the remembered steps are those of the original state.
func (f *Fold) WithState(s State) *Fold {
	next := *f
	next.state = s
	next.open = mint(f.owed(s), f.open, f.seq)
	return &next
}
