package table

import (
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
)

// A node that stood still for longer than others may be silent has not read their messages yet. It drops them only if they stay silent.
func TestBeat_AfterStandingStill(t *testing.T) {
	t.Parallel()
	elapsed := time.Duration(0)
	r := &Registry{
		cfg:    Config{PresenceEvery: time.Second, Elapsed: func() time.Duration { return elapsed }, Now: func() time.Time { return time.Unix(1_800_000_000, 0).Add(elapsed) }},
		remote: remotePresence{tables: map[store.TableID]map[string]nodePresence{}, alive: map[string]time.Time{}},
	}
	r.remote.update("other", fanout.Presence{Table: "table", Count: 1, Seats: []engine.Seat{1}}, r.cfg.Now())
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{time.Second, 1}, {20 * time.Second, 1}, {time.Second, 0}} {
		elapsed += c.after
		r.beat(false)
		if seats, _ := r.remote.at("table"); len(seats) != c.want {
			t.Errorf("after %v: got the seats %v, want %d", elapsed, seats, c.want)
		}
	}
}
