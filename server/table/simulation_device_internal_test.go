package table

import (
	"bytes"
	"encoding/json"
	"fmt"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// answerSeats lets the people of a new table answer: with devices, which it returns encoded, or by declining.
func answerSeats(row *store.Table, hasDevices bool) ([][]byte, error) {
	if !hasDevices {
		for seat, at := range row.Seats {
			if at.Player != "" {
				row.SetAnswer(engine.Seat(seat), nil, store.Answer{Declined: true})
			}
		}
		return nil, nil
	}
	commitment, err := row.Commitment()
	if err != nil {
		return nil, err
	}
	devices := make([][]byte, len(row.Seats))
	for seat, at := range row.Seats {
		if at.Player == "" {
			continue
		}
		d, err := device.New(string(row.ID), seat, bytes.NewReader(bytes.Repeat([]byte{byte(seat + 1)}, 64)))
		if err != nil {
			return nil, err
		}
		contribution := []byte{byte(seat + 1)}
		a, err := d.Answer(commitment.String(), contribution)
		if err != nil {
			return nil, err
		}
		row.SetAnswer(engine.Seat(seat), contribution, store.Answer{Device: a.Device, Chain: a.Chain, Signature: a.Signature})
		if devices[seat], err = d.MarshalJSON(); err != nil {
			return nil, err
		}
	}
	return devices, nil
}

// loadDevices decodes the devices of a table; nil for a table without.
func (w *world) loadDevices(encoded [][]byte) (list []*device.Device) {
	for _, raw := range encoded {
		d := &device.Device{}
		if raw == nil {
			d = nil
		} else if err := json.Unmarshal(raw, d); err != nil {
			w.failf("%v", err)
		}
		list = append(list, d)
	}
	return list
}

// prove adds a reveal and a signature to a move or a take-back whose sender names an entry.
func (w *world) prove(c *simCommand) {
	kinds := map[string]string{
		"move": device.Act, "take back": device.TakeBack, "concede": device.Concede,
		"propose to stop": device.ProposeStop, "agree to stop": device.AgreeToStop, "decline to stop": device.DeclineStop,
	}
	if kinds[c.kind] == "" || c.seen.Seq == 0 || c.table.devices == nil || c.table.devices[c.seat] == nil {
		return
	}
	said := device.Command{ID: c.id, Kind: kinds[c.kind], Decision: string(c.decision), Move: c.move}
	p, err := c.table.devices[c.seat].Prove(said, int(c.seen.Seq), c.seen.Head)
	if err != nil {
		w.failf("table %d: %v", c.table.index, err)
		return
	}
	c.proof = &engine.Proof{Device: p.Device, Index: p.Index, Reveal: p.Reveal, Seq: c.seen.Seq, Head: c.seen.Head, Signature: p.Signature}
}

// tellDevice tells the device how its command was answered.
func (w *world) tellDevice(c *simCommand, err error) {
	if c.proof == nil {
		return
	}
	d, p := c.table.devices[c.seat], device.Proof{Device: c.proof.Device, Index: c.proof.Index}
	if err == nil {
		d.Accepted(p)
	} else {
		d.Refused(p, string(apperr.CodeOf(err)))
	}
}

// checkProof checks the signatures of an entry that was just stored, and that a signed head is one of this history.
func (h *simHistory) checkProof(parent *moment, e engine.Entry, events []engine.Event) error {
	if e.Kind == engine.KindStart {
		return nil
	}
	if err := parent.fold.Ledger().CheckSignatures(e, events); err != nil {
		return err
	}
	if e.Proof == nil || e.Proof.Seq == 0 {
		return nil
	}
	at := parent
	for at.parent != nil && at.seq > e.Proof.Seq {
		at = at.parent
	}
	if at.seq != e.Proof.Seq || at.head != e.Proof.Head {
		return fmt.Errorf("entry %d has the signed head of entry %d of another history", e.Seq, e.Proof.Seq)
	}
	return nil
}
