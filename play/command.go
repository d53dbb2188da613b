package play

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"nemeton/server/ws/client"
)

// send sends a command on the viewer's socket and reads until it is answered: by a seq, or by a code of refusal. If the
// socket is lost the command goes out again on the next one, with its id.
func (v *viewer) send(ctx context.Context, c command) (seq int, code, message string, err error) {
	raw, err := json.Marshal(map[string]any{"t": "act", "id": c.id, "decision": c.decision, "move": c.move})
	if err != nil {
		return 0, "", "", err
	}
	if c.decision == "" {
		if raw, err = json.Marshal(map[string]any{"t": "takeback", "id": c.id}); err != nil {
			return 0, "", "", err
		}
	}
	busy := newWait(v.door.opts.Timeout)
	for {
		r, err := v.ask(ctx, c.id, raw)
		if err != nil {
			return 0, "", "", err
		}
		if c := r.code(); c != "too_fast" && c != "unavailable" {
			busy.over(v.door.tally)
			if r.OK {
				return *r.Seq, "", "", nil
			}
			return 0, c, r.Error.Message, nil
		}
		if r.code() == "too_fast" {
			busy.patient()
		}
		if err := busy.next(ctx); err != nil {
			return 0, "", "", v.broken(ReachesTheServer, "command %s: %v for %v: %s", c.id, err, v.door.opts.Timeout, r.code())
		}
	}
}

// ask sends one frame until one result answers it.
func (v *viewer) ask(ctx context.Context, id string, raw []byte) (result, error) {
	delete(v.results, id)
	var on *socket
	deadline := time.Now().Add(v.door.opts.Lag)
	for {
		if r, ok := v.results[id]; ok {
			return r, nil
		}
		if v.sock == nil {
			if err := v.open(ctx, true); err != nil {
				return result{}, err
			}
		}
		if v.sock != on {
			on = v.sock
			v.asked[id]++
			deadline = time.Now().Add(v.door.opts.Lag)
			_ = on.conn.Write(ctx, raw) // a lost socket shows when it is read
		}
		came, err := v.next(ctx, deadline)
		if err != nil {
			return result{}, err
		}
		if !came {
			return result{}, v.broken(ResultsAreAwaited, "no result for command %s within %v", id, v.door.opts.Lag)
		}
	}
}

// post sends a command to the REST door.
func (g *game) post(ctx context.Context, who caller, node int, rest string, c command) (seq int, code, message string, err error) {
	body := map[string]any{"id": c.id}
	if rest == "/commands" {
		body["decision"], body["move"] = c.decision, c.move
	}
	r, err := g.door.call(ctx, who, node, http.MethodPost, g.path(rest), body)
	if err != nil {
		return 0, "", "", err
	}
	if r.status >= 400 && r.code != "" {
		return 0, r.code, string(r.body), nil
	}
	var yes struct {
		ID  string `json:"id"`
		OK  bool   `json:"ok"`
		Seq int    `json:"seq"`
	}
	if err := json.Unmarshal(r.body, &yes); err != nil || r.status != http.StatusOK || yes.ID != c.id || !yes.OK {
		return 0, "", "", g.broken(AnswersAsDocumented, "POST %s: %s", rest, r)
	}
	return yes.Seq, "", "", nil
}

// thrown opens a socket, sends a frame if there is one, and reads until the server closes it: the code.
func (v *viewer) thrown(ctx context.Context, raw []byte) (code int, err error) {
	patience := newWait(v.door.opts.Timeout)
	for {
		sock, err := v.door.dial(ctx, v.node, v.book.table, v.hello)
		if err == nil {
			if raw != nil {
				_ = sock.conn.Write(ctx, raw)
			}
			timer := time.NewTimer(v.door.opts.Lag)
			for open := true; open; {
				select {
				case _, open = <-sock.frames:
				case <-timer.C:
					sock.end(0)
					return 0, v.broken(AnswersAsDocumented, "a socket that had to be closed stayed open")
				}
			}
			timer.Stop()
			sock.cancel()
			_ = sock.conn.Close(0)
			if code = client.Closed(sock.why); code != 0 && code < 4500 {
				return code, nil
			}
		} else if status, refused := refusedSocket(err); refused {
			if status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusNotFound {
				return 4003, nil // said before the socket opened
			}
			return 0, v.broken(AnswersAsDocumented, "a socket was answered with HTTP status %d", status)
		}
		if err := patience.next(ctx); err != nil {
			return 0, v.broken(ReachesTheServer, "%v: %v", err, fmt.Errorf("close code %d", code))
		}
	}
}
