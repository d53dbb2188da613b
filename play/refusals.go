package play

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// tryRefusals sometimes tries something that must be refused and change nothing. v owes d.
func (g *game) tryRefusals(ctx context.Context, v *viewer, d decision) error {
	if !g.chance(5) {
		return nil
	}
	checks := []func(context.Context, *viewer, decision) error{
		g.refuseForeignDecision, g.refuseForeignDecision, g.refuseStaleDecision, g.refuseStaleDecision, g.refuseUnlistedMove, g.refuseUnlistedMove, g.refuseUnlistedMove, g.refuseSpectators, g.refuseMalformed, g.refuseTakeBack, g.refuseEarlyExport, g.refuseTakeover, g.leaveOrReturn, g.leaveOrReturn,
		g.refuseFalseProof, g.refuseFalseProof, g.enrollAnother,
	}
	return checks[g.r.IntN(len(checks))](ctx, v, d)
}

// expectRefusal sends a command, by socket or REST, that must be refused with one of the codes.
func (g *game) expectRefusal(ctx context.Context, v *viewer, c command, codes ...string) error {
	var code, message string
	var err error
	var seq int
	if c.proof == nil && !slices.Contains(codes, "table_finished") && g.chance(2) {
		c.seat = v.number
		if c, err = g.prove(ctx, v, c); err != nil {
			return err
		}
	}
	if g.chance(3) {
		seq, code, message, err = g.post(ctx, g.guests[v.number], v.node, "/commands", c)
	} else {
		seq, code, message, err = v.send(ctx, c)
	}
	if err != nil {
		return err
	}
	if !slices.Contains(codes, code) {
		return v.broken(RefusedByCode, "decision %q, move %s: got seq %d, code %q %s, want %s",
			c.decision, clip(string(c.move)), seq, code, message, strings.Join(codes, " or "))
	}
	g.proofRefused(c, code, code != "bad_proof")
	g.rest.tally.Refused++
	return nil
}

// refuseForeignDecision answers a decision of another seat.
func (g *game) refuseForeignDecision(ctx context.Context, v *viewer, d decision) error {
	for _, other := range g.seats {
		if other.number != v.number && other.state.seq == g.transcript.seq {
			return g.expectRefusal(ctx, other, command{id: g.id(), decision: d.ID, move: d.Moves[0]}, "not_your_decision")
		}
	}
	return nil
}

// refuseStaleDecision answers a decision that was answered before, or that never existed.
func (g *game) refuseStaleDecision(ctx context.Context, v *viewer, d decision) error {
	c := command{id: g.id(), decision: "never-was", move: d.Moves[0]}
	if len(g.played) > 0 {
		old := g.played[g.r.IntN(len(g.played))]
		// If a take-back has opened the decision again, it is not stale.
		if old.seat == v.number && !slices.ContainsFunc(v.state.decisions, func(d decision) bool { return d.ID == old.decision }) {
			c.decision, c.move = old.decision, old.move
		}
	}
	return g.expectRefusal(ctx, v, c, "stale_decision")
}

// refuseUnlistedMove answers with a move that is not in the list. The refusal must leave the id free for a legal move.
func (g *game) refuseUnlistedMove(ctx context.Context, v *viewer, d decision) error {
	moves := []json.RawMessage{[]byte(`{}`), []byte(`"move"`), []byte(`17`), []byte(`[]`), []byte(`{"nemeton":true}`)}
	for _, m := range d.Moves[:1] {
		moves = append(moves, append(append(json.RawMessage{}, m[:len(m)-1]...), `,"nemeton":1}`...))
	}
	for _, c := range g.played {
		if c.seat != v.number {
			moves = append(moves, c.move)
		}
	}
	move := moves[g.r.IntN(len(moves))]
	if slices.ContainsFunc(d.Moves, func(m json.RawMessage) bool { return string(m) == string(move) }) || strings.HasPrefix(string(move), "{,") {
		return nil
	}
	c := command{id: g.id(), seat: v.number, decision: d.ID, move: move}
	if err := g.expectRefusal(ctx, v, c, "illegal_move", "malformed"); err != nil {
		return err
	}
	c.move = d.Moves[g.r.IntN(len(d.Moves))]
	c, err := g.prove(ctx, v, c)
	if err != nil {
		return err
	}
	return g.act(ctx, v, c)
}

// refuseSpectators acts as a viewer without a seat.
func (g *game) refuseSpectators(ctx context.Context, _ *viewer, d decision) error {
	c := command{id: g.id(), decision: d.ID, move: json.RawMessage(`{}`)}
	for _, l := range g.spectators {
		_, code, message, err := l.send(ctx, c)
		if err != nil {
			return err
		}
		if code != "not_seated" && code != "unauthenticated" {
			return l.broken(RefusedByCode, "a spectator's command: got code %q %s, want not_seated", code, message)
		}
		g.rest.tally.Refused++
	}
	codes := []string{"not_seated"}
	if g.private {
		codes = []string{"not_seated", "unknown_table"}
	}
	body := map[string]any{"id": c.id, "decision": c.decision, "move": c.move}
	return g.rest.expectRefusal(ctx, RefusedByCode, g.stranger, http.MethodPost, g.path("/commands"), body, codes...)
}

// refuseMalformed sends malformed messages on a socket of its own.
func (g *game) refuseMalformed(ctx context.Context, v *viewer, _ decision) error {
	if g.rest.opts.Events { // the client's messages go by REST
		return g.rest.expectRefusal(ctx, RefusedByCode, g.guests[v.number], http.MethodPost, g.path("/commands"), json.RawMessage(`{"id":`), "malformed")
	}
	separate := &viewer{rest: g.rest, transcript: g.transcript, number: v.number, node: v.node, handshake: v.handshake}
	separate.handshake.since = -1
	inputs := []struct {
		raw  string
		code int
	}{
		{`{"t":"act","id":`, 4008},
		{`{"t":"dance"}`, 4008},
		{`[1,2,3]`, 4008},
		{`{"t":"act","id":"` + strings.Repeat("x", 17<<10) + `"}`, 4009},
	}
	input := inputs[g.r.IntN(len(inputs))]
	code, err := separate.awaitClose(ctx, []byte(input.raw))
	if err != nil {
		return err
	}
	if code != input.code {
		return v.broken(RefusedByCode, "message %s closed the socket with code %d, want %d", clip(input.raw)[:min(len(input.raw), 40)], code, input.code)
	}
	g.rest.tally.Refused++
	return g.rest.expectRefusal(ctx, RefusedByCode, g.guests[v.number], http.MethodPost, g.path("/commands"), json.RawMessage(`{"id":`), "malformed")
}

// refuseTakeBack asks for a take-back if none is allowed.
func (g *game) refuseTakeBack(ctx context.Context, v *viewer, _ decision) error {
	if v.state.takeBack {
		return nil
	}
	return g.expectRefusalREST(ctx, v, "/takeback", "nothing_to_take_back")
}

// refuseEarlyExport asks for the export of a running table.
func (g *game) refuseEarlyExport(ctx context.Context, v *viewer, _ decision) error {
	return g.rest.expectRefusal(ctx, ExportIsComplete, g.guests[v.number], http.MethodGet, g.path("/export"), nil, "table_running")
}

// leaveOrReturn leaves the table for a while, or returns. A repetition must be refused.
func (g *game) leaveOrReturn(ctx context.Context, v *viewer, _ decision) error {
	rest := "/leave"
	if g.away[v.number] {
		rest = "/return"
	}
	c := command{id: g.id(), seat: v.number}
	seq, code, message, err := g.post(ctx, g.guests[v.number], v.node, rest, c)
	if err != nil {
		return err
	}
	if code != "" {
		return v.broken(AnswersAsDocumented, "%s was refused: %s", rest, message)
	}
	c.seq = seq
	if err := g.acknowledge(ctx, v, c); err != nil {
		return err
	}
	if g.away[v.number] = rest == "/leave"; !g.away[v.number] {
		delete(g.away, v.number)
	}
	return g.expectRefusalREST(ctx, v, rest, "no_change")
}

// refuseTakeover wants a bot to play a seat whose player has not left. Games are too quick for the table's takeover time.
func (g *game) refuseTakeover(ctx context.Context, v *viewer, _ decision) error {
	for _, other := range g.seats {
		if other.number != v.number && !g.away[other.number] {
			return g.expectRefusalREST(ctx, v, fmt.Sprintf("/seats/%d/takeover", other.number), "not_away")
		}
	}
	return nil
}

func (g *game) expectRefusalREST(ctx context.Context, v *viewer, rest, promised string) error {
	seq, code, message, err := g.post(ctx, g.guests[v.number], v.node, rest, command{id: g.id()})
	if err != nil {
		return err
	}
	if code != promised {
		return v.broken(RefusedByCode, "%s: got seq %d, code %q %s, want %s", rest, seq, code, message, promised)
	}
	g.rest.tally.Refused++
	return nil
}

// takeBack takes back the seat's last step.
func (g *game) takeBack(ctx context.Context, v *viewer) error {
	c, err := g.prove(ctx, v, command{id: g.id(), seat: v.number})
	if err != nil {
		return err
	}
	seq, code, message, err := v.send(ctx, c)
	if err != nil {
		return err
	}
	if code != "" {
		return v.broken(AnswersAsDocumented, "a take-back was refused despite canTakeBack: %s, %s", code, message)
	}
	c.seq = seq
	g.takeBacks++
	g.rest.tally.TakenBack++
	return g.acknowledge(ctx, v, c)
}

// repeatCommand sends an accepted command again: unchanged, and then with other content.
func (g *game) repeatCommand(ctx context.Context, v *viewer, c command, d decision) error {
	var seq int
	var code, message string
	var err error
	if g.chance(2) {
		seq, code, message, err = g.post(ctx, g.guests[v.number], g.r.IntN(len(g.rest.opts.URLs)), "/commands", c)
	} else {
		seq, code, message, err = v.send(ctx, c)
	}
	if err != nil {
		return err
	}
	if code != "" || seq != c.seq {
		return v.broken(AppliedOnce, "command %s was acknowledged as seq %d, and its repetition got seq %d, code %q %s", c.id, c.seq, seq, code, message)
	}
	g.rest.tally.Repeated++
	other := c
	other.proof = nil
	if other.decision += "-other"; len(d.Moves) > 1 && g.chance(2) {
		other.decision = c.decision
		for _, m := range d.Moves {
			if string(m) != string(c.move) {
				other.move = m
			}
		}
	}
	return g.expectRefusal(ctx, v, other, "id_reused")
}
