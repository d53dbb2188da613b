package table_test

import (
	"bytes"
	"context"
	"testing"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// people are the devices of a table's seats.
type people struct {
	*testing.T
	*tabletest.Fixture
	r       *table.Registry
	id      store.TableID
	devices []*device.Device // by seat
	seen    table.Point      // the newest entry that all of them know
}

// seatDevices starts a table of two people with devices.
func seatDevices(t *testing.T, h *tabletest.Fixture, r *table.Registry) *people {
	t.Helper()
	p := &people{T: t, Fixture: h, r: r}
	p.id = h.Running(r, 2, func(row *store.Table) {
		commitment := must.Return(row.Commitment())(t)
		for seat := range row.Seats {
			d := must.Return(device.New(string(row.ID), seat, random(byte(seat+1))))(t)
			answer := must.Return(d.Answer(commitment.String(), []byte{byte(seat + 1)}))(t)
			row.SetAnswer(engine.Seat(seat), []byte{byte(seat + 1)}, store.Answer{Device: answer.Device, Chain: answer.Chain, Signature: answer.Signature})
			p.devices = append(p.devices, d)
		}
	})
	p.look()
	return p
}

// random is a source of bytes that are all the same.
func random(b byte) *bytes.Reader { return bytes.NewReader(bytes.Repeat([]byte{b}, 64)) }

// look lets everybody see the newest entry.
func (p *people) look() {
	p.Helper()
	row := must.Return(p.Store.Table(context.Background(), p.id))(p)
	p.seen = table.Point{Seq: row.Seq, Head: row.Secret.HeadKey(string(p.id)).Short(uint64(row.Seq), 0, row.Head)}
}

// prove returns the command with the proof of its seat's device.
func (p *people) prove(c tabletest.Command) (table.Command, device.Proof) {
	p.Helper()
	made := must.Return(p.devices[c.Seat].Prove(device.Command{ID: c.ID, Kind: device.Act, Decision: string(c.Decision), Move: c.Move}, int(p.seen.Seq), p.seen.Head))(p)
	return table.Command{ID: c.ID, Seat: c.Seat, Decision: c.Decision, Move: c.Move, Seen: p.seen, Proof: &engine.Proof{
		Device: made.Device, Index: made.Index, Reveal: made.Reveal, Seq: p.seen.Seq, Head: p.seen.Head, Signature: made.Signature,
	}}, made
}

// step plays one move with a proof.
func (p *people) step(pick int) (more bool) {
	p.Helper()
	c, ok := p.Choose(p.r, p.id, pick)
	if !ok {
		return false
	}
	command, made := p.prove(c)
	done := must.Return(p.r.Act(context.Background(), p.id, command))(p)
	p.devices[c.Seat].Accepted(made)
	p.seen = done
	return true
}

// finish plays to the end and checks the record.
func (p *people) finish() export.Report {
	p.Helper()
	for n := 0; p.step(n * 7); n++ {
		if n > 1000 {
			p.Fatal("the toy does not end")
		}
	}
	raw := must.Return(p.r.Export(context.Background(), p.id, nil))(p)
	report := export.Check(raw, func(id string) (engine.Title, bool) { return toy.Title{}, id == "toy" })
	if report.Verdict != export.Holds {
		p.Errorf("got %s, %+v", report.Verdict, report.Fault)
	}
	return report
}

func (p *people) newest() engine.Entry {
	p.Helper()
	row := must.Return(p.Store.Table(context.Background(), p.id))(p)
	records := must.Return(p.Store.Read(context.Background(), p.id, row.Seq-1, 1))(p)
	return records[0].Entry
}

func refusedAs(t *testing.T, err error, code apperr.Code) {
	t.Helper()
	expect.Equal(t, apperr.CodeOf(err), code, err)
}

func TestProofs_WholeGame(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	report := seatDevices(t, h, h.Registry()).finish()
	for seat, s := range report.Seats {
		if !s.Contributed || s.Reveals == 0 || s.Signed != s.Reveals || s.Unsigned != 0 || s.Voided != 0 {
			t.Errorf("seat %d: %+v", seat, s)
		}
	}
}

// A refused command spends its reveal: the table's next entry records that, and only the same command may still use it.
func TestProofs_Void(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	p := seatDevices(t, h, h.Registry())
	c, _ := p.Choose(p.r, p.id, 0)
	stale := c
	stale.ID, stale.Decision = p.NewID(), "9-9"
	command, made := p.prove(stale)
	refusedAs(t, expect.Second(p.r.Act(context.Background(), p.id, command)), apperr.StaleDecision)

	// The server saw the reveal. Another command must not use it.
	other := command
	other.ID, other.Decision, other.Move = p.NewID(), c.Decision, c.Move
	other.Proof = &engine.Proof{Device: made.Device, Index: made.Index, Reveal: made.Reveal}
	refusedAs(t, expect.Second(p.r.Act(context.Background(), p.id, other)), apperr.BadProof)
	// The same command gets the same answer, however often it comes.
	refusedAs(t, expect.Second(p.r.Act(context.Background(), p.id, command)), apperr.StaleDecision)

	p.devices[stale.Seat].Refused(made, string(apperr.StaleDecision))
	p.step(0)
	if e := p.newest(); len(e.Voids) != 1 || e.Voids[0] != (engine.Void{Seat: stale.Seat, Device: made.Device, Index: 1}) || e.Proof.Index != 2 {
		t.Errorf("got the voids %+v and the proof %+v", e.Voids, e.Proof)
	}
	expect.Equal(t, p.finish().Seats[stale.Seat].Voided, 1)
}

// A node that forgot a void leaves a gap in the indexes, which the record counts.
func TestProofs_ForgottenVoid(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	p := seatDevices(t, h, h.Registry())
	c, _ := p.Choose(p.r, p.id, 0)
	c.ID, c.Decision = p.NewID(), "9-9"
	command, made := p.prove(c)
	refusedAs(t, expect.Second(p.r.Act(context.Background(), p.id, command)), apperr.StaleDecision)
	p.devices[c.Seat].Refused(made, string(apperr.StaleDecision))

	p.r = h.Registry() // another node, which never saw the refused command
	p.step(0)
	if e := p.newest(); e.Voids != nil || e.Proof.Index != 2 {
		t.Errorf("got the voids %+v and the proof %+v", e.Voids, e.Proof)
	}
	expect.Equal(t, p.finish().Seats[c.Seat].Voided, 1)
}

// A resent command is answered as before at any node, and its reveal counts once.
func TestProofs_Resent(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	p := seatDevices(t, h, h.Registry())
	c, _ := p.Choose(p.r, p.id, 0)
	command, made := p.prove(c)
	first := must.Return(p.r.Act(context.Background(), p.id, command))(t)
	p.devices[c.Seat].Accepted(made)
	p.seen = first
	p.step(1)
	for _, r := range []*table.Registry{p.r, h.Registry()} {
		expect.Equal(t, must.Return(r.Act(context.Background(), p.id, command))(t), first)
	}
	expect.Equal(t, p.finish().Seats[c.Seat].Voided, 0)
}

// Every false proof is refused, nothing is played, and the seat goes on.
func TestProofs_Refused(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	p := seatDevices(t, h, h.Registry())
	stranger := must.Return(device.New(string(p.id), 0, random(9)))(t)
	for name, change := range map[string]func(c *table.Command){
		"another index":             func(c *table.Command) { c.Proof.Index++ },
		"an index of 0":             func(c *table.Command) { c.Proof.Index, c.Proof.Reveal = 0, codec.Optional{1} },
		"another reveal":            func(c *table.Command) { c.Proof.Reveal[0]++ },
		"an unknown device":         func(c *table.Command) { c.Proof.Device = stranger.Key() },
		"a device of another seat":  func(c *table.Command) { c.Proof.Device = p.devices[1-c.Seat].Key() },
		"another signature":         func(c *table.Command) { c.Proof.Signature[5]++ },
		"a head of another history": func(c *table.Command) { c.Proof.Head = "00" + c.Proof.Head[2:46] + "00" },
		"an entry of the future":    func(c *table.Command) { c.Proof.Seq = 99 },
		"no head":                   func(c *table.Command) { c.Proof.Head = "" },
	} {
		before := p.newest()
		c, _ := p.Choose(p.r, p.id, 0)
		command, made := p.prove(c)
		proof := *command.Proof
		command.Proof, command.Seen = &proof, table.Point{}
		change(&command)
		_, err := p.r.Act(context.Background(), p.id, command)
		if after := p.newest(); apperr.CodeOf(err) != apperr.BadProof || after.Seq != before.Seq {
			t.Errorf("%s: got %v and entry %d, want the code %s and entry %d", name, err, after.Seq, apperr.BadProof, before.Seq)
		}
		p.devices[c.Seat].Refused(made, string(apperr.BadProof))
	}
	p.step(0)
	p.finish()
}

// Without device and index, the server takes the seat's only device and the next reveal.
func TestProofs_Defaults(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	p := seatDevices(t, h, h.Registry())
	for n := range 3 {
		c, _ := p.Choose(p.r, p.id, n)
		command, made := p.prove(c)
		command.Proof = &engine.Proof{Reveal: made.Reveal}
		done := must.Return(p.r.Act(context.Background(), p.id, command))(t)
		p.devices[c.Seat].Accepted(made)
		p.seen = done
		if e := p.newest(); e.Proof.Device != made.Device || e.Proof.Index != made.Index {
			t.Errorf("got %+v, want the proof of %+v", e.Proof, made)
		}
	}
	p.finish()
}

// A new device plays on: confirmed by the old one, or in words.
func TestEnroll(t *testing.T) {
	t.Parallel()
	for name, confirmed := range map[string]bool{"confirmed by the old device": true, "in words": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := tabletest.New(t)
			p := seatDevices(t, h, h.Registry())
			p.step(0)
			fresh := must.Return(device.New(string(p.id), 0, random(7)))(t)
			var by *device.Device
			if confirmed {
				by = p.devices[0]
			}
			request := must.Return(fresh.Enroll(by))(t)
			e := engine.Enrolled{Device: request.Device, Chain: request.Chain, By: request.By, Signature: request.Signature}
			done := must.Return(p.r.Enroll(context.Background(), p.id, table.Command{ID: "enroll", Seat: 0}, e))(t)
			expect.Equal(t, must.Return(p.r.Enroll(context.Background(), p.id, table.Command{ID: "enroll", Seat: 0}, e))(t), done, "the same again")
			refusedAs(t, expect.Second(p.r.Enroll(context.Background(), p.id, table.Command{ID: "again", Seat: 0}, e)), apperr.NoChange)
			forged := e
			forged.Device, forged.By, forged.Signature = chance.DeviceKey{1}, p.devices[1].Key(), chance.Signature{1}
			refusedAs(t, expect.Second(p.r.Enroll(context.Background(), p.id, table.Command{ID: "forged", Seat: 0}, forged)), apperr.BadProof)
			p.seen, p.devices[0] = done, fresh
			report := p.finish()
			if s := report.Seats[0]; s.Unsigned != 0 || (s.Confirmed == 1) != confirmed || (s.InWords == 1) == confirmed {
				t.Errorf("got %+v", s)
			}
		})
	}
}

// A command with a wrong signed head spends its reveal, too, because the server has seen it.
func TestProofs_VoidOfAWrongHead(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	p := seatDevices(t, h, h.Registry())
	p.step(0)
	c, _ := p.Choose(p.r, p.id, 0)
	seen := p.seen
	p.seen.Head = "0000" + seen.Head[4:40] + "00000000"
	command, made := p.prove(c)
	command.Seen = seen
	refusedAs(t, expect.Second(p.r.Act(context.Background(), p.id, command)), apperr.BadProof)
	p.devices[c.Seat].Refused(made, string(apperr.BadProof))
	p.seen = seen
	p.step(0)
	if e := p.newest(); len(e.Voids) != 1 || e.Voids[0] != (engine.Void{Seat: c.Seat, Device: made.Device, Index: made.Index}) {
		t.Errorf("got the voids %+v", e.Voids)
	}
	expect.Equal(t, p.finish().Seats[c.Seat].Voided, 1)
}
