package notify

import (
	"testing"
	"time"

	"nemeton/server/wire"
	"nemeton/testkit/must"
)

// The end of quiet hours, also in the nights in which the clocks change: in Amsterdam 2026-03-29 at 02:00 to 03:00, and 2026-10-25 at 03:00 to 02:00.
func TestQuiet_End(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ from, to, zone, at, want string }{
		"in the evening":              {"22:00", "08:00", "Europe/Amsterdam", "2026-05-04T22:30:20+02:00", "2026-05-05T08:00:00+02:00"},
		"after midnight":              {"22:00", "08:00", "Europe/Amsterdam", "2026-05-05T01:00:00+02:00", "2026-05-05T08:00:00+02:00"},
		"at the end":                  {"22:00", "08:00", "Europe/Amsterdam", "2026-05-05T08:00:00+02:00", "2026-05-05T08:00:00+02:00"},
		"at noon":                     {"22:00", "08:00", "Europe/Amsterdam", "2026-05-05T12:00:00+02:00", "2026-05-05T12:00:00+02:00"},
		"by day":                      {"09:00", "17:30", "Asia/Kathmandu", "2026-05-05T12:00:00+05:45", "2026-05-05T17:30:00+05:45"},
		"in another time zone":        {"22:00", "08:00", "America/St_Johns", "2026-05-05T01:00:00Z", "2026-05-05T10:30:00Z"},
		"no hours":                    {"08:00", "08:00", "Europe/Amsterdam", "2026-05-05T08:00:00+02:00", "2026-05-05T08:00:00+02:00"},
		"the night is short":          {"22:00", "08:00", "Europe/Amsterdam", "2026-03-28T23:00:00+01:00", "2026-03-29T08:00:00+02:00"},
		"the night is long":           {"22:00", "08:00", "Europe/Amsterdam", "2026-10-24T23:00:00+02:00", "2026-10-25T08:00:00+01:00"},
		"the end is skipped":          {"22:00", "02:30", "Europe/Amsterdam", "2026-03-29T01:15:00+01:00", "2026-03-29T03:30:00+02:00"},
		"the end comes twice":         {"22:00", "02:30", "Europe/Amsterdam", "2026-10-25T01:00:00+02:00", "2026-10-25T02:30:00+02:00"},
		"before its second coming":    {"22:00", "02:30", "Europe/Amsterdam", "2026-10-25T02:15:00+01:00", "2026-10-25T02:30:00+01:00"},
		"between both":                {"22:00", "02:30", "Europe/Amsterdam", "2026-10-25T02:45:00+02:00", "2026-10-25T02:45:00+02:00"},
		"half an hour, Lord Howe":     {"22:00", "06:00", "Australia/Lord_Howe", "2026-04-04T23:00:00+11:00", "2026-04-05T06:00:00+10:30"},
		"a day is skipped, Samoa":     {"22:00", "06:00", "Pacific/Apia", "2011-12-29T23:00:00-10:00", "2011-12-31T06:00:00+14:00"},
		"the clocks change at midday": {"10:00", "16:00", "Pacific/Kiritimati", "2026-01-01T11:00:00+14:00", "2026-01-01T16:00:00+14:00"},
	} {
		q := must.Return(newQuiet(&wire.QuietHours{From: c.from, To: c.to, TimeZone: c.zone}))(t)
		at, want := when(t, c.at), when(t, c.want)
		got := q.end(at)
		if !got.Equal(want) {
			t.Errorf("%s: got %v, want %v", name, got.In(q.zone), want.In(q.zone))
		}
	}
}

func when(t *testing.T, text string) time.Time {
	t.Helper()
	return must.Return(time.Parse(time.RFC3339, text))(t)
}
