package play

import (
	"context"
	"errors"

	"nemeton/client/device"
)

// prove adds a reveal and a signature to a command, if the seat has a device. A device without reveals is replaced first.
func (g *game) prove(ctx context.Context, v *viewer, c command) (command, error) {
	d := g.devices[v.number]
	if d == nil || v.head == "" {
		return c, nil
	}
	p, err := d.Prove(c.statement(), v.state.seq, v.head)
	if errors.Is(err, device.ErrSpent) {
		if err := g.enroll(ctx, v); err != nil {
			return c, err
		}
		p, err = g.devices[v.number].Prove(c.statement(), v.state.seq, v.head)
	}
	if err != nil {
		return c, err
	}
	c.proof = &p
	g.transcript.memory.sent(c)
	return c, nil
}

// statement is the command as a device signs it.
func (c command) statement() device.Command {
	if c.decision == "" {
		return device.Command{ID: c.id, Kind: device.TakeBack}
	}
	return device.Command{ID: c.id, Kind: device.Act, Decision: c.decision, Move: c.move}
}

func (c command) withProof(body map[string]any) map[string]any {
	if p := c.proof; p != nil {
		body["reveal"], body["index"], body["device"], body["signature"] = p.Reveal, p.Index, p.Device, p.Signature
		body["seq"], body["head"] = p.Seq, p.Head
	}
	return body
}

// proofAccepted notes that a command became an entry.
func (g *game) proofAccepted(c command) {
	if c.proof == nil {
		return
	}
	g.devices[c.seat].Accepted(*c.proof)
	g.transcript.memory.accepted(c)
}

// proofRefused notes a refusal. duty means that the server knows the reveal, so that the record must count it if a later entry exists.
func (g *game) proofRefused(c command, code string, duty bool) {
	if c.proof == nil {
		return
	}
	g.devices[c.seat].Refused(*c.proof, code)
	if duty && device.Definite(code) {
		g.transcript.memory.refused(c, g.transcript.seq)
	}
}

// refuseFalseProof sends a move whose proof a thief or a server changed. The move must not be played. The seat then plays it under another id
// with a proof of its own.
func (g *game) refuseFalseProof(ctx context.Context, v *viewer, d decision) error {
	c, err := g.answer(ctx, v, d)
	if err != nil || c.proof == nil {
		return err
	}
	forged := *c.proof
	switch g.r.IntN(5) {
	case 0:
		forged.Reveal[3]++
	case 1:
		forged.Signature[3]++
	case 2:
		forged.Device[3]++
	case 3:
		forged.Index++
	default:
		if len(g.played) == 0 || g.played[len(g.played)-1].proof == nil {
			return g.act(ctx, v, c)
		}
		forged = *g.played[len(g.played)-1].proof
	}
	honest := *c.proof
	c.proof = &forged
	if err := g.expectRefusal(ctx, v, c, "bad_proof"); err != nil {
		return err
	}
	c.proof = &honest
	g.proofRefused(c, "bad_proof", false)
	c.id, c.proof = g.id(), nil
	if c, err = g.prove(ctx, v, c); err != nil {
		return err
	}
	return g.act(ctx, v, c)
}
