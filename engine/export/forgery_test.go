package export_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/must"
)

// forgedCommand is the command id of entries that a forger adds. They get the rules version of the record.
const forgedCommand = "forged"

// forgery is a record in the hands of a forger.
type forgery struct {
	title   engine.Title
	doc     export.Document
	entries []engine.Entry
	// bytes changes the sealed document. Nil: nothing.
	bytes    func(raw string) string
	original *original
	// broken means that the forger keeps seq and the hash of the previous entry as the entries state them.
	broken bool
	// kept means that the forger keeps the formats and salts of the entries. Otherwise they are made anew.
	kept bool
}

// secret is the stated secret, or the original one if the statement is no secret.
func (f *forgery) secret() (s chance.Secret) {
	for _, text := range []string{f.doc.Secret, f.original.doc.Secret} {
		if raw, err := hex.DecodeString(text); err == nil && len(raw) == len(s) {
			return chance.Secret(raw)
		}
	}
	panic("the original record has no secret")
}

// sealed returns the forged document with all hashes and the digest computed anew.
func (f *forgery) sealed(t *testing.T) []byte {
	t.Helper()
	if f.entries != nil {
		f.chain(t)
	}
	raw := sealed(t, f.doc)
	if f.bytes != nil {
		raw = []byte(f.bytes(string(raw)))
	}
	return raw
}

// chain numbers and chains the entries anew. It keeps the bytes of the original up to the first change.
func (f *forgery) chain(t *testing.T) {
	t.Helper()
	old := f.original.entries
	f.doc.Entries, f.doc.Head = nil, codec.Hash{}
	same := true
	for i, e := range f.entries {
		if e.Command == forgedCommand {
			e.Rules = f.entries[0].Rules
		}
		if !f.broken {
			e.Seq, e.Prev = engine.Seq(i+1), f.doc.Head
		}
		if !f.kept {
			e.Format = max(e.Format, engine.EntryFormat)
			e.Salt = f.secret().Salt(f.doc.Table, uint64(e.Seq))
		}
		if same = same && i < len(old) && reflect.DeepEqual(e, old[i]); same {
			f.doc.Entries = append(f.doc.Entries, f.original.doc.Entries[i])
			f.doc.Head = f.original.doc.Entries[i].Hash
			continue
		}
		r := must.Return(engine.NewRecord(e))(t)
		f.doc.Entries, f.doc.Head = append(f.doc.Entries, export.Entry{Entry: r.Bytes, Hash: r.Hash}), r.Hash
	}
}

// begun decodes the start event.
func (f *forgery) begun(t *testing.T) (begun engine.Started) {
	t.Helper()
	must.Succeed(t, json.Unmarshal(f.entries[0].Events[0].Data, &begun))
	return begun
}

func (f *forgery) changeStart(t *testing.T, change func(*engine.Started)) bool {
	t.Helper()
	begun := f.begun(t)
	change(&begun)
	data := must.Return(codec.Canonical(begun))(t)
	f.entries[0].Events[0].Data = data
	return true
}

// drawMore appends a draw to the last move that draws, because draws are numbered. The draw follows from the secret, but no rules make it.
func (f *forgery) drawMore(t *testing.T) bool {
	t.Helper()
	begun := f.begun(t)
	key := must.Return(engine.KeyOf(f.secret(), begun))(t)
	last := len(f.entries) - 1
	for ; last > 0 && !isDraw(f.entries[last]); last-- {
	}
	if last == 0 {
		return false
	}
	e := &f.entries[last]
	ledger := engine.NewLedger(begun)
	for _, before := range f.entries[:e.Seq-1] {
		events, err := before.SystemEvents()
		if err == nil {
			ledger, err = ledger.After(before, events)
		}
		must.Succeed(t, err)
	}
	dice := ledger.Dice(key, e.Seat, e.Proof)
	for _, d := range e.Draws {
		dice.Draw(d.What, d.Of)
	}
	e.Draws = append(slices.Clone(e.Draws), chance.Draw{What: "more", Of: 6, Is: dice.Draw("more", 6)})
	return true
}

// indexOf returns the index of the first entry after the start that fits; -1 if there is none.
func (f *forgery) indexOf(fits func(e engine.Entry) bool) int {
	at := slices.IndexFunc(f.entries[1:], fits)
	if at < 0 {
		return -1
	}
	return at + 1
}

// change changes the first entry after the start that fits.
func (f *forgery) change(fits func(e engine.Entry) bool, change func(e *engine.Entry)) bool {
	at := f.indexOf(fits)
	if at < 0 {
		return false
	}
	change(&f.entries[at])
	return true
}

func isMove(e engine.Entry) bool { return e.Kind == engine.KindMove }
func isDraw(e engine.Entry) bool {
	return isMove(e) && slices.ContainsFunc(e.Draws, func(d chance.Draw) bool { return d.Of > 1 })
}
func isSystem(name string) func(engine.Entry) bool {
	return func(e engine.Entry) bool {
		return e.Kind == engine.KindSystem && len(e.Events) > 0 && e.Events[0].Name == "frame."+name
	}
}

var wholeNumber = regexp.MustCompile(`:(-?[0-9]+)([,}])`)

// bumped adds one to the first number in JSON data.
func bumped(t *testing.T, data json.RawMessage) json.RawMessage {
	t.Helper()
	at := wholeNumber.FindSubmatchIndex(data)
	if at == nil {
		t.Fatalf("no number in %s", data)
	}
	n := must.Return(strconv.Atoi(string(data[at[2]:at[3]])))(t)
	return slices.Concat(data[:at[2]], []byte(strconv.Itoa(n+1)), data[at[3]:])
}

// playOn keeps the entries before index at, adds entries, and plays on with the forger's knowledge of the secret: the old moves as far as
// they are legal, otherwise others. Old system entries are dropped.
func (f *forgery) playOn(t *testing.T, at int, add ...func(fold *engine.Fold, key chance.Key) (engine.Record, error)) bool {
	t.Helper()
	begun := f.begun(t)
	key := must.Return(engine.KeyOf(f.secret(), begun))(t)
	fold, old := engine.NewFold(f.title), f.entries[at:]
	forged := f.entries[:0:0]
	apply := func(r engine.Record, err error) {
		t.Helper()
		if err == nil {
			_, err = fold.Apply(r)
		}
		must.Succeed(t, err)
		forged = append(forged, r.Entry)
	}
	if at == 0 {
		apply(engine.Begin(f.title, begun, key, f.entries[0].Time))
	}
	for _, e := range f.entries[:at] {
		e.Seq, e.Prev = fold.Seq()+1, fold.Head()
		apply(engine.NewRecord(e))
	}
	for _, more := range add {
		apply(more(fold.Unlimited(), key))
	}
	random, last := rand.New(rand.NewPCG(1, 2)), f.entries[len(f.entries)-1]
	for fold.Outcome() == nil {
		e := last
		if len(old) > 0 {
			e, old = old[0], old[1:]
			if e.Kind != engine.KindMove {
				continue
			}
		}
		apply(fold.Decide(legal(t, fold, e, random), key, e.Time))
	}
	f.entries, f.doc.Outcome = forged, fold.Outcome()
	for i := range f.doc.Seats {
		f.nameHeirs(fold, engine.Seat(i))
	}
	return true
}

// inventedHeir is the name of a person who gets a seat by an invented handover.
const inventedHeir = "Heir"

// heirOf is the digest of the next person of a seat. It is replaced when the secret is known.
func heirOf(*engine.Fold, engine.Seat) codec.Optional { return codec.Optional{1} }

// nameHeirs states the persons of a seat after as many handovers as the fold has, and makes the digests of invented ones.
func (f *forgery) nameHeirs(fold *engine.Fold, seat engine.Seat) {
	s, n := &f.doc.Seats[seat], fold.Handovers(seat)
	s.Heirs = slices.Clone(s.Heirs[:min(n, len(s.Heirs))])
	for len(s.Heirs) < n {
		s.Heirs = append(s.Heirs, inventedHeir)
	}
	holder := 0
	for i := range f.entries {
		e := &f.entries[i]
		if !isSystem("handed_over")(*e) || e.Seat != seat {
			continue
		}
		if holder++; bytes.Contains(e.Events[0].Data, []byte(`"name":"01000000`)) {
			e.Events = slices.Clone(e.Events)
			digest, _ := f.secret().PersonDigest(f.doc.Table, int(seat), holder, s.Heirs[holder-1]).MarshalText() // it never fails
			e.Events[0].Data = []byte(fmt.Sprintf(`{"name":"%s","seat":%d}`, digest, seat))
		}
	}
	if n == 0 {
		s.Heirs = nil
	}
}

// legal returns the entry's command if its move is legal, otherwise another legal command.
func legal(t *testing.T, fold *engine.Fold, e engine.Entry, random *rand.Rand) engine.Command {
	t.Helper()
	c := engine.Command{ID: fmt.Sprint("forged ", fold.Seq()), Actor: engine.ActorBot}
	seats := fold.OwingSeats()
	if slices.Contains(seats, e.Seat) {
		seats = []engine.Seat{e.Seat}
	}
	c.Seat = seats[0]
	if fold.StandIn(c.Seat) == "" {
		c.Actor = engine.ActorPlayer // a record binds the bots
	}
	for _, d := range fold.Decisions(engine.SeatViewer(c.Seat)) {
		if d.Seat != c.Seat {
			continue
		}
		c.Decision = d.ID
		for _, m := range append(slices.Clone(d.Moves), d.Moves[random.IntN(len(d.Moves))]) {
			raw := must.Return(codec.Canonical(m))(t)
			if c.Move = raw; bytes.Equal(raw, e.Move) {
				return c
			}
		}
		return c
	}
	t.Fatal("a seat owes nothing that it sees")
	return c
}
