package engine

import (
	"fmt"
	"slices"

	"nemeton/engine/codec"
)

// pauseLength is the longest pause by agreement, in milliseconds: seven days.
const pauseLength = 7 * 24 * 60 * 60 * 1000

// PauseProposed means that the person of a seat proposes to pause the clocks, or to let them run again during a pause. The seq of its entry names
// the proposal.
type PauseProposed struct {
	Seat Seat `json:"seat"`
}

// PauseAgreed means that the person of a seat agrees to a proposal.
type PauseAgreed struct {
	Seat     Seat `json:"seat"`
	Proposal Seq  `json:"proposal"`
}

// PauseDeclined ends a proposal: the person of a seat declines it, or the proposer withdraws it.
type PauseDeclined struct {
	Seat     Seat `json:"seat"`
	Proposal Seq  `json:"proposal"`
}

// Paused is the second event of the entry with which all persons agree: the clocks stand still until a time in milliseconds since 1970 UTC.
// Zero ends a pause. It is the only event if the proposal became agreed without a further answer.
type Paused struct {
	Until int64 `json:"until"`
}

// pauses are the times in which the clocks of a table stand still. A pause needs no entry at its end: the clocks count from then on.
type pauses struct {
	until    int64      // the end of the pause by agreement, in milliseconds since 1970 UTC; 0: none
	proposal Seq        // the entry of the open proposal; 0: none
	resumes  bool       // the proposal would end a pause
	agreed   []Seat     // the proposer first; never changed in place
	away     []vacation // by seat; nil before the first vacation; never changed in place
}

func (p *pauses) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"until": &p.until, "proposal": &p.proposal, "resumes": &p.resumes, "agreed": &p.agreed, "away": &p.away}
}

// isEmpty reports whether the table never had a pause. The snapshot of such a table lacks this part.
func (p *pauses) isEmpty() bool { return p.until == 0 && p.proposal == 0 && p.away == nil }

// fits reports whether the pauses, read from a snapshot after entry seq, can occur at a table with so many seats.
func (p *pauses) fits(seats int, seq Seq) bool {
	return areSeats(p.agreed, seats) && p.proposal <= seq && (p.proposal == 0) == (len(p.agreed) == 0) && (p.away == nil || len(p.away) == seats)
}

// isOpen reports whether a proposal is open at a time. The proposal to end a pause is void when the pause has ended by itself.
func (p *pauses) isOpen(now int64) bool { return p.proposal != 0 && (!p.resumes || now < p.until) }

func (p *pauses) act() Act {
	if p.resumes {
		return ActResume
	}
	return ActPause
}

// Pause describes the pauses of a table. Times are in milliseconds since 1970 UTC.
type Pause struct {
	Until    int64          `json:"until,omitempty"`    // the end of the pause by agreement
	Proposal *PauseProposal `json:"proposal,omitempty"` // the open one
	Away     []Away         `json:"away,omitempty"`     // the vacations, by seat
}

// PauseProposal is an open proposal to pause the clocks, or to end a pause.
type PauseProposal struct {
	Seq     Seq    `json:"seq"`
	Resumes bool   `json:"resumes,omitempty"` // it would end the pause
	Agreed  []Seat `json:"agreed"`            // the proposer first
}

// Away is the vacation of the person of a seat.
type Away struct {
	Seat  Seat  `json:"seat"`
	Until int64 `json:"until"`
}

// Pause describes the pauses as of a time, in milliseconds since 1970 UTC. It is nil if there are none.
func (f *Fold) Pause(now int64) *Pause {
	var p Pause
	if now < f.pauses.until {
		p.Until = f.pauses.until
	}
	if f.pauses.isOpen(now) {
		p.Proposal = &PauseProposal{Seq: f.pauses.proposal, Resumes: f.pauses.resumes, Agreed: slices.Clone(f.pauses.agreed)}
	}
	for s, v := range f.pauses.away {
		if seat := Seat(s); now < v.until && f.playsItself(seat) {
			p.Away = append(p.Away, Away{Seat: seat, Until: v.until})
		}
	}
	if f.Outcome() != nil || p.Until == 0 && p.Proposal == nil && p.Away == nil {
		return nil
	}
	return &p
}

// PausedUntil returns when the clocks run again, in milliseconds since 1970 UTC: that of the longest pause or vacation. It may be in the past.
func (f *Fold) PausedUntil() int64 {
	until := f.pauses.until
	for s, v := range f.pauses.away {
		if f.playsItself(Seat(s)) {
			until = max(until, v.until)
		}
	}
	return until
}

// clocksFrom is the time from which the clocks that run count: that of the newest entry, or the end of a pause.
func (f *Fold) clocksFrom() int64 { return max(f.clocks.At, f.PausedUntil()) }

// playsItself reports whether the person of a seat with a clock plays, and no stand-in.
func (f *Fold) playsItself(seat Seat) bool { return f.hasClock(seat) && f.seats[seat].bot == "" }

// leavePauses drops the agreements of a person who hands the seat over at a time, or concedes. A proposal ends with its proposer, and a vacation with its person.
func (f *Fold) leavePauses(seat Seat, now int64) {
	p := &f.pauses
	if p.proposal != 0 && p.agreed[0] == seat {
		p.proposal, p.resumes, p.agreed = 0, false, nil
	}
	p.agreed = slices.DeleteFunc(slices.Clone(p.agreed), func(s Seat) bool { return s == seat })
	if away, changed := f.vacationUntil(seat, 0, now); changed {
		p.away = away
	}
}

// ProposePause returns the record of a person who wants to pause the clocks, or to end a pause. If no other person has to agree, it happens in the same
// entry. Errors: ErrFinished, ErrNotStarted, ErrNoPerson, ErrConceded, ErrTooOften, ErrTooFast; ErrNoChange without clocks, or if a proposal is open.
func (f *Fold) ProposePause(seat Seat, command string, now int64) (Record, error) {
	if err := f.mayEnd(seat); err != nil {
		return Record{}, err
	}
	now = f.timeOf(now)
	next := f.proposed(seat, now)
	changed := f.clocks.Seats != nil && !f.pauses.isOpen(now)
	return f.recordLimited(changed, noProgressLimit, seat, command, now, f.pauseEvents(PauseProposed{Seat: seat}, seat, next, now)...)
}

// AgreeToPause returns the record of a person who agrees to the proposal of an entry. Errors: those of ProposePause; ErrStaleDecision if that proposal is
// not open; ErrNoChange if the person agreed before.
func (f *Fold) AgreeToPause(seat Seat, proposal Seq, command string, now int64) (Record, error) {
	now = f.timeOf(now)
	if err := f.mayAnswerPause(seat, proposal, now); err != nil {
		return Record{}, err
	}
	next := f.pauses
	next.agreed = append(slices.Clone(next.agreed), seat)
	changed := !slices.Contains(f.pauses.agreed, seat)
	return f.recordLimited(changed, noProgressLimit+noProgressReserve, seat, command, now, f.pauseEvents(PauseAgreed{Seat: seat, Proposal: proposal}, seat, next, now)...)
}

// DeclinePause returns the record of a person who declines the proposal of an entry, or of the proposer who withdraws it. Errors: ErrFinished,
// ErrNotStarted, ErrNoPerson, ErrConceded; ErrStaleDecision if that proposal is not open.
func (f *Fold) DeclinePause(seat Seat, proposal Seq, command string, now int64) (Record, error) {
	now = f.timeOf(now)
	if err := f.mayAnswerPause(seat, proposal, now); err != nil {
		return Record{}, err
	}
	return f.systemEntry(seat, ActorPlayer, command, now, PauseDeclined{Seat: seat, Proposal: proposal})
}

// PauseIfAgreed returns the record of a pause, or of its end, whose proposal became agreed without a further answer. Errors: ErrFinished, ErrNotStarted;
// ErrNoChange if it is not agreed.
func (f *Fold) PauseIfAgreed(now int64) (Record, error) {
	if err := f.isRunning(); err != nil {
		return Record{}, err
	}
	now = f.timeOf(now)
	paused, ok := f.pausedNow(NoSeat, f.pauses, now)
	if !ok || !f.pauses.isOpen(now) {
		return Record{}, ErrNoChange
	}
	return f.systemEntry(NoSeat, ActorTimer, "", now, paused)
}

func (f *Fold) mayAnswerPause(seat Seat, proposal Seq, now int64) error {
	if err := f.mayEnd(seat); err != nil {
		return err
	}
	if proposal == 0 || f.pauses.proposal != proposal || !f.pauses.isOpen(now) {
		return ErrStaleDecision
	}
	return nil
}

func (f *Fold) proposed(seat Seat, now int64) pauses {
	next := f.pauses
	next.proposal, next.resumes, next.agreed = f.seq+1, now < f.pauses.until, []Seat{seat}
	return next
}

// pauseEvents are the events of an entry of a seat whose first one leads to next: with the second one if all persons agree now.
func (f *Fold) pauseEvents(first Event, by Seat, next pauses, now int64) []Event {
	if paused, ok := f.pausedNow(by, next, now); ok {
		return []Event{first, paused}
	}
	return []Event{first}
}

// pausedNow is the event of the proposal in next; ok is false if it is not agreed. by is the author of the entry.
func (f *Fold) pausedNow(by Seat, next pauses, now int64) (paused Paused, ok bool) {
	if !next.resumes {
		paused.Until = now + pauseLength
	}
	return paused, next.proposal != 0 && haveAgreed(f.asked(next.act(), by, now), next.agreed)
}

// applyPauses applies an entry of a proposal, an answer or a vacation; ok is false for other entries. Error: ErrCorrupt if no server would have stored it.
func (f *Fold) applyPauses(e Entry, events []Event) (ok bool, err error) {
	if len(events) == 0 {
		return false, nil
	}
	next := f.pauses
	actor, seat := ActorPlayer, NoSeat
	var rest []Event
	wrong := func() error {
		return fmt.Errorf("%w: entry %d is an act on a pause that no server would have stored", ErrCorrupt, e.Seq)
	}
	switch ev := events[0].(type) {
	case PauseProposed:
		if f.clocks.Seats == nil || f.mayEnd(ev.Seat) != nil || next.isOpen(e.Time) {
			return true, wrong()
		}
		seat, next = ev.Seat, f.proposed(ev.Seat, e.Time)
		rest = f.pauseEvents(ev, seat, next, e.Time)
	case PauseAgreed:
		if f.mayAnswerPause(ev.Seat, ev.Proposal, e.Time) != nil || slices.Contains(next.agreed, ev.Seat) {
			return true, wrong()
		}
		seat, next.agreed = ev.Seat, append(slices.Clone(next.agreed), ev.Seat)
		rest = f.pauseEvents(ev, seat, next, e.Time)
	case PauseDeclined:
		if f.mayAnswerPause(ev.Seat, ev.Proposal, e.Time) != nil {
			return true, wrong()
		}
		seat, rest = ev.Seat, events[:1]
		next.proposal, next.resumes, next.agreed = 0, false, nil
	case Vacation:
		away, changed := f.vacationUntil(ev.Seat, ev.Until, e.Time)
		if !changed || away[ev.Seat].until != ev.Until {
			return true, wrong()
		}
		seat, next.away, rest = ev.Seat, away, events[:1]
	case Paused:
		paused, agreed := f.pausedNow(NoSeat, next, e.Time)
		if !agreed || !next.isOpen(e.Time) || f.isRunning() != nil {
			return true, wrong()
		}
		actor, rest = ActorTimer, []Event{paused}
	default:
		return false, nil
	}
	if e.Actor != actor || e.Seat != seat || !slices.Equal(rest, events) {
		return true, wrong()
	}
	if paused, ok := rest[len(rest)-1].(Paused); ok {
		next.until = paused.Until
		next.proposal, next.resumes, next.agreed = 0, false, nil
	}
	f.pauses = next
	if seat != NoSeat {
		f.restartWait(seat, e.Time)
	}
	return true, nil
}
