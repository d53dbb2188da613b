package blackbox_test

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/testkit/must"
)

// A secret given as a flag appears neither on the admin address nor in the output of the server.
func TestServe_FlagsWithSecrets(t *testing.T) {
	t.Parallel()
	const secret = "hush-hush-hush-hush"
	admin := freeAddress(t)
	p := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "nemeton.db"), "--secret-key="+secret, "--nats", "nats://ada:"+secret+"@127.0.0.1:1",
		"--admin-addr", admin, "--log-level", "debug")
	for _, path := range []string{"/debug/pprof/cmdline", "/debug/pprof/goroutine?debug=2", "/debug/pprof/", "/metrics"} {
		req := must.Return(http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+admin+path, http.NoBody))(t)
		resp, err := http.DefaultClient.Do(req)
		must.Succeed(t, err)
		text, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK || strings.Contains(string(text), secret) {
			t.Errorf("%s: got %d, %v and the secret in the answer: %v", path, resp.StatusCode, err, strings.Contains(string(text), secret))
		}
		if path == "/debug/pprof/cmdline" && !strings.Contains(string(text), "serve\x00") {
			t.Errorf("got the command line %q, want the command in it", text)
		}
	}
	stopCleanly(t, p)
	if out := p.server.Output(); strings.Contains(out, secret) || !strings.Contains(out, "NATS") {
		t.Errorf("got the output\n%s\nwant a line about NATS without its password", out)
	}
}
