package play

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"maps"
	"net/http"

	"nemeton/client/device"
)

// contribute answers the table's commitment for a seated guest: with a contribution or without, mostly by a device. The
// answer is final, so a repetition is accepted and another answer is refused.
func (g *game) contribute(ctx context.Context, seat int) error {
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
	if err := g.rest.expectRefusal(ctx, RefusedByCode, g.guests[0], http.MethodPost, g.path("/start"), struct{}{}, "not_contributed"); err != nil {
		return err
	}
	return g.contribute(ctx, g.late)
}
