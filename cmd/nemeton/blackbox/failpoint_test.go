package blackbox_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	playprocess "nemeton/play/process"
	"nemeton/play/torture"
	"nemeton/server/failpoint"
	"nemeton/testkit/testsize"
)

// The server dies between two steps of a command: before its commit, after it, before the answer, and before the message to the other nodes. Every
// acknowledged move is kept, and a resent command is applied once.
func TestTorture_Failpoints(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	path := program(t, failpoints)
	onBothStores(t, func(t *testing.T, database string) {
		dir := t.TempDir()
		file := filepath.Join(dir, "failpoint")
		p := &process{t: t, server: newServer(path, dir, database)}
		p.server.Setenv(failpoint.Variable, file)
		t.Cleanup(func() {
			p.kill()
			if t.Failed() {
				t.Logf("output of the server:\n%s", p.server.Output())
			}
		})
		for _, point := range []failpoint.Point{failpoint.Append, failpoint.Stored, failpoint.Answer, failpoint.Publish} {
			p.restart()
			sum := runFaults(t, p, database, testsize.Pick(1, 2, 30), crashAt(p.server, file, point))
			if sum.Outages == 0 {
				t.Errorf("point %s: got %+v, want outages that players noticed", point, sum)
			}
		}
	})
}

// crashAt returns a fault that lets the server end itself at the point and starts it again. The server must be built with failpoints and have
// the file in its environment. The point must be on the path of every move, because the fault waits until the server has reached it.
func crashAt(s *playprocess.Server, file string, point failpoint.Point) torture.Fault {
	return func(ctx context.Context, _ *rand.Rand) error {
		if err := os.WriteFile(file, []byte(point), 0o600); err != nil {
			return err
		}
		select {
		case <-s.Exited():
		case <-ctx.Done():
			return ctx.Err()
		}
		return s.Start()
	}
}
