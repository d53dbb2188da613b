//go:build !race

// The race detector makes whole servers ten times slower, so scripts/test-go runs these tests without it.

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/druids"
	"nemeton/testkit/expect"
	"nemeton/testkit/secrecy"
	"nemeton/testkit/testsize"
)

// Hidden data appears in no message, in no log line and in no metric. A long run plays whole games.
func TestSecrecy_Canary(t *testing.T) {
	t.Parallel()
	titles := catalog.Titles()
	for _, title := range titles {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			report, err := secrecy.Canary(startServer, title, secrecy.Options{
				States: max(1, *secrecyStates/len(titles)/25), MaxEntries: testsize.Pick[engine.Seq](40, 80, 0), For: *secrecyFor, Seed: *secrecySeed, Dir: t.TempDir(),
			})
			t.Logf("%d entries of %d games, %d texts searched", report.States, report.Games, report.Compared)
			expect.Error(t, err, nil)
		})
	}
}

// everything returns the encoded views of both seats.
func everything(t *secrecy.Title) string {
	s := t.FullState()
	if s == nil {
		return ""
	}
	var all []any
	for seat := range engine.Seat(2) {
		all = append(all, s.View(engine.SeatViewer(seat)))
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return ""
	}
	return string(raw)
}

// besides sends an additional message with everything before each message with the tag.
func besides(tag string) secrecy.Leak {
	return secrecy.Leak{Request: func(next http.Handler, title *secrecy.Title) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Upgrade") != "" {
				w = leaky{w, func(p []byte) []byte {
					if !bytes.Contains(p, []byte(`"t":"`+tag+`"`)) {
						return p
					}
					text := `{"t":"` + tag + `","leak":` + everything(title) + `}`
					frame := binary.BigEndian.AppendUint16([]byte{0x81, 126}, uint16(len(text)))
					return append(append(frame, text...), p...)
				}}
			}
			next.ServeHTTP(w, r)
		})
	}}
}

// answered plants a leak into the answers of a path. change receives everything.
func answered(path string, change func(a *httptest.ResponseRecorder, all string)) secrecy.Leak {
	var of *secrecy.Title
	leak := inAnswer(path, func(a *httptest.ResponseRecorder, _ uint32) { change(a, everything(of)) })
	door := leak.Request
	leak.Request = func(next http.Handler, title *secrecy.Title) http.Handler {
		of = title
		return door(next, title)
	}
	return leak
}

// chatty is a log writer that adds everything to each line.
type chatty struct {
	io.Writer
	title *secrecy.Title
}

func (c chatty) Write(p []byte) (int, error) {
	quoted, err := json.Marshal(map[string]string{"state": everything(c.title)})
	if err == nil {
		_, err = c.Writer.Write(quoted)
	}
	if err != nil {
		return 0, err
	}
	return c.Writer.Write(p)
}

// The canary finds a leak in every transport. Without this test, its silence would prove nothing.
func TestSecrecy_CanarySings(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	inHeader := func(a *httptest.ResponseRecorder, all string) { a.Header().Set("X-Leak", all) }
	inBody := func(a *httptest.ResponseRecorder, all string) { a.Body.WriteString(all) }
	leaks := map[string]secrecy.Leak{
		"the log":     {Log: func(log io.Writer, t *secrecy.Title) io.Writer { return chatty{log, t} }},
		"the metrics": {Metrics: func(text string, t *secrecy.Title) string { return text + "leak{of=\"" + everything(t) + "\"} 1\n" }},
		"a header":    answered("/view", inHeader),
		"an error":    answered("POST", inBody),
		"a view":      answered("/view", inBody),
		"a log":       answered("/log", inBody),
		"an export":   answered("/export", inBody),
		"a list":      answered("state=running", inBody),
		"a table":     answered("GET /api/v1/tables/", inBody),
		"events":      eventLeak(),
	}
	for _, tag := range []string{"snapshot", "update", "result", "presence", "table"} {
		leaks["a frame beside "+tag] = besides(tag)
	}
	for name, leak := range leaks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, err := secrecy.Canary(startServer, druids.Title{}, secrecy.Options{States: 1, Dir: t.TempDir(), Seed: 1, Leak: leak, AllRequests: true})
			var found *secrecy.Found
			if !errors.As(err, &found) {
				t.Errorf("got %v after %d texts, want the mark", err, report.Compared)
			}
		})
	}
}
