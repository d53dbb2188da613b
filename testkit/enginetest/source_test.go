package enginetest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestLaws_CatchImpureSource(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ source, want string }{
		"clock":       {`import "time"; func f() { _ = time.Now() }`, "imports time"},
		"file":        {`import "os"; func f() { os.Exit(1) }`, "imports os"},
		"network":     {`import "net/http"; var c http.Client`, "imports net/http"},
		"foreign":     {`import "github.com/google/go-cmp/cmp"; var c = cmp.Diff`, "imports github.com"},
		"other title": {`import "nemeton/engine/meduris"; var c meduris.Title`, "imports nemeton/engine/meduris"},
		"goroutine":   {`func f() { go f() }`, "starts a goroutine"},
		"select":      {`func f(c chan int) { select { case <-c: default: } }`, "selects"},
		"chance":      {`import "math/rand/v2"; func f() int { return rand.IntN(6) }`, "global chance rand.IntN"},
		"counter":     {`var n int; func f() { n++ }`, "package variable n"},
		"cache":       {`var m = map[int]int{}; func f() { m[1] = 2 }`, "package variable m"},
		"address":     {`var n int; func f() *int { return &n }`, "package variable n"},
		"emptied":     {`var m = map[int]int{}; func f() { clear(m) }`, "package variable m"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := breakSource(t, c.source)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestLaws_AllowPureSource(t *testing.T) {
	t.Parallel()
	err := breakSource(t, `import ("math/rand/v2"; "nemeton/engine"); var table = []int{1, 2}
		func f(r *rand.Rand, _ engine.Seat) int { table := []int{3}; table[0] = r.IntN(6); return table[0] }`)
	expect.Error(t, err, nil)
}

func breakSource(t *testing.T, source string) error {
	t.Helper()
	dir := t.TempDir()
	must.Succeed(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n"+source), 0o600))
	return enginetest.LawOf(t, "source").Break(toy.Title{}, enginetest.Options{Dir: dir})
}
