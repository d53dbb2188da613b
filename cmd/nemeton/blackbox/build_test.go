package blackbox_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"nemeton/testkit/must"
)

// These are builds of the program, each made once. -w omits debug information, which halves the time of the linker. The race detector makes a server
// several times slower, so only tests with much going on at once use it, and only if the environment has its flags (scripts/test-go). The tests
// themselves need none, because they only send and receive.
var (
	plain      = build("nemeton", "cmd/nemeton")
	raced      = withRaceDetector()
	failpoints = build("nemeton-failpoints", "cmd/nemeton", "-tags", "failpoint")
	laboratory = build("nemeton-lab", "cmd/nemeton-lab")
	example    = build("example", "client/example")
)

// racedFlags is the environment variable with the flags of a build with the race detector.
const racedFlags = "NEMETON_RACED_GOFLAGS"

func withRaceDetector() func() (string, error) {
	if os.Getenv(racedFlags) == "" {
		return plain
	}
	return build("nemeton-raced", "cmd/nemeton", "-race")
}

// build builds a command, which a folder of this module holds, into a file.
func build(name, command string, flags ...string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		path := filepath.Join(buildFolder, name)
		args := append(append([]string{"build", "-ldflags=-w", "-o", path}, flags...), "nemeton/"+command)
		cmd := exec.Command("go", args...)
		if slices.Contains(flags, "-race") {
			// The flags of the tests that run with the race detector, so that both share the build cache.
			cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" "+os.Getenv(racedFlags))
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build: %w\n%s", err, out)
		}
		return path, nil
	})
}

func program(t *testing.T, build func() (string, error)) string {
	t.Helper()
	return must.Return(build())(t)
}
