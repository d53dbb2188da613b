package engine

import "fmt"

// TimeGiven means that the player of Seat gave the player of another seat more time.
type TimeGiven struct {
	Seat Seat  `json:"seat"`
	To   Seat  `json:"to"`
	Time int64 `json:"time"` // milliseconds: Pace.Extra
}

// GiveTime returns the record of a player who gives another player the extra time of the table. Errors: ErrFinished, ErrTooOften, ErrTooFast; ErrNoChange if one of
// the seats has no clock, the clock is full, or the seats are the same.
func (f *Fold) GiveTime(by, to Seat, command string, now int64) (Record, error) {
	p, changed := f.Pace(), by != to && f.mayGive(by, to)
	if changed {
		left := f.clocks.Seats[to]
		left.Spend(max(0, f.timeOf(now)-f.clocksFrom()))
		changed = p.Capped(left.Left+p.Extra()) > left.Left
	}
	return f.recordLimited(changed, noProgressLimit, by, command, now, TimeGiven{Seat: by, To: to, Time: p.Extra()})
}

func (f *Fold) mayGive(by, to Seat) bool {
	for _, seat := range []Seat{by, to} {
		if seat < 0 || int(seat) >= len(f.clocks.Seats) || !f.hasClock(seat) {
			return false
		}
	}
	return true
}

func (f *Fold) applyTimeGiven(ev TimeGiven, e Entry) error {
	p := f.Pace()
	if !f.mayGive(ev.Seat, ev.To) || ev.Seat == ev.To || ev.Seat != e.Seat || e.Actor != ActorPlayer || ev.Time != p.Extra() {
		return fmt.Errorf("%w: entry %d is a gift of time that no server would have stored", ErrCorrupt, e.Seq)
	}
	f.clocks.Seats[ev.To].Add(p, ev.Time)
	f.restartWait(ev.Seat, e.Time)
	return nil
}
