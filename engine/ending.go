package engine

import (
	"errors"
	"fmt"
	"slices"

	"nemeton/engine/clock"
	"nemeton/engine/codec"
)

// Ended is the reason for which a table ended before its game did; empty if it has not.
type Ended string

// The reasons for an early end.
const (
	EndedByConcession Ended = "concession" // only one seat has not conceded, or no person
	EndedByAgreement  Ended = "agreement"  // all persons stopped the game; nobody wins
	EndedByOperator   Ended = "operator"   // the operator of the server closed the table; nobody wins
)

// Endings follows the acts of a log that end a table before its game ends: concessions, and proposals to stop with their
// answers. It needs no rules, so that these acts of unknown titles can be checked, too.
type Endings struct {
	begun    *Started `state:"derived"` // never changed
	seen     []int64  `state:"derived"` // by seat: the time of the start, or of the person's last entry; never changed in place
	conceded []Seat   // in order; never changed in place
	proposal Seq      // the entry that proposed to stop; 0: no proposal is open
	by       Seat     // the proposer, if one is open
	agreed   []Seat   // the seats whose persons want to stop, the proposer first; never changed in place
	ended    Ended
}

// NewEndings are the endings of a table at its start.
func NewEndings(begun Started) Endings {
	return Endings{begun: &begun, seen: make([]int64, begun.Setup.Seats())}
}

func (t *Endings) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"conceded": &t.conceded, "proposal": &t.proposal, "by": &t.by, "agreed": &t.agreed,
		"ended": codec.OneOf(&t.ended, EndedByConcession, EndedByAgreement, EndedByOperator),
	}
}

// isEmpty reports whether the table has neither concessions nor a proposal. The snapshot of such a table lacks this part.
func (t *Endings) isEmpty() bool { return len(t.conceded) == 0 && t.proposal == 0 && t.ended == "" }

// fits reports whether the endings, read from a snapshot after entry seq, can occur at a table with so many seats.
func (t *Endings) fits(seats int, seq Seq) bool {
	return areSeats(t.conceded, seats) && areSeats(t.agreed, seats) && t.proposal <= seq && (t.proposal == 0) == (len(t.agreed) == 0) && (t.proposal > 0 || t.by == 0)
}

// areSeats reports whether a list has different seats of a table with so many.
func areSeats(list []Seat, seats int) bool {
	for i, seat := range list {
		if seat < 0 || int(seat) >= seats || slices.Contains(list[:i], seat) {
			return false
		}
	}
	return true
}

func (t *Endings) Conceded() []Seat { return slices.Clone(t.conceded) }

func (t *Endings) Ended() Ended { return t.ended }

func (t *Endings) HasConceded(seat Seat) bool { return slices.Contains(t.conceded, seat) }

// StopProposal is an open proposal to stop the game.
type StopProposal struct {
	Seq    Seq    `json:"seq"`    // the entry that proposed it; it names the proposal
	By     Seat   `json:"by"`     // the proposer
	Agreed []Seat `json:"agreed"` // the seats whose persons want to stop, the proposer first
}

// Proposal is the open proposal to stop the game; nil if there is none.
func (t *Endings) Proposal() *StopProposal {
	if t.proposal == 0 {
		return nil
	}
	return &StopProposal{Seq: t.proposal, By: t.by, Agreed: slices.Clone(t.agreed)}
}

func (t *Endings) rest() (list []Seat) {
	for seat := range Seat(t.begun.Setup.Seats()) {
		if !t.HasConceded(seat) {
			list = append(list, seat)
		}
	}
	return list
}

func (t *Endings) people() []Seat {
	list := []Seat{} // never nil, because it is stored
	for _, seat := range t.rest() {
		if t.begun.bot(seat) == "" {
			list = append(list, seat)
		}
	}
	return list
}

// voters lists the seats of people, except those that an end by agreement does not state and whose persons made no entry for Pace.Absence. Without the
// rules nobody sees whether such a person was away. The Fold does.
func (t *Endings) voters(stated []Seat, now int64) []Seat {
	absence := clock.PaceOf(t.begun.Setup.Options).Absence()
	return slices.DeleteFunc(t.people(), func(s Seat) bool { return !slices.Contains(stated, s) && now-t.seen[s] >= absence })
}

func (t *Endings) isAgreed(voters []Seat) bool { return t.proposal > 0 && haveAgreed(voters, t.agreed) }

// isDecided reports whether the concessions end the table: one seat is left, or no person.
func (t *Endings) isDecided(people []Seat) bool {
	return len(t.conceded) > 0 && (len(t.rest()) == 1 || len(people) == 0)
}

// Winners lists the winners of a table that ended early: the only seat that has not conceded. It is never nil.
func (t *Endings) Winners() []Seat {
	if rest := t.rest(); t.ended == EndedByConcession && len(rest) == 1 {
		return rest
	}
	return []Seat{}
}

// After returns the endings after one more entry with these decoded system events. Error: ErrCorrupt if no server would have stored
// it. Examples are an act of a seat that has conceded, an end that was not agreed, and an entry after the end. Faults of other system events are
// left to other checks.
func (t Endings) After(e Entry, events []Event) (Endings, error) {
	if err := t.follow(e, events); err != nil {
		return t, fmt.Errorf("%w: entry %d: %w", ErrCorrupt, e.Seq, err)
	}
	return t, nil
}

func (t *Endings) follow(e Entry, events []Event) error {
	t.see(e)
	switch {
	case e.Kind == KindStart:
		return nil
	case t.ended != "":
		return fmt.Errorf("the table had ended by %s", t.ended)
	case e.Actor == ActorPlayer && e.Seat >= 0 && t.HasConceded(e.Seat):
		return fmt.Errorf("the person of seat %d acts, and has conceded", e.Seat)
	}
	for i, event := range events {
		if err := t.apply(e, i, event); err != nil {
			return err
		}
		if ended, ok := event.(TableEnded); ok {
			if i+1 < len(events) {
				return errors.New("events after the end of the table")
			}
			if err := t.end(e, ended, events[:i]); err != nil {
				return fmt.Errorf("the table cannot end by this entry: %w", err)
			}
		}
	}
	if len(events) > 0 {
		if c, ok := events[0].(Conceded); ok && (c.Level == "") != (t.ended != "") {
			return fmt.Errorf("the bot %q plays for seat %d", c.Level, c.Seat)
		}
	}
	if t.ended == "" && t.mustEnd(events) {
		return errors.New("the entry ends the table, and does not say so")
	}
	return nil
}

// mustEnd reports whether events of the same entry end the table. Other entries and the time may let a stop become agreed; the server then ends the
// table by an entry of its own.
func (t *Endings) mustEnd(events []Event) bool {
	return slices.ContainsFunc(events, func(event Event) bool {
		switch event.(type) {
		case Conceded:
			return t.isDecided(t.people())
		case StopProposed, StopAgreed:
			return t.isAgreed(t.people())
		}
		return false
	})
}

// see notes the time of an entry for its author, and that of the start for all.
func (t *Endings) see(e Entry) {
	t.seen = slices.Clone(t.seen)
	for s := range t.seen {
		if e.Kind == KindStart || e.Actor == ActorPlayer && e.Seat == Seat(s) {
			t.seen[s] = max(t.seen[s], e.Time)
		}
	}
}

func (t *Endings) apply(e Entry, at int, event Event) error {
	if acting, ok := actingSeat(event); ok {
		if err := t.checkAct(e, at, acting); err != nil {
			return err
		}
	}
	switch ev := event.(type) {
	case Conceded:
		t.concede(ev.Seat)
	case StopProposed:
		if t.proposal != 0 {
			return fmt.Errorf("a proposal to stop, and that of entry %d is open", t.proposal)
		}
		t.proposal, t.by, t.agreed = e.Seq, ev.Seat, []Seat{ev.Seat}
	case StopAgreed:
		if ev.Proposal != t.proposal || t.proposal == 0 || slices.Contains(t.agreed, ev.Seat) {
			return fmt.Errorf("an agreement to the proposal of entry %d, which is not open, or agreed already", ev.Proposal)
		}
		t.agreed = append(slices.Clone(t.agreed), ev.Seat)
	case StopDeclined:
		if ev.Proposal != t.proposal || t.proposal == 0 {
			return fmt.Errorf("a refusal of the proposal of entry %d, which is not open", ev.Proposal)
		}
		t.closeProposal()
	case TableClosed:
		return t.close(e)
	default:
		return t.applyHolder(event)
	}
	return nil
}

// close notes that the operator closed the table. The entry has no other event.
func (t *Endings) close(e Entry) error {
	if e.Kind != KindSystem || e.Actor != ActorTimer || e.Seat != NoSeat || len(e.Events) != 1 {
		return errors.New("the closing of the table is not an entry of its own")
	}
	t.ended = EndedByOperator
	return nil
}

// actingSeat is the seat of a person who concedes, or proposes or answers a stop.
func actingSeat(event Event) (seat Seat, ok bool) {
	switch ev := event.(type) {
	case Conceded:
		return ev.Seat, true
	case StopProposed:
		return ev.Seat, true
	case StopAgreed:
		return ev.Seat, true
	case StopDeclined:
		return ev.Seat, true
	}
	return NoSeat, false
}

func (t *Endings) checkAct(e Entry, at int, seat Seat) error {
	switch {
	case at != 0 || len(e.Events) > 2 || e.Kind != KindSystem || e.Actor != ActorPlayer || seat != e.Seat:
		return fmt.Errorf("an act of seat %d in an entry of another", seat)
	case seat < 0 || int(seat) >= len(t.seen) || t.begun.bot(seat) != "":
		return fmt.Errorf("an act of seat %d, which no person has", seat)
	}
	return nil
}

func (t *Endings) concede(seat Seat) {
	t.conceded = append(slices.Clone(t.conceded), seat)
	t.withdraw(seat)
}

// withdraw drops the agreement of a seat. A proposal ends with that of its proposer.
func (t *Endings) withdraw(seat Seat) {
	if t.proposal != 0 && t.by == seat {
		t.closeProposal()
	}
	if slices.Contains(t.agreed, seat) {
		t.agreed = slices.DeleteFunc(slices.Clone(t.agreed), func(s Seat) bool { return s == seat })
	}
}

func (t *Endings) closeProposal() { t.proposal, t.by, t.agreed = 0, 0, nil }

// end checks and notes an early end. before are the events of the same entry before it: the act that causes the end, or none.
func (t *Endings) end(e Entry, ev TableEnded, before []Event) error {
	people := t.people()
	decided := ev.By == EndedByConcession && t.isDecided(people)
	if ev.By == EndedByAgreement {
		people = t.voters(ev.People, e.Time)
		decided = t.isAgreed(people)
	}
	switch {
	case e.Kind != KindSystem || len(e.Events) != len(before)+1 || !canCause(before, ev.By) || len(before) == 0 && (e.Actor != ActorTimer || e.Seat != NoSeat):
		return errors.New("nothing in it is the cause")
	case !decided:
		return fmt.Errorf("%q is not so", ev.By)
	case !slices.Equal(people, ev.People):
		return fmt.Errorf("the people are those of the seats %v, not %v", people, ev.People)
	}
	t.ended = ev.By
	return nil
}

// canCause reports whether the events are an act that can end a table. Without an act, a stop can have become agreed.
func canCause(events []Event, by Ended) bool {
	if len(events) == 0 {
		return by == EndedByAgreement
	}
	switch events[0].(type) {
	case Conceded:
		return len(events) == 1 && by == EndedByConcession
	case StopProposed, StopAgreed:
		return len(events) == 1 && by == EndedByAgreement
	}
	return false
}

// applyHolder follows the persons and bots that play the seats. Nobody takes a seat that has conceded.
func (t *Endings) applyHolder(event Event) error {
	seat := NoSeat
	switch ev := event.(type) {
	case TakenOver:
		seat = ev.Seat
	case Returned:
		seat = ev.Seat
	case HandedOver:
		seat = ev.Seat
		t.withdraw(seat)
	}
	if t.HasConceded(seat) {
		return fmt.Errorf("seat %d changes hands, and has conceded", seat)
	}
	return nil
}

// EndingEvents decodes those system events of the entry that Endings follows, in order. Errors: ErrCorrupt; ErrUnknownEvent.
func (e Entry) EndingEvents() ([]Event, error) {
	return e.decode(func(name string) bool { return slices.Contains(endingEvents, name) })
}

var endingEvents = []string{
	"frame.conceded", "frame.stop_proposed", "frame.stop_agreed", "frame.stop_declined", "frame.ended", "frame.closed",
	"frame.taken_over", "frame.returned", "frame.handed_over",
}
