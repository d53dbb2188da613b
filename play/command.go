package play

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"nemeton/client"
)

// send sends a command on the viewer's socket and reads until its result. It returns the seq, or the code of the refusal. If the
// socket is lost, it sends the command again on the next socket, with the same id.
func (v *viewer) send(ctx context.Context, c command) (seq int, code, message string, err error) {
	body := map[string]any{"t": "act", "id": c.id, "decision": c.decision, "move": c.move}
	if c.decision == "" {
		body = map[string]any{"t": "takeback", "id": c.id}
	}
	raw, err := json.Marshal(c.withProof(body))
	if err != nil {
		return 0, "", "", err
	}
	wait := newWait(v.rest.opts.Timeout)
	for {
		r, err := v.sendUntilResult(ctx, c, raw)
		if err != nil {
			return 0, "", "", err
		}
		if c := r.code(); c != "too_fast" && c != "overloaded" && c != "unavailable" && c != "upgrading" {
			wait.finish(v.rest.tally)
			if r.OK {
				return *r.Seq, "", "", nil
			}
			return 0, c, r.Error.Message, nil
		}
		if r.code() == "too_fast" {
			wait.notOutage()
		}
		if err := wait.next(ctx); err != nil {
			return 0, "", "", v.unreachable(err, "command %s: refused for %v: %s", c.id, v.rest.opts.Timeout, r.code())
		}
	}
}

// sendUntilResult sends the message of a command, again on every new socket, until its result arrives. It records each attempt.
func (v *viewer) sendUntilResult(ctx context.Context, c command, raw []byte) (result, error) {
	id := c.id
	delete(v.results, id)
	var sent *socket
	var call time.Time
	record := func(out Outcome, r result) {
		if sent == nil {
			return
		}
		seq := 0
		if r.Seq != nil {
			seq = *r.Seq
		}
		v.transcript.history.append(v.number, c, "takeback", call, out, seq, r.code())
	}
	deadline := time.Now().Add(v.rest.opts.Lag)
	for {
		if r, ok := v.results[id]; ok {
			out := Accepted
			if !r.OK {
				out = Refused
			}
			record(out, r)
			return r, nil
		}
		if v.sock == nil {
			if err := v.open(ctx, true); err != nil {
				return result{}, err
			}
		}
		if v.sock != sent {
			record(Unknown, result{})
			sent, call = v.sock, time.Now()
			v.pending[id]++
			deadline = time.Now().Add(v.rest.opts.Lag)
			_ = sent.conn.Write(ctx, raw) // the read reports a lost socket
		}
		received, err := v.next(ctx, deadline)
		if err != nil {
			record(Unknown, result{})
			return result{}, err
		}
		if !received {
			return result{}, v.broken(ResultsAreAwaited, "no result for command %s within %v", id, v.rest.opts.Lag)
		}
	}
}

// post sends a command by REST.
func (g *game) post(ctx context.Context, caller caller, node int, rest string, c command) (seq int, code, message string, err error) {
	body := map[string]any{"id": c.id}
	if rest == "/commands" {
		body["decision"], body["move"] = c.decision, c.move
	}
	return g.postBody(ctx, caller, node, rest, c, c.withProof(body))
}

// postBody sends the body of a command by REST.
func (g *game) postBody(ctx context.Context, caller caller, node int, rest string, c command, body any) (seq int, code, message string, err error) {
	r, err := g.rest.callObserved(ctx, caller, node, http.MethodPost, g.path(rest), body, g.recorder(caller, rest, c))
	if err != nil {
		return 0, "", "", err
	}
	if r.status >= 400 && r.code != "" {
		return 0, r.code, string(r.body), nil
	}
	var accepted struct {
		ID   string `json:"id"`
		OK   bool   `json:"ok"`
		Seq  int    `json:"seq"`
		Head string `json:"head"`
	}
	if err := json.Unmarshal(r.body, &accepted); err != nil || r.status != http.StatusOK || accepted.ID != c.id || !accepted.OK {
		return 0, "", "", g.broken(AnswersAsDocumented, "POST %s: %s", rest, r)
	}
	return accepted.Seq, "", "", g.transcript.seeHead(c.seat, accepted.Seq, accepted.Head, "POST "+rest)
}

// recorder returns a function that records each attempt of a command by REST.
func (g *game) recorder(sender caller, rest string, c command) func(call time.Time, r reply, err error) {
	seat := slices.IndexFunc(g.guests, func(guest caller) bool { return guest.token == sender.token })
	name := strings.TrimPrefix(rest, "/")
	return func(call time.Time, r reply, err error) {
		var accepted struct {
			Seq int `json:"seq"`
		}
		switch {
		case err != nil || r.status >= http.StatusInternalServerError:
			g.transcript.history.append(seat, c, name, call, Unknown, 0, "")
		case r.status == http.StatusTooManyRequests: // not judged
		case r.status >= http.StatusBadRequest:
			g.transcript.history.append(seat, c, name, call, Refused, 0, r.code)
		default:
			_ = json.Unmarshal(r.body, &accepted) // post reports an unreadable answer
			g.transcript.history.append(seat, c, name, call, Accepted, accepted.Seq, "")
		}
	}
}

// awaitClose opens a socket, sends a message if there is one, and returns the code with which the server closes the socket.
func (v *viewer) awaitClose(ctx context.Context, raw []byte) (code int, err error) {
	wait := newWait(v.rest.opts.Timeout)
	for {
		sock, err := v.rest.dial(ctx, v.node, v.transcript.table, v.handshake)
		if err == nil {
			if raw != nil {
				_ = sock.conn.Write(ctx, raw)
			}
			timer := time.NewTimer(v.rest.opts.Lag)
			for open := true; open; {
				select {
				case _, open = <-sock.messages:
				case <-timer.C:
					sock.close(0)
					return 0, v.broken(AnswersAsDocumented, "the server did not close the socket")
				}
			}
			timer.Stop()
			sock.cancel()
			_ = sock.conn.Close(0)
			if code = client.Closed(sock.err); code != 0 && code < 4500 {
				return code, nil
			}
		} else if status, refused := rejectedHandshake(err); refused {
			if status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusNotFound {
				return 4003, nil // refused before the socket opened
			}
			return 0, v.broken(AnswersAsDocumented, "the handshake of a socket was answered with HTTP status %d", status)
		}
		if err := wait.next(ctx); err != nil {
			return 0, v.unreachable(err, "close code %d", code)
		}
	}
}
