package blackbox_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/testkit/testsize"
)

// The short game for hosts keeps all promises, and a server that is none fails.
func TestCheck(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"meduris", "druids", "pangea"} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			out, err := command(t, "check", sharedOn(t, "sqlite").url, "--title", title).CombinedOutput()
			if err != nil || !strings.Contains(string(out), "all promises kept: ") {
				t.Errorf("got %v, %s", err, out)
			}
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
		if out, err := command(t, "check", "http://127.0.0.1:1").CombinedOutput(); err == nil {
			t.Errorf("got success: %s", out)
		}
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
