package httpapi_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	mrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"nemeton/engine"
	levels "nemeton/engine/bot"
	"nemeton/server/account"
	"nemeton/server/bot"
	"nemeton/server/chat"
	"nemeton/server/circle"
	"nemeton/server/door"
	"nemeton/server/httpapi"
	"nemeton/server/limit"
	"nemeton/server/lobby"
	"nemeton/server/notify"
	"nemeton/server/player"
	"nemeton/server/recovery"
	"nemeton/server/results"
	"nemeton/server/signedexport"
	"nemeton/server/store"
	"nemeton/server/suggestion"
	"nemeton/server/table"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/memlog"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/tabletest"
	"nemeton/texts/sources"
	"nemeton/web"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// noMeter records nothing.
type noMeter struct{}

func (noMeter) Request(string, string, int, time.Duration) {}
func (noMeter) Lesson(string, int, int, string)            {}
func (noMeter) Appended(time.Duration)                     {}
func (noMeter) Refused(string)                             {}
func (noMeter) TablesInMemory(int)                         {}
func (noMeter) SocketsOpen(int)                            {}
func (noMeter) Folded(int)                                 {}
func (noMeter) Rewound()                                   {}
func (noMeter) Restored()                                  {}
func (noMeter) Panicked()                                  {}
func (noMeter) Interrupted(bool)                           {}
func (noMeter) SlowReader()                                {}
func (noMeter) Limited(string)                             {}
func (noMeter) Damaged()                                   {}
func (noMeter) Notified(string, string)                    {}

// fixture is a server with real services behind its REST API, and the toy as its only title.
type fixture struct {
	t       *testing.T
	clock   *tabletest.Clock
	store   store.Store
	doors   *door.Service
	people  *player.Service
	handler http.Handler
	url     string
	log     *memlog.Log
}

// maxDaily is the number of tables that a player of a fixture may create within a day.
const maxDaily = 40

func newFixture(t *testing.T, change ...func(*httpapi.Config)) *fixture {
	t.Helper()
	return newFixtureBehind(t, door.Open, change...)
}

// newFixtureBehind is newFixture with another door. Members may make codes.
func newFixtureBehind(t *testing.T, kind door.Kind, change ...func(*httpapi.Config)) *fixture {
	t.Helper()
	return newFixtureOn(t, sqlitetest.Open(t), kind, change...)
}

func newFixtureOn(t *testing.T, s store.Store, kind door.Kind, change ...func(*httpapi.Config)) *fixture {
	t.Helper()
	h := &fixture{t: t, store: s, clock: tabletest.NewTicking(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), log: &memlog.Log{}}
	title := toy.Title{}
	registry := table.NewRegistry(table.Config{
		Store: s, Node: store.Node{ID: "a node", Reads: engine.ReadsOf([]engine.Title{title})}, Title: func(id string) (engine.Title, bool) { return title, id == title.Info().ID },
		Now: h.clock.Now, Entropy: rand.Reader, Log: zerolog.Nop(), Meter: noMeter{}, Poll: time.Hour, StandIn: string(levels.Medium),
	})
	rooms := lobby.NewService(lobby.Config{
		Store: s, Authority: registry, Titles: []engine.Title{title}, MaxTables: 5, MaxDaily: maxDaily,
		Now: h.clock.Now, NewID: newID, Entropy: rand.Reader,
	})
	people := player.NewService(player.Config{
		Store: s, Lobby: rooms, EndSession: registry.EndSession, Now: h.clock.Now, NewID: newID, Entropy: rand.Reader,
	})
	h.people = people
	bots := bot.NewService(bot.Config{
		Store: s, Now: h.clock.Now, Seed: mrand.Uint64, Log: zerolog.Nop(), Think: time.Hour,
		After: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop },
	})
	bots.Start(registry)
	t.Cleanup(bots.Close)
	talk := chat.NewService(chat.Config{
		Store: s, Now: h.clock.Now, NewID: newID, Log: zerolog.Nop(), Allow: func(store.PlayerID) (time.Duration, bool) { return 0, true },
	})
	talk.Start(registry)
	t.Cleanup(talk.Close)
	notifications, err := notify.NewService(context.Background(), notify.Config{
		Store: s, Tables: registry, Meter: noMeter{}, Log: zerolog.Nop(), Now: h.clock.Now, NewID: newID, Entropy: rand.Reader,
		Public: "https://games.example", Contact: "mailto:operator@example.org", Private: true, Client: http.DefaultClient,
	})
	must.Succeed(t, err)
	h.doors = door.NewService(door.Config{Kind: kind, Members: true, Store: s, Now: h.clock.Now, NewID: newID, Entropy: rand.Reader})
	accounts := account.NewService(account.Config{
		Store: s, Mail: notifications, NewSession: people.NewSession, Create: people.Create, Tell: func(context.Context, store.AccountEvent) {},
		Merged: func(context.Context, store.Merged) {}, Now: h.clock.Now, NewID: newID, Entropy: rand.Reader,
	})
	recoveries := recovery.NewService(recovery.Config{
		Store: s, Tables: registry, Tell: func(context.Context, store.Recovery, recovery.News) error { return nil }, Now: h.clock.Now,
	})
	ok := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }
	cfg := httpapi.Config{
		Now:      h.clock.Now,
		Circle:   circle.NewService(circle.Config{Store: s, Tables: registry, Now: h.clock.Now}),
		Accounts: accounts, Door: h.doors, Recoveries: recoveries,
		Players: people, Lobby: rooms, History: results.NewService(s), Chat: talk, Tables: registry, Hints: bots, Notify: notifications, TurnFeed: notify.NewTurnFeed(s, 0), PlayerSocket: http.HandlerFunc(ok), PlayerEvents: http.HandlerFunc(ok), Events: http.HandlerFunc(ok), Signer: signedexport.New(s, h.clock.Now, rand.Reader), Client: client(), Live: ok, Ready: ok, Meter: noMeter{},
		Log: zerolog.New(h.log), NewID: newID, Limits: limit.NewLimiter(limit.Limits{}, h.clock.Now, noMeter{}),
		Suggestions: suggestion.NewService(suggestion.Config{Store: s, Sources: sources.New(web.TitleTexts), Now: h.clock.Now}),
		Socket: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c, err := httpapi.Caller(r)
			_, canHijack := w.(http.Hijacker)
			_ = json.NewEncoder(w).Encode(map[string]any{
				"table": chi.URLParam(r, "id"), "player": c.Player.ID, "refused": err != nil, "hijack": canHijack,
			})
		}),
	}
	for _, c := range change {
		c(&cfg)
	}
	h.handler = httpapi.New(cfg)
	server := httptest.NewServer(h.handler)
	h.url = server.URL
	t.Cleanup(func() {
		server.Close()
		registry.Drain()
		registry.Close()
	})
	return h
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func client() fs.FS {
	return fstest.MapFS{
		"index.html":       {Data: []byte("<!doctype html><title>Nemeton</title>")},
		"assets/app-12.js": {Data: bytes.Repeat([]byte("let a = 1;\n"), 200)},
	}
}

// answer is the answer to a request.
type answer struct {
	t      *testing.T
	status int
	header http.Header
	body   []byte
}

// code returns the code of a problem document; empty for success.
func (a answer) code() string {
	a.t.Helper()
	if a.status < 400 {
		return ""
	}
	expect.Equal(a.t, a.header.Get("Content-Type"), "application/problem+json", "a refusal", a.status, "has the type")
	var p struct {
		Code    string
		Status  int
		Title   string
		Detail  string
		Request string
	}
	a.into(&p)
	if p.Status != a.status || p.Title == "" || p.Detail == "" || p.Request == "" {
		a.t.Errorf("got an incomplete problem document: %s", a.body)
	}
	return p.Code
}

func (a answer) into(v any) {
	a.t.Helper()
	must.Succeed(a.t, json.Unmarshal(a.body, v), "cannot decode", a.body)
}

// want checks the status and, for refusals, the code.
func (a answer) want(status int, code string) answer {
	a.t.Helper()
	if got := a.code(); a.status != status || got != code {
		a.t.Fatalf("got %d %q, want %d %q: %s", a.status, got, status, code, a.body)
	}
	return a
}

func (h *fixture) send(r *http.Request) answer {
	h.t.Helper()
	res, err := http.DefaultTransport.RoundTrip(r)
	must.Succeed(h.t, err)
	defer func() { _ = res.Body.Close() }()
	body := must.Return(io.ReadAll(res.Body))(h.t)
	wantDescribed(h.t, r, res.StatusCode)
	return answer{h.t, res.StatusCode, res.Header, body}
}

// request makes a request to the API. body is nil, a string that is sent as it is, or a value to encode.
func (h *fixture) request(method, path string, body any) *http.Request {
	h.t.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	default:
		var err error
		if raw, err = json.Marshal(b); err != nil {
			h.t.Fatal(err)
		}
	}
	r := must.Return(http.NewRequestWithContext(context.Background(), method, h.url+"/api/v1"+path, bytes.NewReader(raw)))(h.t)
	if raw != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if strings.HasSuffix(r.URL.Path, "/socket") {
		maps.Copy(r.Header, handshake())
	}
	return r
}

// handshake is the headers of a client that opens a socket.
func handshake() http.Header {
	return http.Header{
		"Connection": {"keep-alive, Upgrade"}, "Upgrade": {"WebSocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="},
	}
}

// person sends requests with a token; the zero token is anonymous.
type person struct {
	h               *fixture
	id, name, token string
}

func (h *fixture) nobody() person { return person{h: h} }

func (h *fixture) guest(name string) person {
	h.t.Helper()
	var in struct {
		Player struct{ ID, Name string }
		Token  string
	}
	h.nobody().call("POST", "/players", map[string]any{"name": name}).want(201, "").into(&in)
	return person{h: h, id: in.Player.ID, name: in.Player.Name, token: in.Token}
}

func (p person) call(method, path string, body any) answer {
	p.h.t.Helper()
	r := p.h.request(method, path, body)
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	return p.h.send(r)
}
