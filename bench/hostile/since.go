package hostile

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"
)

func (a *attacker) sinceRunningLeave(ctx context.Context, r *rand.Rand) {
	a.resumeAndLeave(ctx, a.runningHistory(ctx, r))
}

func (a *attacker) sinceRunningStay(ctx context.Context, r *rand.Rand) {
	_ = a.resume(ctx, a.runningHistory(ctx, r))
}

func (a *attacker) sinceFinishedLeave(ctx context.Context, _ *rand.Rand) {
	a.resumeAndLeave(ctx, a.target.Finished)
}

func (a *attacker) sinceFinishedStay(ctx context.Context, _ *rand.Rand) {
	_ = a.resume(ctx, a.target.Finished)
}

// runningHistory returns a running table: one with a short or a long log, or one at which other people play.
func (a *attacker) runningHistory(ctx context.Context, r *rand.Rand) History {
	switch r.IntN(4) {
	case 1, 2:
		return a.target.Long
	case 3:
		return a.target.Short
	}
	h := History{Table: a.victim(r)}
	var row struct {
		Seq int `json:"seq"`
	}
	if a.call(ctx, "", "GET", "/tables/"+h.Table, "", &row) == nil {
		h.Seq = row.Seq
	}
	return h
}

// resume opens a socket as a spectator who has all entries but the last one, and reads until the first state.
func (a *attacker) resume(ctx context.Context, h History) error {
	s, err := a.open(ctx, handshake{table: h.Table, since: h.Seq - 1})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	return s.awaitState(ctx)
}

// resumeAndLeave sends the same request as resume and closes the connection without reading the answer.
func (a *attacker) resumeAndLeave(ctx context.Context, h History) {
	a.counters.sent()
	conn, err := a.dial(ctx)
	if err != nil {
		return
	}
	_, _ = io.WriteString(conn, handshake{table: h.Table, since: h.Seq - 1}.request(a.host))
	_ = conn.Close()
}

// reconnect opens a socket as a player or a spectator, reads the snapshot and leaves.
func (a *attacker) reconnect(ctx context.Context, r *rand.Rand) {
	all := a.target.histories()
	h := all[r.IntN(len(all))]
	token := append(slices.Clone(h.Tokens), "")[r.IntN(len(h.Tokens)+1)]
	_ = a.connectAnew(ctx, h, token)
}

// connectAnew opens a socket without since and reads until the snapshot.
func (a *attacker) connectAnew(ctx context.Context, h History, token string) error {
	s, err := a.open(ctx, handshake{table: h.Table, token: token})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	return s.awaitState(ctx)
}
