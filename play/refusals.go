package play

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// tryRefusals is, now and then, one thing that must be refused and change nothing. v owes d.
func (g *game) tryRefusals(ctx context.Context, v *viewer, d decision) error {
	if !g.chance(5) {
		return nil
	}
	ways := []func(context.Context, *viewer, decision) error{
		g.foreign, g.foreign, g.stale, g.stale, g.unlisted, g.unlisted, g.unlisted, g.spectate, g.garbage, g.untake, g.early, g.leave, g.leave,
	}
	return ways[g.r.IntN(len(ways))](ctx, v, d)
}

// attempt sends a command, through either door, that must be refused with one of the codes.
func (g *game) attempt(ctx context.Context, v *viewer, c command, codes ...string) error {
	var code, message string
	var err error
	var seq int
	if g.chance(3) {
		seq, code, message, err = g.post(ctx, g.guests[v.who], v.node, "/commands", c)
	} else {
		seq, code, message, err = v.send(ctx, c)
	}
	if err != nil {
		return err
	}
	if !slices.Contains(codes, code) {
		return v.broken(RefusedByCode, "decision %q, move %s: seq %d, code %q %s, where %s was promised",
			c.decision, clip(string(c.move)), seq, code, message, strings.Join(codes, " or "))
	}
	g.door.tally.Refused++
	return nil
}

// foreign answers a decision of another seat.
func (g *game) foreign(ctx context.Context, v *viewer, d decision) error {
	for _, other := range g.seats {
		if other.who != v.who && other.state.seq == g.book.seq {
			return g.attempt(ctx, other, command{id: g.id(), decision: d.ID, move: d.Moves[0]}, "not_your_decision")
		}
	}
	return nil
}

// stale answers a decision that was answered before, or never was.
func (g *game) stale(ctx context.Context, v *viewer, d decision) error {
	c := command{id: g.id(), decision: "never-was", move: d.Moves[0]}
	if len(g.spent) > 0 {
		old := g.spent[g.r.IntN(len(g.spent))]
		// A decision may outlive a move that answered it only by a take-back of other things; then it is not stale.
		if old.seat == v.who && !slices.ContainsFunc(v.state.decisions, func(d decision) bool { return d.ID == old.decision }) {
			c.decision, c.move = old.decision, old.move
		}
	}
	return g.attempt(ctx, v, c, "stale_decision")
}

// unlisted answers with a move that is not in the list; the refusal must leave the id free for a good move.
func (g *game) unlisted(ctx context.Context, v *viewer, d decision) error {
	wrong := []json.RawMessage{[]byte(`{}`), []byte(`"move"`), []byte(`17`), []byte(`[]`), []byte(`{"nemeton":true}`)}
	for _, m := range d.Moves[:1] {
		wrong = append(wrong, append(append(json.RawMessage{}, m[:len(m)-1]...), `,"nemeton":1}`...))
	}
	for _, c := range g.spent {
		if c.seat != v.who {
			wrong = append(wrong, c.move)
		}
	}
	move := wrong[g.r.IntN(len(wrong))]
	if slices.ContainsFunc(d.Moves, func(m json.RawMessage) bool { return string(m) == string(move) }) || strings.HasPrefix(string(move), "{,") {
		return nil
	}
	c := command{id: g.id(), seat: v.who, decision: d.ID, move: move}
	if err := g.attempt(ctx, v, c, "illegal_move", "malformed"); err != nil {
		return err
	}
	c.move = d.Moves[g.r.IntN(len(d.Moves))]
	return g.act(ctx, v, c)
}

// spectate acts from outside.
func (g *game) spectate(ctx context.Context, _ *viewer, d decision) error {
	c := command{id: g.id(), decision: d.ID, move: json.RawMessage(`{}`)}
	for _, l := range g.lookers {
		_, code, message, err := l.send(ctx, c)
		if err != nil {
			return err
		}
		if code != "not_seated" && code != "unauthenticated" {
			return l.broken(RefusedByCode, "acting as a spectator: code %q %s, where not_seated was promised", code, message)
		}
		g.door.tally.Refused++
	}
	codes := []string{"not_seated"}
	if g.private {
		codes = []string{"not_seated", "unknown_table"}
	}
	body := map[string]any{"id": c.id, "decision": c.decision, "move": c.move}
	return g.door.refuse(ctx, RefusedByCode, g.other, http.MethodPost, g.path("/commands"), body, codes...)
}

// garbage sends what cannot be read, on a socket of its own.
func (g *game) garbage(ctx context.Context, v *viewer, _ decision) error {
	extra := &viewer{door: g.door, book: g.book, who: v.who, node: v.node, hello: v.hello}
	extra.hello.since = -1
	frames := []struct {
		raw  string
		code int
	}{
		{`{"t":"act","id":`, 4008},
		{`{"t":"dance"}`, 4008},
		{`[1,2,3]`, 4008},
		{`{"t":"act","id":"` + strings.Repeat("x", 17<<10) + `"}`, 4009},
	}
	f := frames[g.r.IntN(len(frames))]
	code, err := extra.thrown(ctx, []byte(f.raw))
	if err != nil {
		return err
	}
	if code != f.code {
		return v.broken(RefusedByCode, "the frame %s closed the socket with %d, where %d was promised", clip(f.raw)[:min(len(f.raw), 40)], code, f.code)
	}
	g.door.tally.Refused++
	return g.door.refuse(ctx, RefusedByCode, g.guests[v.who], http.MethodPost, g.path("/commands"), json.RawMessage(`{"id":`), "malformed")
}

// untake takes back where nothing can be.
func (g *game) untake(ctx context.Context, v *viewer, _ decision) error {
	if v.state.takeBack {
		return nil
	}
	return g.attemptRest(ctx, v, "/takeback", "nothing_to_take_back")
}

// early asks for the export of a table that still runs.
func (g *game) early(ctx context.Context, v *viewer, _ decision) error {
	return g.door.refuse(ctx, ExportIsComplete, g.guests[v.who], http.MethodGet, g.path("/export"), nil, "table_running")
}

// leave goes away for now, or comes back; doing it twice is refused.
func (g *game) leave(ctx context.Context, v *viewer, _ decision) error {
	rest := "/leave"
	if g.left[v.who] {
		rest = "/return"
	}
	c := command{id: g.id(), seat: v.who}
	seq, code, message, err := g.post(ctx, g.guests[v.who], v.node, rest, c)
	if err != nil {
		return err
	}
	if code != "" {
		return v.broken(AnswersAsDocumented, "%s was refused: %s", rest, message)
	}
	c.seq = seq
	if err := g.accepted(ctx, v, c); err != nil {
		return err
	}
	if g.left[v.who] = rest == "/leave"; !g.left[v.who] {
		delete(g.left, v.who)
	}
	return g.attemptRest(ctx, v, rest, "no_change")
}

func (g *game) attemptRest(ctx context.Context, v *viewer, rest, promised string) error {
	seq, code, message, err := g.post(ctx, g.guests[v.who], v.node, rest, command{id: g.id()})
	if err != nil {
		return err
	}
	if code != promised {
		return v.broken(RefusedByCode, "%s: seq %d, code %q %s, where %s was promised", rest, seq, code, message, promised)
	}
	g.door.tally.Refused++
	return nil
}

// takeBack undoes the seat's last step.
func (g *game) takeBack(ctx context.Context, v *viewer) error {
	c := command{id: g.id(), seat: v.who}
	seq, code, message, err := v.send(ctx, c)
	if err != nil {
		return err
	}
	if code != "" {
		return v.broken(AnswersAsDocumented, "canTakeBack, and yet: %s, %s", code, message)
	}
	c.seq = seq
	g.takeback++
	g.door.tally.TakenBack++
	return g.accepted(ctx, v, c)
}

// repeat sends an accepted command again, as it was and with other content.
func (g *game) repeat(ctx context.Context, v *viewer, c command, d decision) error {
	var seq int
	var code, message string
	var err error
	if g.chance(2) {
		seq, code, message, err = g.post(ctx, g.guests[v.who], g.r.IntN(len(g.door.opts.URLs)), "/commands", c)
	} else {
		seq, code, message, err = v.send(ctx, c)
	}
	if err != nil {
		return err
	}
	if code != "" || seq != c.seq {
		return v.broken(AppliedOnce, "command %s was acknowledged as seq %d, and sent again: seq %d, code %q %s", c.id, c.seq, seq, code, message)
	}
	g.door.tally.Repeated++
	other := c
	if other.decision += "-other"; len(d.Moves) > 1 && g.chance(2) {
		other.decision = c.decision
		for _, m := range d.Moves {
			if string(m) != string(c.move) {
				other.move = m
			}
		}
	}
	return g.attempt(ctx, v, other, "id_reused")
}
