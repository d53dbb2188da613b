package poolgame

import (
	"errors"
	"maps"

	"nemeton/engine"
	"nemeton/engine/clock"
)

// The times of the scenes at a table with clocks, in milliseconds.
const (
	hour = 60 * pause
	day  = 24 * hour
)

// Live are the options of a pace for one sitting, whose time-outs the timer makes.
func Live() engine.Options {
	return engine.Options{clock.OptionPace: int(clock.Live), clock.OptionBank: 18_000, clock.OptionIncrement: 45, clock.OptionByHand: 0, clock.OptionLevel: 1}
}

// Days are the options of a pace over days, whose time-outs are claimed, and whose tables allow vacations.
func Days() engine.Options {
	return engine.Options{
		clock.OptionPace: int(clock.Days), clock.OptionBank: 259_200, clock.OptionIncrement: 43_200, clock.OptionByHand: 1, clock.OptionLevel: 0, clock.OptionVacation: 1,
	}
}

func withPace(o, pace engine.Options) engine.Options {
	o = maps.Clone(o)
	maps.Copy(o, pace)
	return o
}

// clockScenes lists the scenes that only a table with clocks has. They come after its first entries, and replace the scene of a takeover.
func clockScenes(p clock.Pace) []scene {
	list := []scene{
		{"outage", 5, outage},
		{"pause", 7, func(t *table) (bool, error) { return t.byAll(t.fold.ProposePause, t.fold.AgreeToPause) }},
		{"end of the pause", 8, func(t *table) (bool, error) {
			t.now += 3 * day
			return t.byAll(t.fold.ProposePause, t.fold.AgreeToPause)
		}},
		{"declined pause", 11, func(t *table) (bool, error) {
			if err := t.append(t.fold.ProposePause(0, t.id(), t.now)); err != nil {
				return false, err
			}
			return true, t.append(t.fold.DeclinePause(1, t.fold.Seq(), t.id(), t.now))
		}},
		{"gift", 13, gift},
		{"time-out", 15, timeOut},
		{"return after a time-out", 16, func(t *table) (bool, error) {
			if t.fold.StandIns() == nil {
				return t.timedOut, nil // another person got the seat
			}
			return returnToStandIn(t)
		}},
		{"second pause, which ends by itself", 24, func(t *table) (bool, error) {
			done, err := t.byAll(t.fold.ProposePause, t.fold.AgreeToPause)
			t.now += 8 * day
			return done, err
		}},
	}
	if p.Vacation {
		list = append(list,
			scene{"vacation", 18, func(t *table) (bool, error) {
				r, err := t.fold.SetVacation(0, t.now+5*day, t.id(), t.now)
				if err = t.append(r, err); err == nil {
					t.now += 2 * day
				}
				return true, err
			}},
			scene{"longer vacation", 20, func(t *table) (bool, error) {
				return true, t.append(t.fold.SetVacation(0, t.now+20*day, t.id(), t.now))
			}},
			scene{"end of the vacation", 22, func(t *table) (bool, error) {
				t.now += day
				return true, t.append(t.fold.SetVacation(0, 0, t.id(), t.now))
			}},
		)
	}
	return list
}

// byAll lets the first person propose, and all others agree.
func (t *table) byAll(
	propose func(engine.Seat, string, int64) (engine.Record, error), agree func(engine.Seat, engine.Seq, string, int64) (engine.Record, error),
) (bool, error) {
	if err := t.append(propose(0, t.id(), t.now)); err != nil {
		return false, err
	}
	proposal := t.fold.Seq()
	for seat, p := range t.people {
		if p == nil || seat == 0 || t.fold.StandIn(engine.Seat(seat)) != "" {
			continue
		}
		if err := t.append(agree(engine.Seat(seat), proposal, t.id(), t.now)); err != nil {
			return false, err
		}
	}
	return true, nil
}

// outage gives the running clocks two parts of the last minute back.
func outage(t *table) (bool, error) {
	r, err := t.fold.NoteOutages([]engine.Outage{{From: t.now - 90_000, To: t.now - 40_000}, {From: t.now - 30_000, To: t.now - 10_000}}, t.now)
	if errors.Is(err, engine.ErrNoChange) { // no person owes a decision
		return false, nil
	}
	return true, t.append(r, err)
}

// gift lets a person give a person time whose clock is not full.
func gift(t *table) (bool, error) {
	for by := range t.people {
		for to := range t.people {
			if r, err := t.fold.GiveTime(engine.Seat(by), engine.Seat(to), t.id(), t.now); err == nil {
				return true, t.append(r, err)
			}
		}
	}
	return false, nil
}

// timeOut lets the clock that reaches zero first do so, and a bot play the seat: by the timer, or claimed by another person.
func timeOut(t *table) (bool, error) {
	seat, zero, runs := t.fold.NextZero()
	if !runs {
		return false, nil
	}
	t.now, t.standIn, t.timedOut = max(t.now, zero), 1, true
	if !t.fold.Pace().ByHand {
		return true, t.append(t.fold.TimeOut(seat, t.now))
	}
	for by, p := range t.people {
		if p != nil && engine.Seat(by) != seat {
			return true, t.append(t.fold.ClaimTimeOut(engine.Seat(by), seat, t.id(), t.now))
		}
	}
	return false, nil
}
