package export_test

import (
	"crypto/ed25519"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/must"
	"nemeton/testkit/poolgame"
)

// A command without a reveal has no index that is spent. So its id is good for one entry: an operator who replays a signed take-back, with
// everything else decided anew, is found.
func TestCheck_FindsReplayedTakeBack(t *testing.T) {
	t.Parallel()
	title, _ := catalog.Find("druids")
	doc := brief(t, title, poolgame.Options{Seats: 2, Seed: 6, Plain: true})
	o := newOriginal(t, doc, title)
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	own := chance.DeviceKey(private.Public().(ed25519.PublicKey))
	secret := (&forgery{doc: doc, original: o}).secret()
	key := must.Return(engine.KeyOf(secret, (&forgery{entries: o.entries}).begun(t)))(t)
	play := func(replays bool) export.Report {
		f, backs := engine.NewFold(title), 0
		forged := doc
		forged.Entries = nil
		apply := func(r engine.Record, err error) {
			t.Helper()
			if err == nil {
				r, err = r.Salted(secret, doc.Table)
			}
			if err == nil {
				_, err = f.Apply(r)
			}
			must.Succeed(t, err)
			forged.Entries = append(forged.Entries, export.Entry{Entry: r.Bytes, Hash: r.Hash})
		}
		bare := o.entries[0]
		bare.Salt = codec.Optional{}
		apply(engine.NewRecord(bare))
		for seat := range engine.Seat(2) {
			apply(f.Enroll(engine.Enrolled{Seat: seat, Device: own}, "device", o.entries[1].Time))
		}
		head, from := f.ShortHead(secret.HeadKey(doc.Table)), f.Seq()
		for f.Outcome() == nil {
			seat := f.OwingSeats()[0]
			d, m, err := poolgame.Brief(f, seat, rand.New(rand.NewPCG(uint64(f.Seq()), 1)))
			must.Succeed(t, err)
			move := must.Return(codec.Canonical(m))(t)
			apply(f.Decide(engine.Command{ID: "move", Seat: seat, Actor: engine.ActorPlayer, Decision: d, Move: move}, key, o.entries[1].Time))
			c := engine.Command{ID: "back", Seat: seat}
			if !replays {
				c.ID += string(rune('0' + backs))
			}
			text := must.Return(engine.CommandStatement{Table: doc.Table, Seat: seat, Command: c.ID, Kind: "takeback", Move: json.RawMessage("null"), Seq: from, Head: head}.Bytes())(t)
			c.Proof = &engine.Proof{Device: own, Seq: from, Head: head, Signature: chance.Signature(ed25519.Sign(private, text))}
			if r, err := f.Unlimited().TakeBack(c, o.entries[1].Time); err == nil && seat == 0 && backs < 2 {
				backs++
				apply(r, nil)
			}
		}
		if backs < 2 {
			t.Fatal("the game has too few take-backs")
		}
		forged.Seats = slices.Clone(doc.Seats)
		forged.Seats[1].Heirs, forged.Outcome, forged.Head = nil, f.Outcome(), f.Head()
		return export.Check(sealed(t, forged), catalog.Find)
	}
	if got := play(false); got.Verdict != export.Holds || got.Seats[0].Signed != 2 {
		t.Errorf("two take-backs: %+v, fault %+v", got, got.Fault)
	}
	if got := play(true); got.Fault == nil || got.Fault.Check != export.CheckProofs {
		t.Errorf("a replayed take-back: %+v, fault %+v", got, got.Fault)
	}
}

// TestInsertedEntriesShiftNoDraw: an operator who inserts a leave and a return leaves all draws as they are, in a game without devices.
func TestInsertedEntriesShiftNoDraw(t *testing.T) {
	t.Parallel()
	title, _ := catalog.Find("druids")
	o := newOriginal(t, brief(t, title, poolgame.Options{Seats: 2, Seed: 6, Plain: true}), title)
	f := &forgery{title: title, doc: o.doc, entries: slices.Clone(o.entries), original: o}
	returned := f.indexOf(isSystem("returned"))
	f.entries = slices.Insert(f.entries, returned+1, f.entries[returned-1], f.entries[returned])
	for i := range 2 {
		f.entries[returned+1+i].Time = f.entries[returned].Time
	}
	shiftFrom(f.entries[returned+3:], engine.Seq(returned+2))
	shiftFrom(f.entries[returned+3:], engine.Seq(returned+2))
	got := export.Check(f.sealed(t), func(string) (engine.Title, bool) { return nil, false }) // the tempo and the rules aside
	if got.Fault != nil || got.Entries != len(o.entries)+2 || got.Draws == 0 {
		t.Errorf("got %+v, fault %+v", got, got.Fault)
	}
}
