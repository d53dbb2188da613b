package notify

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/wire"
	"nemeton/texts"
)

// Values of settings.When.
const (
	whenAbsent = "absent"
	whenAlways = "always"
)

// settings are the choices of a player, stored as JSON.
type settings struct {
	Muted     []string         `json:"muted,omitempty"`
	Quiet     *wire.QuietHours `json:"quiet,omitempty"`
	Language  string           `json:"language,omitempty"`
	MailAsked time.Time        `json:"mailAsked,omitzero"`
}

// readSettings reads the settings of a notifier. Unreadable ones count as the defaults.
func readSettings(n store.Notifier) settings {
	s := settings{}
	if n.Settings != "" && json.Unmarshal([]byte(n.Settings), &s) != nil {
		s = settings{}
	}
	return s
}

// language returns the language of the player's texts.
func (s settings) language() string {
	if s.Language == "" {
		return texts.Default
	}
	return s.Language
}

func (s settings) store(n *store.Notifier) error {
	raw, err := json.Marshal(s)
	n.Settings = string(raw)
	return err
}

func (s settings) mutes(occasion string) bool { return slices.Contains(s.Muted, occasion) }

// Changes are new values of settings; nil leaves a value as it is.
type Changes struct {
	When     *string
	Muted    *[]string
	Quiet    *wire.QuietHours
	NoQuiet  bool // ends the quiet hours
	Language *string
}

// apply edits the settings of a notifier. It fails with invalid.
func (c Changes) apply(n *store.Notifier) error {
	s := readSettings(*n)
	if c.When != nil {
		if *c.When != whenAbsent && *c.When != whenAlways {
			return invalid("when is neither absent nor always")
		}
		n.Always = *c.When == whenAlways
	}
	if c.Muted != nil {
		for _, occasion := range *c.Muted {
			if !slices.Contains(wire.Occasions(), occasion) {
				return invalid("there is no occasion of that name")
			}
		}
		s.Muted = slices.Compact(slices.Sorted(slices.Values(*c.Muted)))
	}
	if c.Quiet != nil {
		if _, err := newQuiet(c.Quiet); err != nil {
			return err
		}
		s.Quiet = c.Quiet
	}
	if c.NoQuiet {
		s.Quiet = nil
	}
	if c.Language != nil {
		if !texts.Known(*c.Language) {
			return invalid("there are no texts in that language")
		}
		s.Language = *c.Language
	}
	return s.store(n)
}

func invalid(format string, args ...any) error {
	return apperr.New(apperr.Invalid, fmt.Sprintf(format, args...))
}

// quiet are the quiet hours of a player, in minutes of the day.
type quiet struct {
	from, to int
	zone     *time.Location
}

// newQuiet reads quiet hours; nil if there are none. It fails with invalid.
func newQuiet(q *wire.QuietHours) (*quiet, error) {
	if q == nil {
		return nil, nil
	}
	from, err := minutes(q.From)
	if err != nil {
		return nil, err
	}
	to, err := minutes(q.To)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(q.TimeZone)
	if err != nil || q.TimeZone == "" || q.TimeZone == "Local" {
		return nil, invalid("there is no time zone of that name")
	}
	return &quiet{from, to, zone}, nil
}

func minutes(text string) (int, error) {
	at, err := time.Parse("15:04", text)
	if err != nil {
		return 0, invalid("quiet hours have the form HH:MM")
	}
	return at.Hour()*60 + at.Minute(), nil
}

// day is the number of minutes of a day without a change of the clocks.
const day = 24 * 60

// end is the end of the quiet hours that a time lies in; the time itself outside of them.
func (q *quiet) end(at time.Time) time.Time {
	if !q.holds(at) {
		return at
	}
	left := (q.to - q.minute(at) + day) % day
	end := at.Add(time.Duration(left) * time.Minute).Truncate(time.Minute)
	// A change of the clocks in between moves the end by its length.
	moved := (q.minute(end)-q.to+day/2+day)%day - day/2
	if exact := end.Add(-time.Duration(moved) * time.Minute); exact.After(at) && !q.holds(exact) {
		return exact.UTC()
	}
	return end.UTC() // the clock skips the end, or shows it twice
}

func (q *quiet) holds(at time.Time) bool {
	if q == nil || q.from == q.to {
		return false
	}
	now := q.minute(at)
	if q.from > q.to {
		return now >= q.from || now < q.to
	}
	return q.from <= now && now < q.to
}

func (q *quiet) minute(at time.Time) int {
	local := at.In(q.zone)
	return local.Hour()*60 + local.Minute()
}
