package play

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"net/http"

	"nemeton/play/device"
)

// chancePool is the chance version in which players reveal and sign.
const chancePool = 2

// contribute answers the table's commitment for a seated guest: with a contribution or without, and in version 2 mostly by a device. The
// answer is final, so a repetition is accepted and another answer is refused.
func (g *game) contribute(ctx context.Context, seat int) error {
	if g.transcript.chance == 0 {
		return nil // a server without a call for contributions
	}
	answer, err := g.newAnswer(seat)
	if err != nil {
		return err
	}
	if answer["signature"] != nil {
		forged := maps.Clone(answer)
		forged["contribution"] = "00"
		if err := g.rest.expectRefusal(ctx, RefusedByCode, g.guests[seat], http.MethodPost, g.path("/contribution"), forged, "bad_proof"); err != nil {
			return err
		}
	}
	for range 1 + g.r.IntN(2) {
		var got struct{ Table table }
		if err := g.rest.expect(ctx, g.guests[seat], http.MethodPost, g.path("/contribution"), answer, &got, http.StatusOK); err != nil {
			return err
		}
		if len(got.Table.Seats) <= seat || !got.Table.Seats[seat].Contributed {
			return g.broken(TablesAreTrue, "%s answered the commitment, but the table says that seat %d did not", g.guests[seat].name, seat)
		}
		if err := g.transcript.seeTable(seat, got.Table); err != nil {
			return err
		}
	}
	another := map[string]any{"contribution": hex.EncodeToString([]byte("another"))}
	return g.rest.expectRefusal(ctx, RefusedByCode, g.guests[seat], http.MethodPost, g.path("/contribution"), another, "already_contributed")
}

// newAnswer makes the answer of a seat. It makes the seat's device, except for some seats that play without one.
func (g *game) newAnswer(seat int) (map[string]any, error) {
	contribution := make([]byte, 32)
	if _, err := rand.Read(contribution); err != nil {
		return nil, err
	}
	if g.chance(6) {
		contribution = nil
	}
	answer := map[string]any{"contribution": nil}
	if contribution != nil {
		answer["contribution"] = hex.EncodeToString(contribution)
	}
	if g.transcript.chance < chancePool {
		return answer, nil
	}
	var said device.Answer
	if seat == 0 || !g.chance(6) {
		d, err := device.New(g.transcript.table, seat, rand.Reader)
		if err != nil {
			return nil, err
		}
		if said, err = d.Answer(g.transcript.memory.commitment(), contribution); err != nil {
			return nil, err
		}
		g.devices[seat] = d
		answer["device"], answer["chain"], answer["signature"] = said.Device, said.Chain, said.Signature
	} else if contribution != nil {
		text := hex.EncodeToString(contribution)
		said.Contribution = &text
	}
	g.transcript.memory.answered(seat, said)
	return answer, nil
}

// contributeLast lets the last seat answer. Before that the table must not start.
func (g *game) contributeLast(ctx context.Context) error {
	if g.transcript.chance == 0 {
		return nil
	}
	if err := g.rest.expectRefusal(ctx, RefusedByCode, g.guests[0], http.MethodPost, g.path("/start"), struct{}{}, "not_contributed"); err != nil {
		return err
	}
	return g.contribute(ctx, g.late)
}

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

// withProof adds the members of the proof to a body.
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

// enroll replaces the device of a seat by another one, which the old one confirms if there is one.
func (g *game) enroll(ctx context.Context, v *viewer) error {
	next, err := device.New(g.transcript.table, v.number, rand.Reader)
	if err != nil {
		return err
	}
	e, err := next.Enroll(g.devices[v.number])
	if err != nil {
		return err
	}
	c := command{id: g.id(), seat: v.number}
	body := func(e device.Enrollment) map[string]any {
		m := map[string]any{"id": c.id, "device": e.Device, "chain": e.Chain}
		if g.devices[v.number] != nil {
			m["by"], m["signature"] = e.By, e.Signature
		}
		return m
	}
	if g.devices[v.number] != nil {
		forged := e
		forged.Signature[0]++
		if err := g.expectEnrollment(ctx, v, c, body(forged), "bad_proof"); err != nil {
			return err
		}
	}
	seq, code, message, err := g.postBody(ctx, g.guests[v.number], v.node, "/devices", c, body(e))
	if err != nil {
		return err
	}
	if code != "" {
		return v.broken(AnswersAsDocumented, "another device was refused: %s", message)
	}
	c.seq = seq
	if err := g.acknowledge(ctx, v, c); err != nil {
		return err
	}
	events := g.transcript.events[observationKey{v.number, seq}]
	if !bytes.Contains(events, []byte("frame.enrolled")) || !bytes.Contains(events, []byte(next.Key().String())) {
		return v.broken(AnswersAsDocumented, "the device %s was enrolled, but the events of seq %d are %s", next.Key(), seq, clip(string(events)))
	}
	g.devices[v.number] = next
	c.id = g.id()
	return g.expectEnrollment(ctx, v, c, body(e), "no_change")
}

// expectEnrollment enrolls a device, which must be refused.
func (g *game) expectEnrollment(ctx context.Context, v *viewer, c command, body any, promised string) error {
	seq, code, message, err := g.postBody(ctx, g.guests[v.number], v.node, "/devices", c, body)
	if err != nil {
		return err
	}
	if code != promised {
		return v.broken(RefusedByCode, "/devices: got seq %d, code %q %s, want %s", seq, code, message, promised)
	}
	g.rest.tally.Refused++
	return nil
}

// enrollAnother sometimes replaces the device of a seat.
func (g *game) enrollAnother(ctx context.Context, v *viewer, _ decision) error {
	if g.transcript.chance < chancePool || !g.chance(4) {
		return nil
	}
	return g.enroll(ctx, v)
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

// checkDevices checks that the table lists exactly the devices that may sign.
func (g *game) checkDevices(t table) error {
	for seat, d := range g.devices {
		listed := t.Seats[seat].Devices
		if d == nil && len(listed) == 0 {
			continue
		}
		if d == nil || len(listed) == 0 || listed[len(listed)-1] != d.Key().String() {
			raw, _ := json.Marshal(listed)
			return g.broken(TablesAreTrue, "the devices of seat %d are %s, and the one that played last is missing", seat, raw)
		}
	}
	return nil
}
