package secrecy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"nemeton/client"
	"nemeton/engine"
)

// timeout is the longest time to wait for a message. It is generous, because only a dead server may hit it.
const timeout = 5 * time.Minute

// testSocket is one socket of a viewer, or an event stream in its place, with everything that it received.
type testSocket struct {
	instance *instance
	viewer   engine.Viewer
	conn     interface {
		Read(ctx context.Context) ([]byte, error)
		Write(ctx context.Context, message []byte) error
		Close(code int) error
	}
	isStream   bool // messages leaves out presence, because a stream has no results that show which presence was sent already
	spectators int  // of the newest presence
	messages   []string
	seq        engine.Seq // of the newest content
	closeCode  int
	ended      bool
	syncs      int
}

// listen opens a socket, or an event stream. The query begins with a question mark.
func (h *instance) listen(table, token, query string, isStream bool) (*testSocket, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	header := http.Header{}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	address := h.server.URL + "/api/v1/tables/" + table + "/socket" + query
	if isStream {
		conn, err := client.DialEvents(ctx, h.client, address, header)
		return &testSocket{instance: h, conn: conn, isStream: true}, err
	}
	// Spectators without a token get uncompressed messages, others compressed ones. Planted leaks need uncompressed messages.
	o := client.Options{By: h.client, Pack: token != "" && h.leak.Request == nil}
	conn, err := client.Dial(ctx, o, address, header)
	if err != nil {
		return nil, err
	}
	return &testSocket{instance: h, conn: conn}, nil
}

// serverMessage is the part of a message that a test reads.
type serverMessage struct {
	T      string                 `json:"t"`
	ID     string                 `json:"id"`
	Seq    engine.Seq             `json:"seq"`
	Events []engine.RedactedEvent `json:"events"`
	Steps  []struct {
		Event engine.RedactedEvent `json:"event"`
	} `json:"steps"`
	// Spectators is the number in a presence.
	Spectators int `json:"spectators"`
	View       *struct {
		Outcome any `json:"outcome"`
	} `json:"view"`
}

// next reads a message; ok is false if the socket has ended.
func (e *testSocket) next() (f serverMessage, ok bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	raw, err := e.conn.Read(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return serverMessage{}, false, errors.New("no message before the timeout")
		}
		e.closeCode, e.ended = client.Closed(err), true
		e.messages = append(e.messages, fmt.Sprintf("closed with %d", e.closeCode))
		return serverMessage{}, false, nil
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return serverMessage{}, false, fmt.Errorf("decode a message: %w", err)
	}
	if f.T == "presence" {
		e.spectators = f.Spectators
	}
	if !e.isStream || f.T != "presence" {
		e.messages = append(e.messages, string(raw))
	}
	if f.T == "result" && isUnavailable(raw) {
		e.instance.timedOut.Store(true)
	}
	if f.T == "update" || f.T == "snapshot" {
		e.seq = f.Seq
	}
	return f, true, nil
}

func (e *testSocket) send(text string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return e.conn.Write(ctx, []byte(text))
}

// settle reads all queued messages of a socket: it sends a command that is refused at once, and waits for its result.
func (e *testSocket) settle() error {
	if e.ended || e.isStream {
		return nil
	}
	e.syncs++
	id := fmt.Sprintf("sync-%d", e.syncs)
	if err := e.send(`{"t":"act","id":"` + id + `"}`); err != nil {
		return e.drain() // the socket was closed; earlier messages can still be read
	}
	return e.until(id)
}

// until reads up to the result of a command, or to the end.
func (e *testSocket) until(id string) error {
	for {
		f, ok, err := e.next()
		if err != nil || !ok || f.T == "result" && f.ID == id {
			return err
		}
	}
}

func (e *testSocket) kind() string {
	if e.isStream {
		return "event stream"
	}
	return "socket"
}

// untilSpectators reads a stream up to a presence with this number of spectators.
func (e *testSocket) untilSpectators(n int) error {
	for !e.ended {
		if f, ok, err := e.next(); err != nil || !ok || f.T == "presence" && f.Spectators == n {
			return err
		}
	}
	return nil
}

// drain reads to the end.
func (e *testSocket) drain() error {
	for {
		if _, ok, err := e.next(); err != nil || !ok {
			return err
		}
	}
}

// cut drops the connection as a lost network does.
func (e *testSocket) cut() {
	if !e.ended {
		e.ended = true
		_ = e.conn.Close(0)
	}
}

// takeMessages returns the messages since the last call.
func (e *testSocket) takeMessages() []string {
	messages := e.messages
	e.messages = nil
	return messages
}

// command sends a command and waits for its result.
func (e *testSocket) command(command map[string]any) error {
	raw, err := json.Marshal(command)
	if err != nil {
		return err
	}
	if err := e.send(string(raw)); err != nil {
		return err
	}
	return e.until(command["id"].(string))
}
