package play

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// play plays the table from its start to its end, or until Options.Enough.
func (g *game) play(ctx context.Context) error {
	enough := g.rest.opts.Enough
	for g.transcript.end == 0 && (enough == nil || !enough()) {
		v, d, err := g.choose(ctx)
		if err != nil {
			return err
		}
		if v == nil {
			continue // the end became known during the wait
		}
		before := g.transcript.seq
		if err := g.step(ctx, v, d); err != nil {
			return err
		}
		if err := g.deliverAll(ctx); err != nil {
			return err
		}
		if g.transcript.seq > before && g.rest.opts.Moved != nil {
			g.rest.opts.Moved(Moment{Table: g.transcript.table, Seq: g.transcript.seq, Moves: g.moves})
		}
		if g.rest.opts.Pause > 0 {
			time.Sleep(g.rest.opts.Pause)
		}
		const endless = 20_000 // moves: far beyond any title
		if g.moves > endless {
			return g.broken(DecisionsAreOpen, "the game has no end after %d moves", g.moves)
		}
	}
	for _, v := range g.allViewers() {
		if err := v.reach(ctx, max(g.transcript.end, g.transcript.seq)); err != nil {
			return err
		}
	}
	return g.checkPresence(ctx)
}

// checkPresence waits until the spectators know exactly the open sockets. It does nothing with several nodes, because each node
// reports presence with a delay.
func (g *game) checkPresence(ctx context.Context) error {
	if g.rest.nodes.hasSeveral() {
		return nil
	}
	deadline := time.Now().Add(g.rest.opts.Lag)
	for _, v := range g.spectators {
		for len(v.connectedSeats) != len(g.seats) || v.connectedSpectators < len(g.spectators) || v.connectedSpectators > len(g.spectators)+g.rest.opts.Watchers {
			for _, other := range g.allViewers() { // so that viewers with a lost socket reconnect
				if err := other.drain(ctx); err != nil {
					return err
				}
			}
			if _, err := v.next(ctx, time.Now().Add(200*time.Millisecond)); err != nil {
				return err
			}
			if time.Now().After(deadline) {
				return v.broken(PresenceIsTrue, "presence lists seats %v and %d spectators, but %d seats and %d spectators have sockets", v.connectedSeats, v.connectedSpectators, len(g.seats), len(g.spectators))
			}
		}
	}
	return nil
}

// choose draws a seat that owes a decision, and one of its decisions. Seats that are up to date come first, because another node may
// learn of the last move with a delay.
func (g *game) choose(ctx context.Context) (*viewer, decision, error) {
	var ready, behind []*viewer
	for _, v := range g.seats {
		if err := v.drain(ctx); err != nil {
			return nil, decision{}, err
		}
		switch {
		case v.state.seq < g.transcript.seq:
			behind = append(behind, v)
		case len(own(v.state)) > 0:
			ready = append(ready, v)
		}
	}
	if len(ready) == 0 {
		if len(behind) == 0 && g.transcript.end == 0 {
			return nil, decision{}, g.broken(DecisionsAreOpen, "no decision is open, and there is no outcome")
		}
		for _, v := range behind {
			if err := v.reach(ctx, g.transcript.seq); err != nil {
				return nil, decision{}, err
			}
		}
		return nil, decision{}, nil
	}
	v := ready[g.r.IntN(len(ready))]
	list := own(v.state)
	return v, list[g.r.IntN(len(list))], nil
}

func own(s state) []decision {
	var list []decision
	for _, d := range s.decisions {
		if len(d.Moves) > 0 {
			list = append(list, d)
		}
	}
	return list
}

// step lets a seat answer a decision, and sometimes tries refusals, concurrent commands or a repetition around it.
func (g *game) step(ctx context.Context, v *viewer, d decision) error {
	if err := g.tryRefusals(ctx, v, d); err != nil {
		return err
	}
	if !slices.ContainsFunc(own(v.state), func(now decision) bool { return now.ID == d.ID }) {
		return nil // a check of a refusal has answered the decision
	}
	c, err := g.answer(ctx, v, d)
	if err != nil {
		return err
	}
	if other := g.otherOwing(v); other != nil && g.chance(4) {
		second, err := g.answer(ctx, other, own(other.state)[0])
		if err != nil {
			return err
		}
		return g.actConcurrently(ctx, v, other, c, second)
	}
	if err := g.act(ctx, v, c); err != nil {
		return err
	}
	if g.chance(6) {
		return g.repeatCommand(ctx, v, g.transcript.acked[c.id], d)
	}
	return nil
}

// act sends a command that must be accepted, and records it.
func (g *game) act(ctx context.Context, v *viewer, c command) error {
	var code, message string
	var err error
	switch transport := g.r.IntN(10); {
	case transport == 0:
		c.seq, code, message, err = g.actOnBothTransports(ctx, v, c)
	case transport < 3:
		c.seq, code, message, err = g.post(ctx, g.guests[v.number], v.node, "/commands", c)
	default:
		c.seq, code, message, err = v.send(ctx, c)
	}
	if err != nil {
		return err
	}
	if code != "" {
		return v.broken(ListedIsAccepted, "%s of decision %s was refused: %s, %s", c.move, c.decision, code, message)
	}
	if err := g.acknowledge(ctx, v, c); err != nil {
		return err
	}
	g.countMove(c)
	return nil
}

// countMove counts an accepted move.
func (g *game) countMove(c command) {
	g.moves++
	g.rest.tally.Moves++
	g.played = append(g.played, c)
	delete(g.away, c.seat) // a move is also a return
}

// answer draws a move of a decision, and proves it.
func (g *game) answer(ctx context.Context, v *viewer, d decision) (command, error) {
	return g.prove(ctx, v, command{id: g.id(), seat: v.number, decision: d.ID, move: d.Moves[g.r.IntN(len(d.Moves))]})
}

// otherOwing returns another seat that owes a decision as far as is known now, or nil.
func (g *game) otherOwing(v *viewer) *viewer {
	for _, other := range g.seats {
		if other != v && other.state.seq == g.transcript.seq && len(own(other.state)) > 0 {
			return other
		}
	}
	return nil
}

// acknowledge records an acknowledged command and waits until its seat has the update.
func (g *game) acknowledge(ctx context.Context, v *viewer, c command) error {
	if c.seq <= g.transcript.seq {
		return v.broken(AppliedOnce, "new command %s was acknowledged as seq %d, which an earlier command has", c.id, c.seq)
	}
	if c.seq != g.transcript.seq+1 {
		return v.broken(LogIsComplete, "command %s was acknowledged as seq %d after seq %d: the entries in between belong to no command", c.id, c.seq, g.transcript.seq)
	}
	if err := g.transcript.acknowledge(c, time.Now()); err != nil {
		return err
	}
	g.proofAccepted(c)
	return v.reach(ctx, c.seq)
}

// deliverAll waits until all viewers have the last update, and then drops some sockets. With several nodes the viewers may lag and
// only have to meet Options.Lag.
func (g *game) deliverAll(ctx context.Context) error {
	for _, v := range g.allViewers() {
		var err error
		if !g.rest.nodes.hasSeveral() || g.transcript.seq%50 == 0 {
			err = v.reach(ctx, g.transcript.seq)
		} else {
			err = v.drain(ctx)
		}
		if err != nil {
			return err
		}
	}
	for _, v := range g.seats {
		// Fewer take-backs than moves, so that the game makes progress.
		if v.state.seq == g.transcript.seq && v.state.takeBack && g.takeBacks < g.moves/4 && g.chance(4) {
			return g.takeBack(ctx, v)
		}
	}
	if g.chance(8) {
		v := g.seats[g.r.IntN(len(g.seats))]
		if g.chance(5) {
			v = g.spectators[1]
		}
		v.handshake.form = g.anyForm()
		node := 0
		if g.chance(5) {
			node = g.r.IntN(len(g.rest.opts.URLs))
		}
		code := 0
		if g.chance(2) {
			code = 1000
		}
		if err := v.reconnect(ctx, code, node, !g.chance(3)); err != nil {
			return err
		}
	}
	if g.chance(12) {
		return g.randomRead(ctx)
	}
	return nil
}

// chance returns true once in n times.
func (g *game) chance(n int) bool { return g.r.IntN(n) == 0 }

// anyForm draws the form of the updates of a socket: in half of the cases in full.
func (g *game) anyForm() form { return max(inFull, form(g.r.IntN(4))-1) }

// id draws a command id, a UUID.
func (g *game) id() string {
	a, b := g.r.Uint64(), g.r.Uint64()
	a = a&^0xf000 | 0x4000
	b = b&^(0xc<<60) | 0x8<<60
	return fmt.Sprintf("%08x-%04x-%04x-%04x-%012x", a>>32, a>>16&0xffff, a&0xffff, b>>48, b&0xffffffffffff)
}
