package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"nemeton/cmd/nemeton/internal/commands"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/bundle"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
	"nemeton/web"
)

// needClient skips a test of the built client in a clone without one, as in make test-quick.
func needClient(t *testing.T) {
	t.Helper()
	if !commands.ClientBuilt() {
		t.Skip("the web client is not built: make web")
	}
}

// The hash that the version states is the hash of the list that the program prints and its server publishes.
func TestBundle(t *testing.T) {
	t.Parallel()
	needClient(t)
	list := command(t, 0, "bundle")
	if hash := bundle.Hash([]byte(list)); !strings.Contains(command(t, 0, "version"), "\nweb client "+hash+"\n") {
		t.Errorf("the version does not state the hash %s", hash)
	}
	r := start(t, database(t))
	expect.Equal(t, string(expect.Second(ask(t, http.MethodGet, r.url+bundle.Path, "", nil, nil))), list, "from the command")
	for _, name := range []string{"index.html", "check.html"} {
		expect.Contains(t, list, "  "+name+"\n", "the list lacks", name)
	}
	expect.Error(t, r.stop(), nil, "the server did not stop")
}

// The page that works without a server is the file that the server sends, byte for byte.
func TestCheckPage(t *testing.T) {
	t.Parallel()
	needClient(t)
	want := must.Return(fs.ReadFile(web.Client(), "check.html"))(t)
	if got := command(t, 0, "check-page"); got != string(want) || !strings.Contains(got, "default-src 'none'") {
		t.Errorf("got %d bytes, want the %d of the page with its policy", len(got), len(want))
	}
}

// The twelfth live attack: the server sends another web client. A middleman that changes one script, adds one to the page of a table, or publishes a
// list that fits its changes, is found.
func TestLiveAttack_AnotherBundle(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	needClient(t)
	r := start(t, database(t))
	behind := must.Return(url.Parse(r.url))(t)
	own := wiring.OwnBundle()
	_, rest, found := strings.Cut(own, "  assets/index-")
	name, _, ended := strings.Cut(rest, "\n")
	if !found || !ended {
		t.Fatal("the client has no script")
	}
	script := "/assets/index-" + name
	planted := []byte("<script>evil()</script>")
	for name, c := range map[string]struct {
		change func(path string, body []byte) []byte
		args   []string
		code   int
		want   string
	}{
		"the server itself":    {func(_ string, body []byte) []byte { return body }, nil, 0, "the server serves the bundle " + bundle.Hash([]byte(own))},
		"itself, with a hash":  {func(_ string, body []byte) []byte { return body }, []string{"--hash", bundle.Hash([]byte(own))}, 0, "the server serves the bundle"},
		"an unpublished hash":  {func(_ string, body []byte) []byte { return body }, []string{"--hash", strings.Repeat("0", 64)}, 2, "the server states the bundle"},
		"a changed script":     {plant(script, planted), nil, 1, "DIFFERENT: " + script},
		"the page of a table":  {plant("/t/", planted), nil, 1, "DIFFERENT: /t/"},
		"the page for records": {plant("/check.html", planted), nil, 1, "DIFFERENT: /check.html"},
		"with a hash":          {plant(script, planted), []string{"--hash", bundle.Hash([]byte(own))}, 1, "DIFFERENT: " + script},
		"a list that fits": {func(path string, body []byte) []byte {
			changed := plant(script, planted)(path, body)
			if path == bundle.Path {
				changed = bytes.Replace(body, []byte(own[:64]), []byte(strings.Repeat("1", 64)), 1)
			}
			return changed
		}, nil, 1, "the server states the bundle"},
	} {
		server := httptest.NewServer(middleman(behind, c.change))
		expect.Contains(t, command(t, c.code, append([]string{"bundle", "check", server.URL}, c.args...)...), c.want, name)
		server.Close()
	}
	expect.Contains(t, command(t, 2, "bundle", "check", "http://127.0.0.1:1"), "refused", "no server")
	expect.Error(t, r.stop(), nil, "the server did not stop")
}

// plant returns a change that adds bytes to the answers of one address, or of all below it.
func plant(address string, planted []byte) func(string, []byte) []byte {
	return func(path string, body []byte) []byte {
		if path == address || strings.HasSuffix(address, "/") && strings.HasPrefix(path, address) {
			return append(bytes.Clone(body), planted...)
		}
		return body
	}
}

// middleman forwards requests to a server, and changes the bodies of its answers.
func middleman(behind *url.URL, change func(path string, body []byte) []byte) http.Handler {
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(behind)
		r.Out.Header.Del("Accept-Encoding") // the bodies must be plain
	}}
	proxy.ModifyResponse = func(response *http.Response) error {
		body, err := io.ReadAll(response.Body)
		if err = errors.Join(err, response.Body.Close()); err != nil {
			return err
		}
		body = change(response.Request.URL.Path, body)
		response.Body = io.NopCloser(bytes.NewReader(body))
		response.ContentLength = int64(len(body))
		response.Header.Del("Content-Length")
		return nil
	}
	return proxy
}
