package play

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"

	"nemeton/client/device"
)

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
	if !g.chance(4) {
		return nil
	}
	return g.enroll(ctx, v)
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
