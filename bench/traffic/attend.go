package traffic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"nemeton/server/ws/client"
)

// Attend plays seat 0 at a table whose other seats are held by bots, until the table is finished or ctx ends. It answers each decision of the seat at once,
// with its first move. waited gets the time of each wait for a bot's answer. It begins with the bot's decision, or with a later answer of another bot of
// the table.
func Attend(ctx context.Context, g Guest, id string, waited func(time.Duration)) error {
	url := "ws" + strings.TrimPrefix(g.url, "http") + "/tables/" + id + "/socket"
	conn, err := client.Dial(ctx, client.Options{}, url, g.header())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(0) }()
	a := attendance{owed: map[string]time.Time{}, waited: waited}
	for {
		raw, err := conn.Read(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the socket ended: %w", err)
		}
		act, err := a.receive(raw)
		if errors.Is(err, errFinished) {
			return nil
		}
		if err == nil && act != nil {
			err = conn.Write(ctx, act)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// attendance is the state of Attend.
type attendance struct {
	owed     map[string]time.Time // since when the bots owe their decisions
	last     time.Time            // the latest answer of a bot
	answered string               // the latest own answer
	acts     int
	waited   func(time.Duration)
}

// receive handles one message and returns the message to send, if any. It returns errFinished at the end of the table.
func (a *attendance) receive(raw []byte) (act []byte, err error) {
	var m struct {
		T         string `json:"t"`
		Decisions []struct {
			ID    string            `json:"id"`
			Seat  int               `json:"seat"`
			Moves []json.RawMessage `json:"moves"`
		} `json:"decisions"`
	}
	if err := json.Unmarshal(raw, &m); err != nil || m.T != "snapshot" && m.T != "update" {
		return nil, err
	}
	if len(m.Decisions) == 0 {
		return nil, errFinished
	}
	now, still := time.Now(), map[string]time.Time{}
	for _, d := range m.Decisions {
		switch {
		case d.Seat != 0:
			still[d.ID] = now
			if since, known := a.owed[d.ID]; known {
				still[d.ID] = since
			}
		case len(d.Moves) > 0 && d.ID != a.answered:
			a.answered = d.ID
			a.acts++
			act = fmt.Appendf(nil, `{"t":"act","id":"attend-%d","decision":%q,"move":%s}`, a.acts, d.ID, d.Moves[0])
		}
	}
	last := a.last
	for id, since := range a.owed {
		if _, open := still[id]; open {
			continue
		}
		if since.Before(last) {
			since = last
		}
		a.waited(now.Sub(since))
		a.last = now
	}
	a.owed = still
	return act, nil
}
