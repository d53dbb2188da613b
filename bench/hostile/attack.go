package hostile

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"
)

// attack is one kind of attack. run returns when its connection ends, and is then called again.
type attack struct {
	name       string
	run        func(a *attacker, ctx context.Context, r *rand.Rand)
	perAddress int // attackers at each address
}

// attacks lists all kinds.
func attacks() []attack {
	return []attack{
		{"flood of acts at an own table", (*attacker).floodActs, 2},
		{"random, deeply nested and malformed messages", (*attacker).randomMessages, 3},
		{"frames that are too large, compressed, binary or endless", (*attacker).oversizedFrames, 1},
		{"compressed frames: bombs, noise, truncated streams", (*attacker).compressedFrames, 2},
		{"flood of pings", (*attacker).floodPings, 1},
		{"incomplete frames", (*attacker).halfFrames, 20},
		{"sockets that are never read", (*attacker).neverRead, 10},
		{"sockets that are opened and closed", (*attacker).openAndClose, 1},
		{"incomplete requests", (*attacker).slowRequests, 20},
		{"random requests", (*attacker).randomRequests, 3},
	}
}

// floodActs sends acts as fast as possible and discards the answers.
func (a *attacker) floodActs(ctx context.Context, r *rand.Rand) {
	a.sendLoop(ctx, a.ownTable, func(s *socket) error { return s.send(textFrame, act(r)) })
}

func (a *attacker) randomMessages(ctx context.Context, r *rand.Rand) {
	a.sendLoop(ctx, a.ownTable, func(s *socket) error { return s.send(textFrame, randomMessage(r)) })
}

func (a *attacker) floodPings(ctx context.Context, r *rand.Rand) {
	a.sendLoop(ctx, a.victim(r), func(s *socket) error { return s.send(pingFrame, make([]byte, 125)) })
}

func (a *attacker) oversizedFrames(ctx context.Context, r *rand.Rand) {
	a.sendLoop(ctx, a.ownTable, func(s *socket) error {
		switch r.IntN(4) {
		case 0:
			return s.send(textFrame, make([]byte, 17<<10+r.IntN(100<<10)))
		case 1:
			return s.send(binaryFrame, randomBytes(r, 1000))
		case 2:
			return s.send(compressed|textFrame, randomBytes(r, 1000))
		default:
			if _, err := s.Write(frameHeader(final|textFrame, 1<<62)); err != nil {
				return err
			}
			_, err := s.Write(make([]byte, 64<<10))
			return err
		}
	})
}

// sendLoop opens a socket and sends until it ends.
func (a *attacker) sendLoop(ctx context.Context, table string, send func(*socket) error) {
	s, err := a.open(ctx, table)
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	go s.discard()
	for ctx.Err() == nil {
		if send(s) != nil {
			return
		}
		a.counters.sent.Add(1)
	}
}

// halfFrames sends the first half of a WebSocket frame and then nothing.
func (a *attacker) halfFrames(ctx context.Context, r *rand.Rand) {
	s, err := a.open(ctx, a.victim(r))
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	_, _ = s.Write(append(frameHeader(textFrame, 16_000), make([]byte, 8_000)...)) // and not the last frame of its message
	a.counters.sent.Add(1)
	s.discard()
}

// neverRead opens a socket at a busy table and never reads. Its own messages are answered too.
func (a *attacker) neverRead(ctx context.Context, r *rand.Rand) {
	s, err := a.open(ctx, a.victim(r))
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	for ctx.Err() == nil {
		if s.send(textFrame, act(r)) != nil {
			return
		}
		a.counters.sent.Add(1)
		pause(ctx, 10*time.Millisecond)
	}
}

// openAndClose opens a socket and closes it at once, so that the presence of the table changes.
func (a *attacker) openAndClose(ctx context.Context, r *rand.Rand) {
	s, err := a.open(ctx, a.victim(r))
	if err != nil {
		return
	}
	a.counters.sent.Add(1)
	_ = s.Close()
}

// slowRequests sends requests that never end.
func (a *attacker) slowRequests(ctx context.Context, r *rand.Rand) {
	conn, err := a.dial(ctx)
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	begun := "GET /api/v1/titles HTTP/1.1\r\nHost: x\r\nX-A: "
	if r.IntN(2) == 0 {
		begun = fmt.Sprintf("POST /api/v1/players HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{", a.address)
	}
	if _, err := io.WriteString(conn, begun); err != nil {
		return
	}
	a.counters.sent.Add(1)
	go func() {
		for ctx.Err() == nil {
			if _, err := io.WriteString(conn, "x"); err != nil {
				return
			}
			pause(ctx, time.Second)
		}
	}()
	_, _ = io.Copy(io.Discard, conn)
}

// randomRequests sends requests as fast as they are answered.
func (a *attacker) randomRequests(ctx context.Context, r *rand.Rand) {
	for ctx.Err() == nil {
		method, path, body := a.randomRequest(r)
		a.counters.sent.Add(1)
		if a.request(ctx, method, path, body, nil) != nil {
			return
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
