package engine

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// Concede returns the record of a person who gives up. A bot of the given level plays the seat to the end, without counting for the
// victory. If only one seat or no person is left, the table ends in the same entry. Errors: ErrFinished, ErrNotStarted, ErrNoPerson, ErrConceded, ErrBadProof.
func (f *Fold) Concede(c Command, level string, now int64) (Record, error) {
	if err := f.mayEnd(c.Seat); err != nil {
		return Record{}, err
	}
	next := f.endings
	next.concede(c.Seat)
	if people := next.people(); next.isDecided(people) {
		return f.endingRecord(c, signedConcede, now, Conceded{Seat: c.Seat}, TableEnded{By: EndedByConcession, People: people})
	}
	return f.endingRecord(c, signedConcede, now, Conceded{Seat: c.Seat, Level: level})
}

// ProposeStop returns the record of a person who wants to stop the game for all. If no other person has to agree, the table ends in the
// same entry. Errors: those of Concede; ErrTooOften, ErrTooFast; ErrNoChange if a proposal is open.
func (f *Fold) ProposeStop(c Command, now int64) (Record, error) {
	if err := f.mayEnd(c.Seat); err != nil {
		return Record{}, err
	}
	if f.endings.proposal != 0 {
		return Record{}, ErrNoChange
	}
	if err := f.refuseNoProgress(c.Seat, noProgressLimit, f.noProgress[c.Seat].presence.allows(presenceTempo, now)); err != nil {
		return Record{}, err
	}
	next := f.endings
	next.proposal, next.by, next.agreed = f.seq+1, c.Seat, []Seat{c.Seat}
	return f.stopRecord(c, signedProposeStop, next, now, StopProposed{Seat: c.Seat})
}

// AgreeToStop returns the record of a person who agrees to an open proposal, which the seq of its entry names. If all persons agree
// now, the table ends in the same entry. Errors: those of ProposeStop; ErrStaleDecision if that proposal is not open;
// ErrNoChange if the person agreed before.
func (f *Fold) AgreeToStop(c Command, proposal Seq, now int64) (Record, error) {
	if err := f.mayAnswer(c.Seat, proposal); err != nil {
		return Record{}, err
	}
	if slices.Contains(f.endings.agreed, c.Seat) {
		return Record{}, ErrNoChange
	}
	if err := f.refuseNoProgress(c.Seat, noProgressLimit+noProgressReserve, f.noProgress[c.Seat].presence.allows(presenceTempo, now)); err != nil {
		return Record{}, err
	}
	next := f.endings
	next.agreed = append(slices.Clone(next.agreed), c.Seat)
	c.Decision = proposalID(proposal)
	return f.stopRecord(c, signedAgreeToStop, next, now, StopAgreed{Seat: c.Seat, Proposal: proposal})
}

// DeclineStop returns the record of a person who declines an open proposal, or of the proposer who withdraws it. It ends the proposal. Errors:
// those of Concede; ErrStaleDecision if that proposal is not open.
func (f *Fold) DeclineStop(c Command, proposal Seq, now int64) (Record, error) {
	if err := f.mayAnswer(c.Seat, proposal); err != nil {
		return Record{}, err
	}
	c.Decision = proposalID(proposal)
	return f.endingRecord(c, signedDeclineStop, now, StopDeclined{Seat: c.Seat, Proposal: proposal})
}

// StopIfAgreed returns the record that ends a table whose open proposal became agreed without a further agreement. This happens if a person concedes, or
// was away for Pace.Absence. Errors: ErrFinished, ErrNotStarted; ErrNoChange if it is not agreed.
func (f *Fold) StopIfAgreed(now int64) (Record, error) {
	if err := f.isRunning(); err != nil {
		return Record{}, err
	}
	voters := f.asked(ActStop, NoSeat, now)
	if !f.endings.isAgreed(voters) {
		return Record{}, ErrNoChange
	}
	return f.systemEntry(NoSeat, ActorTimer, "", now, TableEnded{By: EndedByAgreement, People: voters})
}

// Close returns the record with which the operator of the server ends the table for good. Nobody wins. Errors: ErrFinished, ErrNotStarted.
func (f *Fold) Close(now int64) (Record, error) {
	if err := f.isRunning(); err != nil {
		return Record{}, err
	}
	return f.systemEntry(NoSeat, ActorTimer, "", now, TableClosed{})
}

// stopRecord is the record of a person who wants to stop; next are the endings after it, except for the end of the table.
func (f *Fold) stopRecord(c Command, kind string, next Endings, now int64, event Event) (Record, error) {
	if voters := f.asked(ActStop, c.Seat, now); next.isAgreed(voters) {
		return f.endingRecord(c, kind, now, event, TableEnded{By: EndedByAgreement, People: voters})
	}
	return f.endingRecord(c, kind, now, event)
}

// checkAgreed checks that an end by agreement states those whose agreement it needed. f is the fold before the entry. Error: ErrCorrupt.
func (f *Fold) checkAgreed(e Entry, events []Event) error {
	for _, event := range events {
		if ended, ok := event.(TableEnded); ok && ended.By == EndedByAgreement {
			if asked := f.asked(ActStop, e.Seat, e.Time); !slices.Equal(asked, ended.People) {
				return fmt.Errorf("%w: entry %d: the agreement of the seats %v was needed, not of %v", ErrCorrupt, e.Seq, asked, ended.People)
			}
		}
	}
	return nil
}

// proposalID names a proposal in the statement that a device signs.
func proposalID(proposal Seq) DecisionID { return DecisionID(strconv.FormatUint(uint64(proposal), 10)) }

func (f *Fold) isRunning() error {
	switch {
	case f.state == nil:
		return ErrNotStarted
	case f.Outcome() != nil:
		return ErrFinished
	}
	return nil
}

func (f *Fold) mayEnd(seat Seat) error {
	if err := f.isRunning(); err != nil {
		return err
	}
	_, ok := f.seatStatusOf(seat)
	switch {
	case !ok || f.start.bot(seat) != "":
		return ErrNoPerson
	case f.endings.HasConceded(seat):
		return ErrConceded
	}
	return nil
}

func (f *Fold) mayAnswer(seat Seat, proposal Seq) error {
	if err := f.mayEnd(seat); err != nil {
		return err
	}
	if proposal == 0 || f.endings.proposal != proposal {
		return ErrStaleDecision
	}
	return nil
}

func (f *Fold) endingRecord(c Command, kind string, now int64, events ...Event) (Record, error) {
	c.Actor = ActorPlayer
	if err := f.checkProof(c, kind, json.RawMessage("null")); err != nil {
		return Record{}, err
	}
	return f.newRecord(Entry{Seat: c.Seat, Actor: ActorPlayer, Kind: KindSystem, Command: c.ID, Time: now, Proof: c.Proof},
		events, nil, f.newestRules)
}

// earlyOutcome is the result of a table that ended before its game; nil if it did not.
func (f *Fold) earlyOutcome() *Outcome {
	if f.endings.ended == "" {
		return nil
	}
	o := f.state.Standing(nil)
	o.Winners, o.Conceded, o.Ended = f.endings.Winners(), f.endings.Conceded(), f.endings.ended
	return &o
}

// rankConceded removes the seats that conceded from the winners of a game that was played to its end.
func (f *Fold) rankConceded(o *Outcome) *Outcome {
	if o == nil || len(f.endings.conceded) == 0 {
		return o
	}
	ranked := f.state.Standing(f.endings.rest())
	ranked.Scores, ranked.Conceded = o.Scores, f.endings.Conceded()
	return &ranked
}

func (f *Fold) Endings() Endings { return f.endings }
