package traffic_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"nemeton/bench/floor"
	"nemeton/bench/traffic"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// recording returns a game of two seats that take turns. Seats receive decisions by patches, and the spectator empty patches.
func recording(moves int) floor.Recording {
	message := func(format string, args ...any) json.RawMessage { return fmt.Appendf(nil, format, args...) }
	owed := func(move, seat, viewer int) string {
		switch {
		case move == moves:
			return "[]"
		case seat == viewer:
			return fmt.Sprintf(`[{"id":"d%d","seat":%d,"kind":"roll","moves":[{"n":1},{"n":2}]}]`, move, seat)
		default:
			return fmt.Sprintf(`[{"id":"d%d","seat":%d,"kind":"roll"}]`, move, seat)
		}
	}
	var r floor.Recording
	for viewer := range 3 {
		r.Snapshots = append(r.Snapshots, message(`{"t":"snapshot","seq":1,"view":{},"decisions":%s}`, owed(0, 0, viewer)))
	}
	for m := 1; m <= moves; m++ {
		var updates []json.RawMessage
		for viewer := range 2 {
			updates = append(updates, message(`{"t":"update","seq":%d,"events":[],"patch":[{"op":"replace","path":"/decisions","value":%s}]}`, m+1, owed(m, m%2, viewer)))
		}
		r.Moves = append(r.Moves, append(updates, message(`{"t":"update","seq":%d,"events":[],"patch":[]}`, m+1)))
	}
	return r
}

func TestRun(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(floor.NewServer(recording(9)))
	defer server.Close()
	// A busy machine needs longer for as many moves.
	var r traffic.Result
	for during := 300 * time.Millisecond; during < time.Minute && (r.Moves < 20 || r.Finished < 2); during *= 4 {
		var phases []string
		record := func(name string) func() { return func() { phases = append(phases, name) } }
		var err error
		r, err = traffic.Run(t.Context(), &floor.Target{URL: server.URL, Seats: 2}, traffic.Options{
			Tables: 3, Spectators: 2, During: during, Compress: true, Think: time.Millisecond, Seated: record("seated"), Ready: record("ready"), Over: record("over"),
		})
		must.Succeed(t, err)
		expect.Equal(t, fmt.Sprint(phases), "[seated ready over]", "turns")
	}
	if r.Sockets != 12 || r.Moves < 20 || r.Finished < 2 || r.Refused != 0 || r.MovesPerSecond <= 0 {
		t.Errorf("got %+v, want many moves at 12 sockets and tables played to their end", r)
	}
	if r.Result.P50 <= 0 || r.LastUpdate.N == 0 || r.LastUpdate.P99 < r.LastUpdate.P50 || r.BytesPerUpdate < 40 {
		t.Errorf("got %+v, want times and bytes", r)
	}
}

func TestRun_ServerGone(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(floor.NewServer(recording(9)))
	server.Close()
	_, err := traffic.Run(t.Context(), &floor.Target{URL: server.URL, Seats: 2}, traffic.Options{Tables: 3, During: time.Hour})
	expect.Failure(t, err, "no server")
}
