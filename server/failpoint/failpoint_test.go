package failpoint_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"nemeton/server/failpoint"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// TestMain runs a program that reaches a point if the environment asks for it.
func TestMain(m *testing.M) {
	if os.Getenv(failpoint.Variable) != "" {
		failpoint.Reach(failpoint.Answer)
		failpoint.Reach(failpoint.Append)
		os.Exit(7)
	}
	os.Exit(m.Run())
}

// A program with failpoints ends at the point that the file names, and at no other. A program without them passes all points.
func TestReach(t *testing.T) {
	t.Parallel()
	for point, reached := range map[failpoint.Point]bool{failpoint.Append: true, failpoint.Publish: false, "": false} {
		file := filepath.Join(t.TempDir(), "point")
		must.Succeed(t, os.WriteFile(file, []byte(point), 0o600))
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), failpoint.Variable+"="+file)
		var exit *exec.ExitError
		if err := cmd.Run(); !errors.As(err, &exit) {
			t.Fatalf("point %q: got %v, want an exit code", point, err)
		}
		killed := exit.ExitCode() != 7
		expect.Equal(t, killed, reached && failpoint.Enabled, "point", point, "exit code", exit.ExitCode())
		if _, err := os.Stat(file); (err != nil) != killed {
			t.Errorf("point %q: got %v for the file, want it removed by a kill only", point, err)
		}
	}
}
