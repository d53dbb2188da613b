package engine

import (
	"slices"

	"nemeton/engine/codec"
)

// vacationLimit is the time that the person of a seat may be on vacation during one game, in milliseconds: thirty days. Without a limit a game could
// last forever.
const vacationLimit = 30 * 24 * 60 * 60 * 1000

// Vacation means that the person of a seat is on vacation until a time in milliseconds since 1970 UTC; zero: is back. All clocks of the table stand still
// until then. Moves stay possible.
type Vacation struct {
	Seat  Seat  `json:"seat"`
	Until int64 `json:"until"`
}

type vacation struct {
	until int64 // milliseconds since 1970 UTC
	used  int64 // milliseconds of all vacations of the seat, up to until
}

func (v *vacation) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"until": &v.until, "used": &v.used}
}

// SetVacation returns the record by which the vacation of a seat's person lasts until a time, in milliseconds since 1970 UTC. It lasts at most as long as the
// seat has vacation time left in this game. Zero ends it. Errors: ErrFinished, ErrTooOften, ErrTooFast; ErrNoChange if nothing changes, or the table allows no vacations.
func (f *Fold) SetVacation(seat Seat, until int64, command string, now int64) (Record, error) {
	now = f.timeOf(now)
	away, changed := f.vacationUntil(seat, until, now)
	if !changed {
		return f.recordLimited(false, noProgressLimit, seat, command, now)
	}
	return f.recordLimited(true, noProgressLimit, seat, command, now, Vacation{Seat: seat, Until: away[seat].until})
}

// VacationOf is the end of the vacation of a seat's person, in milliseconds since 1970 UTC; 0 if there was none.
func (f *Fold) VacationOf(seat Seat) int64 {
	if seat < 0 || int(seat) >= len(f.pauses.away) {
		return 0
	}
	return f.pauses.away[seat].until
}

// vacationUntil are the vacations by seat with that of one seat changed at a time; ok is false if nothing changes.
func (f *Fold) vacationUntil(seat Seat, until, now int64) (away []vacation, ok bool) {
	if !f.Pace().Vacation || seat < 0 || int(seat) >= len(f.clocks.Seats) || !f.hasClock(seat) {
		return nil, false
	}
	away = slices.Clone(f.pauses.away)
	if away == nil {
		away = make([]vacation, len(f.clocks.Seats))
	}
	v := &away[seat]
	before := max(0, v.until-now)
	used := v.used - before
	if until = min(until, now+vacationLimit-used); until <= now {
		v.until, v.used = 0, used
		return away, before > 0
	}
	changed := until != v.until
	v.until, v.used = until, used+until-now
	return away, changed
}
