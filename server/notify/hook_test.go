package notify_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/notify"
	"nemeton/server/notify/hook"
	"nemeton/server/notify/outgoing"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// receiver is a webhook.
type receiver struct {
	URL string

	mu     sync.Mutex // guards all below
	bodies []string
	last   *http.Request
	answer func(w http.ResponseWriter, r *http.Request)
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	v := &receiver{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		v.mu.Lock()
		v.bodies, v.last = append(v.bodies, string(body)), r
		answer := v.answer
		v.mu.Unlock()
		if answer != nil {
			answer(w, r)
		}
	}))
	v.URL = server.URL + "/hook?key=secret"
	t.Cleanup(server.Close)
	return v
}

func (v *receiver) answers(answer func(w http.ResponseWriter, r *http.Request)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.answer = answer
}

func (v *receiver) calls() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	list := v.bodies
	v.bodies = nil
	return list
}

func status(code int) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func TestHook_SignedCall(t *testing.T) {
	t.Parallel()
	f, v := newFixture(t), newReceiver(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	n, err := f.service.SetHook(t.Context(), f.Players[seat], v.URL, "standard")
	f.must(err)
	f.round(time.Second)
	got := v.calls()
	if len(got) != 1 {
		t.Fatalf("got %d calls, want 1", len(got))
	}
	h := v.last.Header
	expect.Equal(t, h.Get("webhook-signature"), "v1,"+hook.Sign(n.Webhook.Secret, h.Get("webhook-id"), h.Get("webhook-timestamp"), []byte(got[0])), "the signature")
	var body struct {
		Type string `json:"type"`
		Data struct {
			Table string `json:"table"`
			Text  string `json:"text"`
		} `json:"data"`
	}
	if err := json.Unmarshal([]byte(got[0]), &body); err != nil || body.Type != "table.turn" || body.Data.Table != string(id) || body.Data.Text != "Your turn: The Toy" {
		t.Errorf("got %s, %v", got[0], err)
	}
}

// The test vector of the specification of Standard Webhooks.
func TestHook_SignatureVector(t *testing.T) {
	t.Parallel()
	got := hook.Sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", []byte(`{"test": 2432232314}`))
	expect.Equal(t, got, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
}

func TestHook_Formats(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{"discord": `"content":"Nemeton\nThis is a test`, "slack": `"text":"Nemeton\nThis is a test`, "ntfy": "This is a test"} {
		f, v := newFixture(t), newReceiver(t)
		_, err := f.service.SetHook(t.Context(), f.Players[0], v.URL, format)
		f.must(err)
		must.Return(f.service.TestHook(t.Context(), f.Players[0]))(t)
		if got := v.calls(); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%s: got %q, want it to contain %q", format, got, want)
		}
	}
}

func TestHook_Misbehaving(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request)
		want   string
	}{
		"a failure": {status(http.StatusInternalServerError), "status 500"},
		"a redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		}, "status 302"},
		"a lost answer": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "unreachable"},
		"an endless answer": {func(w http.ResponseWriter, _ *http.Request) {
			for range 10_000 {
				if _, err := io.WriteString(w, strings.Repeat("x", 1000)); err != nil {
					return
				}
			}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newReceiver(t)
			f := newFixture(t, func(c *notify.Config) { c.Client = outgoing.NewClient(true) })
			v.answers(c.answer)
			_, err := f.service.SetHook(t.Context(), f.Players[0], v.URL, "standard")
			f.must(err)
			n, err := f.service.TestHook(t.Context(), f.Players[0])
			if err != nil || n.Webhook.Failing != c.want {
				t.Errorf("got %+v, %v; want failing %q", n.Webhook, err, c.want)
			}
			v.answers(nil)
			expect.Equal(t, must.Return(f.service.TestHook(t.Context(), f.Players[0]))(t).Webhook.Failing, "", "after a success")
		})
	}
}

// The guard looks at the dialed address, so that no name leads into a private network.
func TestHook_PrivateAddress(t *testing.T) {
	t.Parallel()
	v := newReceiver(t)
	f := newFixture(t, func(c *notify.Config) { c.Client = outgoing.NewClient(false) })
	_, err := f.service.SetHook(t.Context(), f.Players[0], v.URL, "standard")
	f.must(err)
	n, err := f.service.TestHook(t.Context(), f.Players[0])
	if err != nil || n.Webhook.Failing != "unreachable" || len(v.calls()) > 0 {
		t.Errorf("got %+v, %v", n.Webhook, err)
	}
	public := f.node(func(c *notify.Config) { c.Private = false })
	for _, bad := range []string{"http://example.org/", "https://a:b@example.org/", "ftp://example.org", "https://", "x"} {
		expect.Equal(t, apperr.CodeOf(expect.Second(public.SetHook(t.Context(), f.Players[0], bad, "standard"))), apperr.Invalid, bad)
	}
}

// The test of a webhook gives one answer, after the same time, to private addresses and their names, to ports that are not allowed, and to unknown names.
func TestHook_TestTellsNothing(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"https://127.0.0.1/", "https://localhost/", "https://10.1.2.3/", "https://nobody.invalid/", "https://127.0.0.1:25/"} {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, func(c *notify.Config) { c.Private, c.Client = false, outgoing.NewClient(false) })
			_, err := f.service.SetHook(t.Context(), f.Players[0], address, "standard")
			f.must(err)
			began := time.Now()
			n, err := f.service.TestHook(t.Context(), f.Players[0])
			if took := time.Since(began); err != nil || n.Webhook.Failing != "unreachable" || took < outgoing.DialTime {
				t.Errorf("got %+v, %v after %v; want unreachable, not before %v", n.Webhook, err, took, outgoing.DialTime)
			}
		})
	}
}

// A failing webhook is called again, each time later, and is off after a week of failures. A test that succeeds switches it on.
func TestHook_OffAfterAWeek(t *testing.T) {
	t.Parallel()
	f, v := newFixture(t), newReceiver(t)
	id := f.Running(f.registry, 2)
	seat := f.owing(id)
	player := f.Players[seat]
	_, err := f.service.SetHook(t.Context(), player, v.URL, "standard")
	f.must(err)
	v.answers(status(http.StatusBadGateway))
	for range 100 {
		f.round(time.Minute)
	}
	if calls := len(v.calls()); calls < 4 || calls > 8 {
		t.Errorf("got %d calls for one turn, want 4 to 8", calls)
	}
	f.clock.Add(7 * 24 * time.Hour)
	f.untilOwing(id, seat)
	f.round(time.Second)
	n, err := f.service.Describe(t.Context(), player)
	if err != nil || !n.Webhook.Off || n.Webhook.Failing != "status 502" {
		t.Errorf("got %+v, %v; want off", n.Webhook, err)
	}
	v.answers(nil)
	if n, err := f.service.TestHook(t.Context(), player); err != nil || n.Webhook.Off {
		t.Errorf("got %+v, %v after a successful test", n.Webhook, err)
	}
}

// The name of a person is text in a chat service: no link, no mention of a channel, no other markup.
func TestHook_NamesAreNoMarkup(t *testing.T) {
	t.Parallel()
	v := newReceiver(t)
	m := hook.Message{ID: "msg_1", Title: "[gold](https://evil.example) <!channel> is waiting", Body: "With *Ada* & `Ben`", URL: "https://games.example/t/a_b"}
	for format, want := range map[string]string{
		"discord": "{\"allowed_mentions\":{\"parse\":[]},\"content\":\"\\\\[gold\\\\](https\\\\://evil.example) \\\\\\u003c!channel\\\\\\u003e is waiting\\nWith \\\\*Ada\\\\* \\u0026 \\\\`Ben\\\\`\\nhttps://games.example/t/a_b\"}",
		"slack":   "{\"text\":\"[gold](https://evil.example) \\u0026lt;!channel\\u0026gt; is waiting\\nWith *Ada* \\u0026amp; `Ben`\\nhttps://games.example/t/a_b\"}",
	} {
		must.Succeed(t, hook.Send(t.Context(), http.DefaultClient, hook.Hook{URL: v.URL, Format: format}, m))
		if got := v.calls(); len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
	}
}

// A webhook that answers slowly delays no other channel: here both answer only once both were called.
func TestHook_SideBySide(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var called sync.WaitGroup
	called.Add(2)
	for player := range 2 {
		v := newReceiver(t)
		v.answers(func(http.ResponseWriter, *http.Request) {
			called.Done()
			called.Wait()
		})
		_, err := f.service.SetHook(t.Context(), f.Players[player], v.URL, "standard")
		f.must(err)
	}
	f.Running(f.registry, 2)
	f.round(time.Second)
	expect.Equal(t, f.meter.count["hook sent"], 2, "calls")
}

// A node that stands still for longer than its lease repeats the call that was under way, and leaves the others to the node that has claimed them meanwhile.
func TestHook_LeaseEnds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id, other := f.Running(f.registry, 2), f.Running(f.registry, 2)
	seat := f.owing(id)
	expect.Equal(t, f.owing(other), seat, "the seat that owes a move at the other table")
	v := newReceiver(t)
	_, err := f.service.SetHook(t.Context(), f.Players[seat], v.URL, "standard")
	f.must(err)
	node := f.node()
	v.answers(func(http.ResponseWriter, *http.Request) {
		v.answers(nil)
		f.clock.Add(6 * time.Minute)
		node.Round(t.Context())
	})
	f.round(time.Second)
	f.round(6 * time.Minute)
	expect.Equal(t, len(v.calls()), 3, "calls")
}
