//go:build !race

// The race detector makes whole servers ten times slower, so scripts/test-go runs these tests without it.

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"nemeton/engine"
	"nemeton/engine/druids"
	"nemeton/server/store"
	"nemeton/testkit/secrecy"
	"nemeton/testkit/testsize"
)

// hidden is a hash of the views of all seats. It is the high half of FNV, whose lowest bit is the same for any order of the cards.
func hidden(t *secrecy.Title) uint32 {
	h := fnv.New32a()
	if s := t.FullState(); s != nil {
		for seat := range engine.Seat(5) {
			func() {
				defer func() { _ = recover() }() // the table has no such seat
				raw, _ := json.Marshal(s.View(engine.SeatViewer(seat)))
				_, _ = h.Write(raw)
			}()
		}
	}
	return h.Sum32() >> 16
}

// inAnswer plants a leak into the answers of all paths that contain the text. change receives the hidden number.
func inAnswer(path string, change func(a *httptest.ResponseRecorder, n uint32)) secrecy.Leak {
	return secrecy.Leak{Request: func(next http.Handler, title *secrecy.Title) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.Contains(r.Method+" "+r.URL.RequestURI(), path) || secrecy.IsLive(r) {
				next.ServeHTTP(w, r)
				return
			}
			a := httptest.NewRecorder()
			next.ServeHTTP(a, r)
			change(a, hidden(title))
			maps.Copy(w.Header(), a.Header())
			w.Header().Del("Content-Length")
			w.WriteHeader(a.Code)
			_, _ = a.Body.WriteTo(w)
		})
	}}
}

// outOfTime is the answer of a server whose store does not answer.
func outOfTime(a *httptest.ResponseRecorder) {
	a.Code = http.StatusServiceUnavailable
	a.Body = bytes.NewBufferString(`{"title":"Service Unavailable","status":503,"code":"unavailable"}`)
}

func header(a *httptest.ResponseRecorder, n uint32) { a.Header().Set("X-Leak", fmt.Sprint(n)) }

// onSocket plants a leak into the bytes that sockets send. change receives every write and the hidden number.
func onSocket(change func(p []byte, n uint32) []byte) secrecy.Leak {
	return secrecy.Leak{Request: func(next http.Handler, title *secrecy.Title) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Upgrade") != "" {
				w = leaky{w, func(p []byte) []byte { return change(p, hidden(title)) }}
			}
			next.ServeHTTP(w, r)
		})
	}}
}

// leaky is a ResponseWriter that changes the writes of its connection after the upgrade to a socket.
type leaky struct {
	http.ResponseWriter
	change func([]byte) []byte
}

func (l leaky) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	h, ok := l.ResponseWriter.(http.Hijacker)
	if !ok {
		return nil, nil, errors.New("no connection to take over")
	}
	conn, rw, err := h.Hijack()
	if err != nil {
		return nil, nil, err
	}
	wrapped := leakyConn{conn, l.change}
	return wrapped, bufio.NewReadWriter(rw.Reader, bufio.NewWriterSize(wrapped, 1<<20)), nil
}

type leakyConn struct {
	net.Conn
	change func([]byte) []byte
}

func (l leakyConn) Write(p []byte) (int, error) {
	if _, err := l.Conn.Write(l.change(bytes.Clone(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// inMessage leaks a bit through the spelling of a key in messages with the tag.
func inMessage(tag, word string) secrecy.Leak {
	return onSocket(func(p []byte, n uint32) []byte {
		if n%2 == 1 && bytes.Contains(p, []byte(`"t":"`+tag+`"`)) {
			return bytes.ReplaceAll(p, []byte(word), []byte(strings.ToUpper(word)))
		}
		return p
	})
}

// onStream plants a leak into the bytes that event streams send, as inMessage.
func onStream(tag, word string) secrecy.Leak {
	return secrecy.Leak{Request: func(next http.Handler, title *secrecy.Title) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/events") {
				w = leakyStream{w, title, tag, word}
			}
			next.ServeHTTP(w, r)
		})
	}}
}

// leakyStream is the ResponseWriter of an event stream that leaks.
type leakyStream struct {
	http.ResponseWriter
	title     *secrecy.Title
	tag, word string
}

func (l leakyStream) Unwrap() http.ResponseWriter { return l.ResponseWriter }

func (l leakyStream) Write(p []byte) (int, error) {
	text := p
	if hidden(l.title)%2 == 1 && bytes.Contains(p, []byte(`"t":"`+l.tag+`"`)) {
		text = bytes.ReplaceAll(p, []byte(l.word), []byte(strings.ToUpper(l.word)))
	}
	_, err := l.ResponseWriter.Write(text)
	return len(p), err
}

// oneMore sends an additional WebSocket frame if the hidden number is odd.
func oneMore(p []byte, n uint32) []byte {
	if n%2 == 1 && bytes.Contains(p, []byte(`"t":"update"`)) {
		return append([]byte("\x81\x0c{\"t\":\"more\"}"), p...)
	}
	return p
}

// otherClose closes sockets with a code that depends on the hidden number.
func otherClose(p []byte, n uint32) []byte {
	if len(p) > 4 && p[0] == 0x88 {
		p[2], p[3] = 0x11, byte(n)
	}
	return p
}

// leakyTitle is a title whose state or registry leaks.
type leakyTitle struct {
	*secrecy.Title
	registry *engine.Registry
	state    func(engine.State, *secrecy.Title) engine.State
}

func (l leakyTitle) Registry() *engine.Registry {
	if l.registry != nil {
		return l.registry
	}
	return l.Title.Registry()
}

func (l leakyTitle) Blank(setup engine.Setup) engine.State {
	if l.state != nil {
		return l.state(l.Title.Blank(setup), l.Title)
	}
	return l.Title.Blank(setup)
}

// telltale is a title with an effect that follows hidden cards.
type telltale struct{ *secrecy.Title }

func (t telltale) Effects(k engine.Knowledge, d engine.Decision) [][]engine.Effect {
	list := t.Title.Effects(k, d)
	for i := range list {
		list[i] = append(list[i], engine.NewEffect("hand", engine.Whole("cards", int(hidden(t.Title)))))
	}
	return list
}

// gossip is a state that leaks hidden data: in decision ids, or in some views.
type gossip struct {
	engine.State
	title  *secrecy.Title
	ids    bool
	inView func(engine.State) bool // the states whose views leak
}

func (g gossip) Clone() engine.State {
	g.State = g.State.Clone()
	return g
}

func (g gossip) Undo(events []engine.Event) engine.Undo {
	if u, ok := g.State.(engine.Undoer); ok {
		return u.Undo(events)
	}
	return engine.UndoNever
}

func (g gossip) View(v engine.Viewer) any {
	view := struct {
		View any    `json:"view"`
		Leak uint32 `json:"leak"`
	}{View: g.State.View(v)}
	if g.inView(g.State) {
		view.Leak = hidden(g.title)
	}
	return view
}

func (g gossip) Open() []engine.Decision {
	list := append([]engine.Decision{}, g.State.Open()...)
	if g.ids && len(list) > 0 {
		list[0].No += 1000 * (hidden(g.title) % 97)
	}
	return list
}

func never(engine.State) bool  { return false }
func always(engine.State) bool { return true }

// isMidway reports whether further events of the same entry follow.
func isMidway(s engine.State) bool { return s.Outcome() == nil && len(s.Open()) == 0 }

func stateLeak(ids bool, inView func(engine.State) bool) secrecy.Leak {
	return secrecy.Leak{Title: func(t *secrecy.Title) engine.Title {
		return leakyTitle{Title: t, state: func(s engine.State, t *secrecy.Title) engine.State { return gossip{s, t, ids, inView} }}
	}}
}

// eventLeak sends every event to all viewers without redaction.
func eventLeak() secrecy.Leak {
	types := druids.Title{}.Registry().Types()
	for i := range types {
		types[i].Redact = engine.Public
		types[i].Reveals = ""
	}
	registry := engine.NewRegistry(types...)
	return secrecy.Leak{Title: func(t *secrecy.Title) engine.Title { return leakyTitle{Title: t, registry: registry} }}
}

// rowLeak is a store that leaks the hidden number in players' names.
type rowLeak struct {
	store.Store
	title *secrecy.Title
}

func (r rowLeak) PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	names, err := r.Store.PlayerNames(ctx, ids)
	for id := range names {
		names[id] += fmt.Sprint(hidden(r.title))
	}
	return names, err
}

type secretLeak struct{ store.Store }

func (r secretLeak) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	t, err := r.Store.Table(ctx, id)
	t.Invite = hex.EncodeToString(t.Secret[:4])
	return t, err
}

// The comparison finds every planted leak. Without this test, a comparison without differences would prove nothing.
func TestSecrecy_FindsPlantedLeaks(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	leaks := map[string]secrecy.Leak{
		"a view tells more":                   stateLeak(false, always),
		"a view between events tells more":    stateLeak(false, isMidway),
		"the ids of decisions follow cards":   stateLeak(true, never),
		"events are told whole":               eventLeak(),
		"an effect follows cards":             {Title: func(t *secrecy.Title) engine.Title { return telltale{t} }},
		"a name follows cards":                {Store: func(s store.Store, t *secrecy.Title) store.Store { return rowLeak{s, t} }},
		"an invite follows the secret":        {Store: func(s store.Store, _ *secrecy.Title) store.Store { return secretLeak{s} }},
		"snapshots are spelled otherwise":     inMessage("snapshot", "seq"),
		"updates are spelled otherwise":       inMessage("update", "seq"),
		"results are spelled otherwise":       inMessage("result", "message"),
		"presence is spelled otherwise":       inMessage("presence", "seats"),
		"table frames are spelled otherwise":  inMessage("table", "title"),
		"chat frames are spelled otherwise":   inMessage("chat", "channel"),
		"a stream spells snapshots otherwise": onStream("snapshot", "seq"),
		"a stream spells updates otherwise":   onStream("update", "seq"),
		"a frame more":                        onSocket(oneMore),
		"another close code":                  onSocket(otherClose),
		"the length of an answer": inAnswer("/view", func(a *httptest.ResponseRecorder, n uint32) {
			a.Body.WriteString(strings.Repeat(" ", int(n%100)))
		}),
		"the status of an answer": inAnswer("/export", func(a *httptest.ResponseRecorder, n uint32) { a.Code = 400 + int(n%90) }),
		"a store that is out of reach": inAnswer("mine=1", func(a *httptest.ResponseRecorder, n uint32) {
			if n%2 == 1 {
				outOfTime(a)
			}
		}),
		"the text of a refusal": inAnswer("POST", func(a *httptest.ResponseRecorder, n uint32) {
			text := bytes.ReplaceAll(a.Body.Bytes(), []byte(`"detail":"`), fmt.Appendf(nil, `"detail":"%d `, n))
			a.Body = bytes.NewBuffer(text)
		}),
	}
	for _, path := range []string{"/view", "/log", "/export", "state=running", "mine=1", "/sessions", "/hint", "/chat", "/reactions", "/takeover", "/rematch", "/start", "/seats", "HEAD", "DELETE"} {
		leaks["a header of "+path] = inAnswer(path, header)
	}
	// A short run plants some leaks of all kinds, a long run all.
	names := slices.Sorted(maps.Keys(leaks))
	planted := min(len(names), *secrecyStates/12)
	for i := range planted {
		name := names[i*len(names)/planted]
		leak := leaks[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, err := secrecy.Compare(startServer, druids.Title{}, secrecy.Options{
				States: 200, Dir: t.TempDir(), Seed: 1, Leak: leak, AllRequests: true,
			})
			var found *secrecy.Difference
			if !errors.As(err, &found) {
				t.Errorf("got %v, want a difference; %s", err, report)
			}
		})
	}
}

// If standstills are allowed, a pause of the machine ends one game and not the comparison.
func TestSecrecy_Standstill(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for allowed := range 2 {
		var views atomic.Int64
		still := inAnswer("/view", func(a *httptest.ResponseRecorder, _ uint32) {
			if views.Add(1) == 20 {
				outOfTime(a)
			}
		})
		report, err := secrecy.Compare(startServer, druids.Title{}, secrecy.Options{States: 40, Dir: t.TempDir(), Seed: 1, Leak: still, AllowedTimeouts: allowed})
		if goneOn := err == nil && report.States >= 40 && report.Games > 1; len(report.Abandoned) != allowed || goneOn != (allowed == 1) {
			t.Errorf("%d standstills allowed: got %v, %s; want 40 states after one game that was given up, or an error where none may be", allowed, err, report)
		}
	}
}
