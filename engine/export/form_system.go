package export

import (
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/engine/codec"
)

// system checks an entry of the table. Its first event decides about the seat, the actor and the events that may follow in the entry.
func (f *former) system(e engine.Entry, events []engine.Event) error {
	if len(events) == 0 || len(events) > 2 {
		return errManyEvents
	}
	byTimer := e.Actor == engine.ActorTimer && e.Command == ""
	byPerson := e.Actor == engine.ActorPlayer && f.isPerson(e.Seat)
	if !byTimer && !byPerson {
		return fmt.Errorf("the actor %q at seat %d", e.Actor, e.Seat)
	}
	var follower engine.Event
	if len(events) == 2 {
		follower = events[1]
	}
	var ok bool
	if byTimer {
		ok = f.timer(e, events[0], follower)
	} else {
		ok = f.person(e, events[0], follower)
	}
	if !ok {
		return fmt.Errorf("%w: %q", errForm, e.Events[0].Name)
	}
	return nil
}

// timer checks and follows an entry that the server made by itself.
func (f *former) timer(e engine.Entry, first, follower engine.Event) bool {
	pace := clock.PaceOf(f.begun.Setup.Options)
	noSeat := e.Seat == engine.NoSeat && follower == nil
	switch ev := first.(type) {
	case engine.TakenOver:
		return f.replacesSilent() && ev.Seat == e.Seat && follower == nil && f.takeOver(ev)
	case engine.TimedOut:
		return !pace.ByHand && ev.Seat == e.Seat && f.timeOut(ev, follower)
	case engine.TableEnded:
		return noSeat && ev.By == engine.EndedByAgreement && f.end(ev)
	case engine.TableClosed:
		f.ended = engine.EndedByOperator
		return noSeat
	case engine.Paused:
		return noSeat && pace.HasClocks() && isPaused(ev, e)
	case engine.OutagesNoted:
		return noSeat && pace.HasClocks() && areOutages(ev.Outages, e.Time)
	case engine.Restored:
		return noSeat && ev.Source == engine.SourceServer
	}
	return false
}

func (f *former) person(e engine.Entry, first, follower engine.Event) bool {
	pace, seat, alone := clock.PaceOf(f.begun.Setup.Options), &f.seats[e.Seat], follower == nil
	switch ev := first.(type) {
	case engine.TakenBack:
		return alone && ev.Seat == e.Seat && ev.To >= 1 && ev.To < e.Seq
	case engine.Left:
		was := seat.away
		seat.away = true
		return alone && ev.Seat == e.Seat && !was
	case engine.Returned:
		*seat = seatForm{}
		return alone && ev.Seat == e.Seat
	case engine.Agreed:
		mayReplace := ev.Seat == e.Seat && ev.To != e.Seat && f.isPerson(ev.To) && !f.seats[ev.To].standIn && (f.replacesSilent() || f.seats[ev.To].away)
		over, taken := follower.(engine.TakenOver)
		return mayReplace && (alone || taken && over.Seat == ev.To && f.takeOver(over))
	case engine.HandedOver:
		*seat = seatForm{}
		return alone && ev.Seat == e.Seat && ev.Name != codec.Optional{}
	case engine.Enrolled:
		return alone && ev.Seat == e.Seat
	case engine.Conceded:
		f.conceded = append(f.conceded, e.Seat)
		*seat = seatForm{standIn: true}
		ended, ends := follower.(engine.TableEnded)
		if ends {
			return ev.Seat == e.Seat && ev.Level == "" && ended.By == engine.EndedByConcession && f.end(ended)
		}
		return alone && ev.Seat == e.Seat && isLevel(ev.Level)
	case engine.TimedOut:
		return ev.Seat != e.Seat && f.timeOut(ev, follower)
	case engine.TimeGiven:
		return alone && pace.HasClocks() && ev.Seat == e.Seat && ev.To != e.Seat && f.isPerson(ev.To) && ev.Time == pace.Extra()
	case engine.Vacation:
		return alone && pace.Vacation && ev.Seat == e.Seat && (ev.Until == 0 || ev.Until > e.Time)
	}
	return f.proposal(e, first, follower)
}

func (f *former) proposal(e engine.Entry, first, follower engine.Event) bool {
	clocks := clock.PaceOf(f.begun.Setup.Options).HasClocks()
	switch ev := first.(type) {
	case engine.StopProposed:
		return ev.Seat == e.Seat && f.stopped(follower)
	case engine.StopAgreed:
		return ev.Seat == e.Seat && isEarlier(ev.Proposal, e) && f.stopped(follower)
	case engine.StopDeclined:
		return ev.Seat == e.Seat && isEarlier(ev.Proposal, e) && follower == nil
	case engine.PauseProposed:
		return clocks && ev.Seat == e.Seat && isPaused(follower, e)
	case engine.PauseAgreed:
		return clocks && ev.Seat == e.Seat && isEarlier(ev.Proposal, e) && isPaused(follower, e)
	case engine.PauseDeclined:
		return clocks && ev.Seat == e.Seat && isEarlier(ev.Proposal, e) && follower == nil
	}
	return false
}

func isEarlier(seq engine.Seq, e engine.Entry) bool { return seq > 1 && seq < e.Seq }

func isLevel(level string) bool { return slices.Contains(clock.Levels(), level) }

// replacesSilent reports whether a bot may play for a player who is silent and has not left. The option of the first tables was not stated.
func (f *former) replacesSilent() bool {
	options := f.begun.Setup.Options
	_, stated := options[clock.OptionTakeover]
	return !clock.PaceOf(options).HasClocks() && (!stated || clock.PaceOf(options).Takeover > 0)
}

// takeOver lets a bot play the seat of a person.
func (f *former) takeOver(ev engine.TakenOver) bool {
	if !f.isPerson(ev.Seat) || f.seats[ev.Seat].standIn || !isLevel(ev.Level) {
		return false
	}
	f.seats[ev.Seat].standIn = true
	return true
}

func (f *former) timeOut(ev engine.TimedOut, follower engine.Event) bool {
	pace := clock.PaceOf(f.begun.Setup.Options)
	over, ok := follower.(engine.TakenOver)
	return ok && pace.HasClocks() && over.Seat == ev.Seat && over.Level == pace.Level && f.takeOver(over)
}

// stopped follows the end of a table that may follow a proposal to stop, or an agreement.
func (f *former) stopped(follower engine.Event) bool {
	ended, ends := follower.(engine.TableEnded)
	return follower == nil || ends && ended.By == engine.EndedByAgreement && f.end(ended)
}

// end notes an early end. The listed people are persons who have not conceded, in order.
func (f *former) end(ev engine.TableEnded) bool {
	f.ended = ev.By
	for i, seat := range ev.People {
		if !f.isPerson(seat) || i > 0 && seat <= ev.People[i-1] {
			return false
		}
	}
	return ev.People != nil
}

func isPaused(follower engine.Event, e engine.Entry) bool {
	paused, ok := follower.(engine.Paused)
	return follower == nil || ok && (paused.Until == 0 || paused.Until > e.Time)
}

func areOutages(list []engine.Outage, now int64) bool {
	last := int64(0)
	for _, o := range list {
		if o.From < last || o.To <= o.From || o.To > now {
			return false
		}
		last = o.To
	}
	return len(list) > 0
}
