package hostile

import (
	"context"
	"math/rand/v2"
	"time"
)

// floodActs sends acts as fast as possible.
func (a *attacker) floodActs(ctx context.Context, r *rand.Rand) {
	a.sendLoop(ctx, a.ownHandshake(r), func(s *socket) error { return s.send(textFrame, act(r)) })
}

func (a *attacker) randomMessages(ctx context.Context, r *rand.Rand) {
	a.sendLoop(ctx, a.ownHandshake(r), func(s *socket) error { return s.send(textFrame, randomMessage(r)) })
}

func (a *attacker) floodPings(ctx context.Context, r *rand.Rand) {
	a.sendLoop(ctx, handshake{table: a.victim(r)}, func(s *socket) error { return s.send(pingFrame, make([]byte, 125)) })
}

func (a *attacker) oversizedFrames(ctx context.Context, r *rand.Rand) {
	a.sendLoop(ctx, a.ownHandshake(r), func(s *socket) error {
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

// ownHandshake opens a socket of one of the guests at their table.
func (a *attacker) ownHandshake(r *rand.Rand) handshake {
	return handshake{table: a.ownTable(), token: a.tokens[r.IntN(2)]}
}

// sendLoop opens a socket and sends until it ends.
func (a *attacker) sendLoop(ctx context.Context, h handshake, send func(*socket) error) {
	s, err := a.open(ctx, h)
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	go s.countResults()
	for ctx.Err() == nil {
		if send(s) != nil {
			return
		}
		a.counters.sent()
	}
}

// halfFrames sends the first half of a WebSocket frame and then nothing.
func (a *attacker) halfFrames(ctx context.Context, r *rand.Rand) {
	s, err := a.open(ctx, handshake{table: a.victim(r), token: a.tokens[r.IntN(2)]})
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	_, _ = s.Write(append(frameHeader(textFrame, 16_000), make([]byte, 8_000)...)) // and not the last frame of its message
	s.discard()
}

// neverRead opens a socket at a busy table and never reads. Its own messages are answered too.
func (a *attacker) neverRead(ctx context.Context, r *rand.Rand) {
	s, err := a.open(ctx, handshake{table: a.victim(r), token: a.tokens[r.IntN(2)], compress: r.IntN(2) == 0})
	if err != nil {
		return
	}
	defer func() { _ = s.Close() }()
	for ctx.Err() == nil {
		if s.send(textFrame, act(r)) != nil {
			return
		}
		a.counters.sent()
		pause(ctx, 10*time.Millisecond)
	}
}

// openAndClose opens a socket and closes it at once, so that the presence of the table changes.
func (a *attacker) openAndClose(ctx context.Context, r *rand.Rand) {
	s, err := a.open(ctx, handshake{table: a.victim(r), token: a.tokens[r.IntN(2)], compress: r.IntN(2) == 0})
	if err == nil {
		_ = s.Close()
	}
}
