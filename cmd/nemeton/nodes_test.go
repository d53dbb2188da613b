package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"nemeton/client"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/natstest"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/testsize"
)

// startThree starts startThree nodes of one server, connected by a real NATS.
func startThree(t *testing.T, poll time.Duration) ([]string, *natstest.Server) {
	t.Helper()
	database, bus := pgtest.New(t), natstest.Start(t)
	urls := make([]string, 3)
	for i := range urls {
		urls[i] = start(t, database, func(c *wiring.Config) { c.NATS, c.Poll = bus.URL, poll }).url
	}
	return urls, bus
}

// newTable creates an open table with two guests, who have contributed to its chance.
func newTable(t *testing.T, url string) (table string, tokens [2]string) {
	t.Helper()
	table, tokens = newOpenTable(t, url)
	for _, token := range tokens {
		ask(t, "POST", url+"/api/v1/tables/"+table+"/contribution", token, map[string]any{"contribution": "5a"}, nil)
	}
	return table, tokens
}

// newOpenTable creates an open table with two guests.
func newOpenTable(t *testing.T, url string) (table string, tokens [2]string) {
	t.Helper()
	var made struct{ Table struct{ ID string } }
	for i := range tokens {
		var guest struct{ Token string }
		ask(t, "POST", url+"/api/v1/players", "", map[string]any{"name": "Ada"}, &guest)
		if tokens[i] = guest.Token; i == 0 {
			ask(t, "POST", url+"/api/v1/tables", guest.Token, map[string]any{"title": "meduris", "seats": 2}, &made)
		}
	}
	ask(t, "POST", url+"/api/v1/tables/"+made.Table.ID+"/seats", tokens[1], map[string]any{}, nil)
	return made.Table.ID, tokens
}

// spectator is a spectator's socket. It is read all the time, because the server closes a socket that answers no pings.
type spectator struct {
	t        *testing.T
	messages chan message // closed with the socket
	ended    error        // the reason, once messages is closed
}

func watch(t *testing.T, url, table string) *spectator {
	t.Helper()
	e := socketOf(t, url+"/api/v1/tables/"+table+"/socket", "")
	e.until("a snapshot", func(f message) bool { return f.T == "snapshot" })
	return e
}

// socketOf opens a socket with a token, or without a session if it is empty.
func socketOf(t *testing.T, url, token string) *spectator {
	t.Helper()
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	conn := must.Return(client.Dial(t.Context(), client.Options{}, "ws"+strings.TrimPrefix(url, "http"), header))(t)
	t.Cleanup(func() { _ = conn.Close(0) })
	e := &spectator{t: t, messages: make(chan message, 1000)}
	go func() {
		defer close(e.messages)
		for {
			raw, err := conn.Read(t.Context())
			var f message
			if err == nil {
				err = json.Unmarshal(raw, &f)
			}
			if e.ended = err; err != nil {
				return
			}
			e.messages <- f
		}
	}()
	return e
}

type message struct {
	T          string `json:"t"`
	Seq        int    `json:"seq"`
	Spectators int    `json:"spectators"`
}

func (e *spectator) until(what string, fits func(message) bool) {
	e.t.Helper()
	timeout := time.After(hangs)
	for {
		select {
		case f, open := <-e.messages:
			if !open {
				e.t.Fatalf("waiting for %s: %v", what, e.ended)
			}
			if fits(f) {
				return
			}
		case <-timeout:
			e.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// closed waits for the end of the socket and returns the close code.
func (e *spectator) closed() int {
	e.t.Helper()
	timeout := time.After(hangs)
	for {
		select {
		case _, open := <-e.messages:
			if !open {
				return client.Closed(e.ended)
			}
		case <-timeout:
			e.t.Fatal("the socket stays open")
		}
	}
}

func (e *spectator) entry(seq int) {
	e.t.Helper()
	e.until(fmt.Sprintf("entry %d", seq), func(f message) bool { return f.T == "update" && f.Seq == seq })
}

// A stolen session learns nothing more from any node after it was signed out at one.
func TestApp_RevokedAtAnotherNode(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	urls, _ := startThree(t, time.Hour)
	_, tokens := newOpenTable(t, urls[0])
	own := socketOf(t, urls[1]+"/api/v1/me/socket", tokens[0])
	own.until("its first message", func(message) bool { return true })
	ask(t, "DELETE", urls[0]+"/api/v1/me/session", tokens[0], nil, nil)
	expect.Equal(t, own.closed(), 4004, "close code")
}

// No node polls in this test, so the nodes learn of each other's entries by NATS only.
func TestApp_MessagesOverNATS(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	urls, bus := startThree(t, time.Hour)
	table, tokens := newTable(t, urls[0])
	second, third := watch(t, urls[1], table), watch(t, urls[2], table)
	second.until("both spectators, at two nodes", func(f message) bool { return f.T == "presence" && f.Spectators == 2 })
	post := func(url, path, token string, body any) {
		if code, text := ask(t, "POST", url+"/api/v1/tables/"+table+path, token, body, nil); code != 200 {
			t.Fatalf("%s: got %d: %s", path, code, text)
		}
	}
	post(urls[0], "/start", tokens[0], nil)
	second.entry(1)
	third.entry(1)
	leave := func(url string, n int) {
		path := []string{"/leave", "/return"}[n%2]
		post(url, path, tokens[1], map[string]string{"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", n)})
	}
	for n := range 6 { // at one node after the other
		leave(urls[n%len(urls)], n)
		second.entry(n + 2)
		third.entry(n + 2)
	}
	bus.Stop()
	leave(urls[0], 6) // the other nodes get no message, and play goes on
	bus.Restart()
	second.entry(8) // the entry from the time without NATS
	third.entry(8)
	leave(urls[1], 7)
	second.entry(9)
	third.entry(9)
}

// NATS stops and does not return. The nodes learn of each other's entries by polling.
func TestApp_WithoutNATS(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	urls, bus := startThree(t, 50*time.Millisecond)
	table, tokens := newTable(t, urls[0])
	second := watch(t, urls[1], table)
	bus.Stop()
	if code, text := ask(t, "POST", urls[2]+"/api/v1/tables/"+table+"/start", tokens[0], nil, nil); code != 200 {
		t.Fatalf("got %d: %s", code, text)
	}
	second.entry(1)
}

func TestServe_NodesAreAddresses(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	if code := run([]string{"serve", "--nodes", "ftp://somewhere"}, &out, &errs); code != 1 || !strings.Contains(errs.String(), "--nodes") {
		t.Errorf("got exit code %d and %q, want 1 and a message about the flag", code, errs.String())
	}
}
