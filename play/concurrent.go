package play

import (
	"cmp"
	"context"
	"slices"
)

// answer is the result of a command: a seq, or the code of a refusal.
type answer struct {
	seq           int
	code, message string
	err           error
}

// postAsync sends a command by REST in a goroutine.
func (g *game) postAsync(ctx context.Context, node int, c command) <-chan answer {
	done := make(chan answer, 1)
	// The tally belongs to the playing goroutine, so the copy has its own.
	copied := *g
	copied.rest = &restClient{opts: g.rest.opts, nodes: g.rest.nodes, client: g.rest.client, tally: &Summary{}}
	go func() {
		var a answer
		a.seq, a.code, a.message, a.err = copied.post(ctx, g.guests[c.seat], node, "/commands", c)
		done <- a
	}()
	return done
}

// actOnBothTransports sends one command by socket and by REST at the same time: both must give the same answer.
func (g *game) actOnBothTransports(ctx context.Context, v *viewer, c command) (seq int, code, message string, err error) {
	other := g.postAsync(ctx, v.node+1, c)
	seq, code, message, err = v.send(ctx, c)
	a := <-other
	g.rest.tally.Repeated++
	switch {
	case err != nil:
		return 0, "", "", err
	case a.err != nil:
		return 0, "", "", a.err
	case a.seq != seq || a.code != code:
		return 0, "", "", v.broken(AppliedOnce, "command %s, sent by socket and REST at once: seq %d %s on the socket, seq %d %s %s by REST", c.id, seq, code, a.seq, a.code, a.message)
	}
	return seq, code, message, nil
}

// actConcurrently lets two seats act at the same time. Both commands are accepted, in some order, unless the first one closes the
// decision of the second.
func (g *game) actConcurrently(ctx context.Context, a, b *viewer, ca, cb command) error {
	other := g.postAsync(ctx, b.node, cb)
	var first answer
	first.seq, first.code, first.message, first.err = a.send(ctx, ca)
	second := <-other
	type one struct {
		by *viewer
		c  command
		answer
	}
	both := []one{{a, ca, first}, {b, cb, second}}
	slices.SortFunc(both, func(x, y one) int { return cmp.Compare(y.seq, x.seq) })
	if both[1].code == "" {
		slices.Reverse(both) // both are accepted: the earlier one first
	}
	for _, o := range both {
		if o.err != nil {
			return o.err
		}
		if o.code == "" {
			o.c.seq = o.seq
			if err := g.acknowledge(ctx, o.by, o.c); err != nil {
				return err
			}
			g.countMove(o.c)
			continue
		}
		g.proofRefused(o.c, o.code, true)
		if err := o.by.reach(ctx, g.transcript.seq); err != nil {
			return err
		}
		if slices.ContainsFunc(own(o.by.state), func(d decision) bool { return d.ID == o.c.decision }) {
			return o.by.broken(ListedIsAccepted, "%s of decision %s was refused while seat %d acted: %s, %s", o.c.move, o.c.decision, a.number, o.code, o.message)
		}
	}
	return nil
}
