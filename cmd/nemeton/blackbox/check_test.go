package blackbox_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// The short game for hosts keeps all promises, and a server that is none fails.
func TestCheck(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"meduris", "druids", "pangea"} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			expect.Contains(t, string(must.Return(command(t, "check", sharedOn(t, "sqlite").url, "--title", title).CombinedOutput())(t)), "all promises kept: ")
		})
	}
	t.Run("a server with limits", func(t *testing.T) {
		t.Parallel()
		p := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "nemeton.db"), "--limits", "on")
		if out, err := command(t, "check", p.url).CombinedOutput(); err != nil {
			t.Errorf("got %v, %s", err, out)
		}
	})
	t.Run("no server", func(t *testing.T) {
		t.Parallel()
		expect.Failure(t, expect.Second(command(t, "check", "http://127.0.0.1:1").CombinedOutput()))
	})
}

// The example for authors of bots plays a whole game of each title.
func TestExample(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	p := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "nemeton.db"), "--bot-pause", "1ms", "--limits", "off")
	out, err := exec.CommandContext(t.Context(), program(t, example), p.url).CombinedOutput()
	if lines := strings.Split(strings.TrimSpace(string(out)), "\n"); err != nil || len(lines) != 3 {
		t.Errorf("got %v and %s, want the scores of three games", err, out)
	}
}
