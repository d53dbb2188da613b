package export_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/must"
	"nemeton/testkit/poolgame"
	"nemeton/testkit/testsize"
)

// finished plays a random table of a title, take-backs included, and returns its document.
func finished(t testing.TB, title engine.Title, seats int, seed byte) export.Document {
	t.Helper()
	info := title.Info()
	options := must.Return(engine.Options{}.Complete(info.Options))(t)
	secret := chance.Secret{seed, 7}
	begun := engine.Started{Table: "table", Title: info.ID, Setup: engine.Setup{Colors: info.ColorsFor(seats)[:seats], Options: options}, Created: 1}
	key := enginetest.Sit(&begun, secret)
	doc := export.Document{
		Format: export.Format, Table: "table", Title: info.ID, CreatedAt: 1, Options: options, Secret: hex.EncodeToString(secret[:]),
		Commitment: begun.Commitment, Contributions: begun.Contributions,
	}
	for i, color := range begun.Setup.Colors {
		doc.Seats = append(doc.Seats, export.Seat{Seat: engine.Seat(i), Color: color, Name: "Person"})
	}
	f, r := engine.NewFold(title), rand.New(rand.NewPCG(uint64(seed), 1))
	record, err := engine.Begin(title, begun, key, 5)
	for {
		if err == nil {
			record, err = record.Salted(secret, "table")
		}
		must.Succeed(t, err)
		must.Return(f.Apply(record))(t)
		if handed := len(doc.Seats[max(record.Entry.Seat, 0)].Heirs) < f.Handovers(max(record.Entry.Seat, 0)); handed {
			s := &doc.Seats[record.Entry.Seat]
			s.Heirs = append(s.Heirs, "Heir")
		}
		doc.Entries = append(doc.Entries, export.Entry{Entry: record.Bytes, Hash: record.Hash})
		if f.Outcome() != nil {
			break
		}
		record, err = next(f, r, key, secret)
	}
	doc.Outcome, doc.Head = f.Outcome(), f.Head()
	return doc
}

// next returns one more record: sometimes a take-back, a change of seats or a restore, else a random move. All have
// the same time, as in a log from before the limits of entries without progress.
func next(f *engine.Fold, r *rand.Rand, key chance.Key, secret chance.Secret) (engine.Record, error) {
	f = f.Unlimited()
	seat := f.OwingSeats()[0]
	switch r.IntN(12) {
	case 0:
		if record, err := f.TakeBack(engine.Command{ID: "back", Seat: seat}, 6); err == nil {
			return record, nil
		}
	case 1:
		if record, err := f.Leave(seat, "leave", 6); err == nil {
			return record, nil
		}
		return f.Return(seat, "return", 6)
	case 2:
		if record, err := f.Agree(seat, 0, r.IntN(2) == 0, "medium", "agree", 6); err == nil {
			return record, nil
		}
		return f.HandOver(seat, secret.PersonDigest("table", int(seat), f.Handovers(seat)+1, "Heir"), "hand", 6)
	case 3:
		if record, err := f.TakeOver(seat, "hard", 6); err == nil {
			return record, nil
		}
	case 4:
		if r.IntN(3) == 0 {
			return f.Restore(chance.Entropy{byte(r.Uint32())}, 6)
		}
	}
	for _, d := range f.Decisions(engine.SeatViewer(seat)) {
		if d.Seat != seat {
			continue
		}
		raw, err := codec.Canonical(d.Moves[r.IntN(len(d.Moves))])
		if err != nil {
			return engine.Record{}, err
		}
		return f.Decide(engine.Command{ID: "move", Seat: seat, Actor: engine.ActorPlayer, Decision: d.ID, Move: raw}, key, 6)
	}
	panic("a seat owes nothing that it sees")
}

func sealed(t testing.TB, d export.Document) []byte {
	t.Helper()
	return must.Return(d.Seal())(t)
}

func TestCheck_WholeGames(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		info := title.Info()
		for seats := info.MinSeats; seats <= testsize.Pick(info.MinSeats, info.MaxSeats, info.MaxSeats); seats += testsize.Pick(1, info.MaxSeats-info.MinSeats, 1) {
			doc := finished(t, title, seats, byte(seats))
			got := export.Check(sealed(t, doc), catalog.Find)
			if got.Fault != nil || got.Decided != len(doc.Entries) || got.Draws == 0 || got.Older != 0 || got.Restores == 0 {
				t.Errorf("%s for %d: %+v, fault %+v", info.ID, seats, got, got.Fault)
			}
		}
	}
}

// Whether such a return was needed depends on the clock and on presence, which the authority judged. A check confirms the entry of any seat that owes a
// decision.
func TestSameRecord_SignOfLife(t *testing.T) {
	t.Parallel()
	title, _ := catalog.Find("meduris")
	begun := engine.Started{Table: "table", Title: "meduris", Setup: engine.Setup{Colors: title.Info().ColorsFor(2)[:2], Options: engine.Options{}}}
	f, key := engine.NewFold(title), enginetest.Sit(&begun, chance.Secret{})
	record := must.Return(engine.Begin(title, begun, key, 5))(t)
	must.Return(f.Apply(record))(t)
	owing := f.OwingSeats()[0]
	for _, command := range []string{"here", ""} {
		record := must.Return(f.Here(owing, command, 6))(t)
		if same, err := export.SameRecord(title, f, begun, key, record); err != nil || !same {
			t.Errorf("command %q: got %v, %v; want the same record", command, same, err)
		}
		forged := record.Entry
		other := forged.Events[0]
		other.Data = json.RawMessage(fmt.Sprintf(`{"seat":%d}`, 1-owing))
		forged.Seat, forged.Events = 1-owing, []engine.Stored{other}
		if bad, err := engine.NewRecord(forged); err != nil {
			t.Fatal(err)
		} else if _, err := export.SameRecord(title, f, begun, key, bad); !errors.Is(err, engine.ErrNoChange) {
			t.Errorf("a seat that owes nothing: got %v, want %v", err, engine.ErrNoChange)
		}
	}
}

func TestCheck_UnknownTitle(t *testing.T) {
	t.Parallel()
	doc := finished(t, catalog.Titles()[0], 2, 1)
	got := export.Check(sealed(t, doc), func(string) (engine.Title, bool) { return nil, false })
	if got.Verdict != export.NotJudged || got.Fault != nil || got.Known || got.Decided != 0 || got.Entries != len(doc.Entries) || got.Draws == 0 || got.Restores == 0 {
		t.Errorf("got %+v", got)
	}
}

// reseal changes one entry and repairs the chain after it, as a forger would.
func reseal(t *testing.T, d export.Document, seq int, change func(e *engine.Entry)) export.Document {
	t.Helper()
	d.Entries = append([]export.Entry{}, d.Entries...)
	var head codec.Hash
	for i := range d.Entries {
		var e engine.Entry
		must.Succeed(t, json.Unmarshal(d.Entries[i].Entry, &e))
		e.Prev = head
		if i == seq-1 {
			change(&e)
		}
		r := must.Return(engine.NewRecord(e))(t)
		head = r.Hash
		d.Entries[i] = export.Entry{Entry: r.Bytes, Hash: head}
	}
	d.Head = head
	return d
}

// TestCheck_OlderRules: a record with entries of older rules has no success, also if today's rules decide them in the same way.
func TestCheck_OlderRules(t *testing.T) {
	t.Parallel()
	doc := finished(t, catalog.Titles()[0], 2, 2)
	find := func(id string) (engine.Title, bool) {
		title, ok := catalog.Find(id)
		return versioned{title, 3}, ok
	}
	raised := func(from int) export.Document {
		entries := entriesOf(t, doc)
		for i := from; i < len(entries); i++ {
			entries[i].Rules = 3
		}
		return chained(t, doc, entries)
	}
	for _, from := range []int{0, len(doc.Entries) / 2, len(doc.Entries)} {
		if got := export.Check(sealed(t, raised(from)), find); got.Fault != nil || (from == 0) != (got.Verdict == export.Holds) || got.Older != from || got.Decided != len(doc.Entries) {
			t.Errorf("%d entries older: got %+v, fault %+v", from, got, got.Fault)
		}
	}
	f := forgery{doc: doc, entries: entriesOf(t, doc), original: &original{doc: doc}}
	if !f.drawMore(t) {
		t.Fatal("nothing is drawn")
	}
	if got := export.Check(sealed(t, chained(t, doc, f.entries)), find); got.Verdict != export.NotJudged || got.Older != len(doc.Entries) || got.Decided != len(doc.Entries)-1 {
		t.Errorf("one entry by other rules: got %+v, fault %+v", got, got.Fault)
	}
}

// A valid chain with seats, colors or options that no title has is a fault.
func TestCheck_ForgedStart(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		played := finished(t, title, 2, 6)
		played.Entries = played.Entries[:2]
		for name, forge := range map[string]func(*engine.Started){
			"no seats":   func(s *engine.Started) { s.Setup.Colors = nil },
			"one seat":   func(s *engine.Started) { s.Setup.Colors = s.Setup.Colors[:1] },
			"many seats": func(s *engine.Started) { s.Setup.Colors = slices.Repeat(s.Setup.Colors, 20) },
		} {
			doc := played
			forged := reseal(t, doc, 1, func(e *engine.Entry) {
				var begun engine.Started
				must.Succeed(t, json.Unmarshal(e.Events[0].Data, &begun))
				forge(&begun)
				data := must.Return(codec.Canonical(begun))(t)
				e.Events = slices.Clone(e.Events)
				e.Events[0].Data = data
				doc.Seats = nil
				for i, color := range begun.Setup.Colors {
					doc.Seats = append(doc.Seats, export.Seat{Seat: engine.Seat(i), Color: color})
				}
			})
			forged.Seats = doc.Seats
			got := export.Check(sealed(t, forged), catalog.Find)
			if got.Fault == nil || !slices.Contains([]string{export.CheckForm, export.CheckRules, export.CheckStart}, got.Fault.Check) {
				t.Errorf("%s, %s: got %+v, want a fault of the start or the rules", title.Info().ID, name, got.Fault)
			}
		}
	}
}

// FuzzCheck: any input ends with a report.
func FuzzCheck(f *testing.F) {
	raw := sealed(f, finished(f, catalog.Titles()[0], 2, 3))
	f.Add(raw)
	f.Add(raw[:len(raw)/2])
	f.Add([]byte(`{"nemetonExport":1}`))
	for _, plain := range []bool{false, true} {
		pooled := sealed(f, brief(f, catalog.Titles()[1], poolgame.Options{Seats: 2, Seed: 4, Plain: plain}))
		f.Add(pooled)
		f.Add(pooled[:len(pooled)/2])
	}
	f.Add([]byte(`{"nemetonExport":2}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if got := export.Check(raw, catalog.Find); got.Fault == nil && got.Entries == 0 {
			t.Errorf("nothing was checked and nothing is wrong: %+v", got)
		}
	})
}

// FuzzCheck_Entry replaces one entry with the input, and repairs chain and digest, so that the check reaches the rules.
// The games are cut short for speed, so every input must have a fault.
func FuzzCheck_Entry(f *testing.F) {
	docs := []export.Document{}
	for i, title := range catalog.Titles() {
		doc := finished(f, title, 2, 4)
		doc.Entries = doc.Entries[:20]
		docs = append(docs, doc)
		for _, at := range []int{0, len(doc.Entries) / 2} {
			f.Add(byte(i), uint16(at), []byte(doc.Entries[at].Entry))
		}
	}
	pooled := brief(f, catalog.Titles()[1], poolgame.Options{Seats: 2, Seed: 4})
	pooled.Entries = pooled.Entries[:30]
	docs = append(docs, pooled)
	for at := range pooled.Entries {
		f.Add(byte(len(docs)-1), uint16(at), []byte(pooled.Entries[at].Entry))
	}
	f.Fuzz(func(t *testing.T, which byte, at uint16, raw []byte) {
		doc := docs[int(which)%len(docs)]
		doc.Entries = slices.Clone(doc.Entries)
		doc.Entries[int(at)%len(doc.Entries)].Entry = raw
		var head codec.Hash
		for i := range doc.Entries {
			var e engine.Entry
			if json.Unmarshal(doc.Entries[i].Entry, &e) != nil {
				return
			}
			e.Prev = head
			if secret, err := hex.DecodeString(doc.Secret); err == nil && e.Format == engine.EntryFormat {
				e.Salt = chance.Secret(secret).Salt(doc.Table, uint64(e.Seq))
			}
			record, err := engine.NewRecord(e)
			if err != nil {
				return
			}
			doc.Entries[i], head = export.Entry{Entry: record.Bytes, Hash: record.Hash}, record.Hash
		}
		doc.Head = head
		spelled, err := doc.Seal()
		if err != nil {
			return
		}
		if got := export.Check(spelled, catalog.Find); got.Fault == nil {
			t.Errorf("an unfinished game passes: %+v", got)
		}
	})
}
