package hostile

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"
)

// attack is one way to do harm; it returns when the connection is gone, and is begun anew.
type attack struct {
	name string
	do   func(a *attacker, ctx context.Context, r *rand.Rand)
	each int // how many do it from each address
}

// attacks are all ways.
func attacks() []attack {
	return []attack{
		{"acts without end at one's own table", (*attacker).flood, 2},
		{"random, deep and ill-made messages", (*attacker).babble, 3},
		{"frames too large, packed, binary, or announced as endless", (*attacker).bulk, 1},
		{"packed frames: bombs, noise, streams that break off", (*attacker).squeeze, 2},
		{"pings without end", (*attacker).pings, 1},
		{"halves of frames, and then nothing", (*attacker).halves, 20},
		{"sockets that are never read", (*attacker).deaf, 10},
		{"sockets opened and closed", (*attacker).doors, 1},
		{"halves of requests, and then nothing", (*attacker).trickle, 20},
		{"requests of all kinds", (*attacker).calls, 3},
	}
}

// flood sends acts as fast as they go out, and reads what comes.
func (a *attacker) flood(ctx context.Context, r *rand.Rand) {
	a.frames(ctx, a.own, func(s *socket) error { return s.send(text, act(r)) })
}

func (a *attacker) babble(ctx context.Context, r *rand.Rand) {
	a.frames(ctx, a.own, func(s *socket) error { return s.send(text, message(r)) })
}

func (a *attacker) pings(ctx context.Context, r *rand.Rand) {
	a.frames(ctx, a.victim(r), func(s *socket) error { return s.send(ping, make([]byte, 125)) })
}

func (a *attacker) bulk(ctx context.Context, r *rand.Rand) {
	a.frames(ctx, a.own, func(s *socket) error {
		switch r.IntN(4) {
		case 0:
			return s.send(text, make([]byte, 17<<10+r.IntN(100<<10)))
		case 1:
			return s.send(binry, noise(r, 1000))
		case 2:
			return s.send(packed|text, noise(r, 1000))
		default:
			if _, err := s.Write(head(final|text, 1<<62)); err != nil {
				return err
			}
			_, err := s.Write(make([]byte, 64<<10))
			return err
		}
	})
}

// frames opens a socket and sends until it breaks.
func (a *attacker) frames(ctx context.Context, table string, send func(*socket) error) {
	s, err := a.open(ctx, table)
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	go s.swallow()
	for ctx.Err() == nil {
		if send(s) != nil {
			return
		}
		a.tally.sent.Add(1)
	}
}

// halves sends the first half of a frame and holds the rest back.
func (a *attacker) halves(ctx context.Context, r *rand.Rand) {
	s, err := a.open(ctx, a.victim(r))
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	_, _ = s.Write(append(head(text, 16_000), make([]byte, 8_000)...)) // not the last part of its message, either
	a.tally.sent.Add(1)
	s.swallow()
}

// deaf opens a socket where much is said and reads nothing; what it sends is answered, too.
func (a *attacker) deaf(ctx context.Context, r *rand.Rand) {
	s, err := a.open(ctx, a.victim(r))
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	for ctx.Err() == nil {
		if s.send(text, act(r)) != nil {
			return
		}
		a.tally.sent.Add(1)
		pause(ctx, 10*time.Millisecond)
	}
}

// doors opens sockets and goes at once: all others at the table are told each time.
func (a *attacker) doors(ctx context.Context, r *rand.Rand) {
	s, err := a.open(ctx, a.victim(r))
	if err != nil {
		return
	}
	a.tally.sent.Add(1)
	_ = s.Close()
}

// trickle begins requests that do not end.
func (a *attacker) trickle(ctx context.Context, r *rand.Rand) {
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
	a.tally.sent.Add(1)
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

// calls makes requests of all kinds as fast as they are answered.
func (a *attacker) calls(ctx context.Context, r *rand.Rand) {
	for ctx.Err() == nil {
		method, path, body := a.request(r)
		a.tally.sent.Add(1)
		if a.ask(ctx, method, path, body, nil) != nil {
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
