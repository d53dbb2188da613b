package engine

import "fmt"

// TimedOut means that the clock of a seat reached zero. It is the first event of its entry; the second one lets a bot play the seat. The timer made the
// entry, or the player of the entry's seat claimed it.
type TimedOut struct {
	Seat Seat `json:"seat"`
}

// Limit is the time from which on the server may let a bot play a seat that stays silent, in milliseconds since 1970 UTC. At a table with clocks the clock of the
// seat is at zero then, else the time that the pace has for takeovers is over. ok is false if that time never comes: the seat owes no decision, a bot plays
// it, or the pace leaves it to the players.
func (f *Fold) Limit(seat Seat) (at int64, ok bool) {
	p := f.Pace()
	if p.HasClocks() {
		at, ok = f.ZeroAt(seat)
		return at, ok && !p.ByHand
	}
	since, owes := f.OwesSince(seat)
	return since + p.Takeover, owes && p.Takeover > 0 && f.seats[seat].bot == ""
}

// Replace returns the record by which the timer lets a bot play a silent seat. It is a time-out at a table with clocks, else a takeover by a bot of that level. Errors: those of
// TimeOut and TakeOver.
func (f *Fold) Replace(seat Seat, level string, now int64) (Record, error) {
	if f.Pace().HasClocks() {
		return f.TimeOut(seat, now)
	}
	return f.TakeOver(seat, level, now)
}

// TimeOut returns the record by which the timer lets a bot play a seat whose clock has reached zero. Errors: ErrFinished; ErrNoChange if
// the clock of the seat does not run, or time-outs are claimed by hand at this table; ErrTimeLeft.
func (f *Fold) TimeOut(seat Seat, now int64) (Record, error) {
	if f.Pace().ByHand {
		return Record{}, ErrNoChange
	}
	return f.timeOut(seat, seat, ActorTimer, "", now)
}

// ClaimTimeOut returns the record of a player who claims that the clock of another seat has reached zero. Errors: those of TimeOut, at every table with clocks;
// ErrNoPerson if the claimer is no person who plays on.
func (f *Fold) ClaimTimeOut(by, seat Seat, command string, now int64) (Record, error) {
	if _, ok := f.seatStatusOf(by); !ok || f.start.bot(by) != "" || f.endings.HasConceded(by) {
		return Record{}, ErrNoPerson
	}
	if by == seat {
		return Record{}, ErrNoChange
	}
	return f.timeOut(by, seat, ActorPlayer, command, now)
}

func (f *Fold) timeOut(by, seat Seat, actor Actor, command string, now int64) (Record, error) {
	if f.Outcome() != nil {
		return Record{}, ErrFinished
	}
	zero, runs := f.ZeroAt(seat)
	switch {
	case !runs:
		return Record{}, ErrNoChange
	case f.timeOf(now) < zero:
		return Record{}, ErrTimeLeft
	}
	return f.systemEntry(by, actor, command, now, TimedOut{Seat: seat}, TakenOver{Seat: seat, Level: f.Pace().Level})
}

// checkTimeOut checks a time-out among the events of an entry. The clocks have run up to the entry's time. At a table with clocks the timer lets no bot play without
// a time-out. Error: ErrCorrupt.
func (f *Fold) checkTimeOut(e Entry, events []Event) error {
	for i, event := range events {
		switch ev := event.(type) {
		case TimedOut:
			if i != 0 || len(events) != 2 || !f.mayTimeOut(e, ev.Seat) {
				return fmt.Errorf("%w: entry %d is a time-out of seat %d that no server would have stored", ErrCorrupt, e.Seq, ev.Seat)
			}
			if over, ok := events[1].(TakenOver); !ok || over != (TakenOver{Seat: ev.Seat, Level: f.Pace().Level}) {
				return fmt.Errorf("%w: entry %d is a time-out without the bot of the table", ErrCorrupt, e.Seq)
			}
			if c := f.clocks.Seats[ev.Seat]; c.Left > 0 || c.Grace > 0 {
				return fmt.Errorf("%w: entry %d is a time-out of seat %d, which had %d ms left", ErrCorrupt, e.Seq, ev.Seat, c.Left+c.Grace)
			}
		case TakenOver:
			if i == 0 && e.Actor == ActorTimer && f.clocks.Seats != nil {
				return fmt.Errorf("%w: entry %d is a takeover without a time-out", ErrCorrupt, e.Seq)
			}
		}
	}
	return nil
}

func (f *Fold) mayTimeOut(e Entry, seat Seat) bool {
	if _, runs := f.ZeroAt(seat); !runs || f.Outcome() != nil {
		return false
	}
	if e.Actor == ActorTimer {
		return e.Seat == seat && !f.Pace().ByHand
	}
	return e.Actor == ActorPlayer && e.Seat >= 0 && e.Seat != seat && f.hasClock(e.Seat)
}
