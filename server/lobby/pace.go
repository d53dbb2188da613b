package lobby

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
)

// The longest bank and increment, in seconds.
const (
	maxLive = 24 * 60 * 60
	maxDays = 60 * 24 * 60 * 60
)

// Pace is a requested time control. All times are in seconds.
type Pace struct {
	Kind            string
	Bank, Increment int
	ByHand          bool
	Level           string // of the bot after a time-out; empty: medium
	Vacation        bool   // the vacation of a person pauses the table; only at "days"
	Takeover        *int   // at a free pace: the time of silence before a takeover; nil: as the option engine.OptionTakeover says
}

func withoutPace(o engine.Options) engine.Options {
	plain := maps.Clone(o)
	maps.DeleteFunc(plain, func(id string, _ int) bool { return slices.Contains(clock.Options(), id) })
	return plain
}

// completeNew is complete for a new table, whose pace is not among the options of the request. Error: bad_options.
func completeNew(w CreateRequest, info engine.Info) (engine.Options, error) {
	if err := refusePace(w.Options); err != nil {
		return nil, err
	}
	return complete(w.Options, w.Pace, info)
}

// refusePace refuses options of the pace, which a request has in a member of its own.
func refusePace(o engine.Options) error {
	for _, id := range clock.Options() {
		if _, set := o[id]; set {
			return apperr.New(apperr.BadOptions, "unknown option \""+id+"\"; the pace is a member of its own")
		}
	}
	return nil
}

// complete checks a table's options and returns them with defaults filled in. requested is the new pace; nil: that of the options. Error: bad_options.
func complete(o engine.Options, requested *Pace, info engine.Info) (engine.Options, error) {
	full, err := withoutPace(o).Complete(optionsOf(info))
	if err != nil {
		return nil, apperr.New(apperr.BadOptions, err.Error())
	}
	if requested == nil {
		for _, id := range clock.Options() {
			if value, set := o[id]; set {
				full[id] = value
			}
		}
	} else if err := requested.set(full); err != nil {
		return nil, apperr.New(apperr.BadOptions, err.Error())
	}
	if clock.PaceOf(full).HasClocks() && full[clock.OptionTakeover] != 0 {
		return nil, apperr.New(apperr.BadOptions, "a table with clocks has no other time for a takeover")
	}
	return full, nil
}

func (p Pace) set(o engine.Options) error {
	kind := slices.Index(clock.Kinds(), p.Kind)
	if kind < 0 {
		return fmt.Errorf("unknown pace %.100q", p.Kind)
	}
	if clock.Kind(kind) == clock.Free {
		if p.Bank != 0 || p.Increment != 0 || p.ByHand || p.Level != "" || p.Vacation {
			return errors.New("a free pace has no clocks")
		}
		return p.setTakeover(o)
	}
	longest := maxLive
	if clock.Kind(kind) == clock.Days {
		longest = maxDays
	}
	level := slices.Index(clock.Levels(), p.Level)
	if p.Level == "" {
		level = slices.Index(clock.Levels(), "medium")
	}
	switch {
	case p.Bank < 1 || p.Bank > longest || p.Increment < 0 || p.Increment > longest:
		return fmt.Errorf("the bank is from 1 to %d seconds, and the increment at most %d", longest, longest)
	case level < 0:
		return fmt.Errorf("unknown level %.100q", p.Level)
	case p.Vacation && clock.Kind(kind) != clock.Days:
		return errors.New("only a table at the pace of days stands still during vacations")
	case p.Takeover != nil && *p.Takeover != 0:
		return errors.New("a table with clocks has no other time for a takeover")
	}
	o[clock.OptionPace], o[clock.OptionBank], o[clock.OptionIncrement] = kind, p.Bank, p.Increment
	o[clock.OptionByHand], o[clock.OptionLevel] = 0, level
	if p.ByHand {
		o[clock.OptionByHand] = 1
	}
	if p.Vacation {
		o[clock.OptionVacation] = 1
	}
	return nil
}

// setTakeover sets engine.OptionTakeover to the time of a free pace.
func (p Pace) setTakeover(o engine.Options) error {
	if p.Takeover == nil {
		return nil
	}
	value := slices.IndexFunc(clock.TakeoverTimes(), func(t clock.TakeoverTime) bool { return t.Time == int64(*p.Takeover)*1000 })
	if value < 0 {
		return fmt.Errorf("no takeover after %d seconds", *p.Takeover)
	}
	o[clock.OptionTakeover] = value
	return nil
}
