package liveattacks_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/must"
)

const (
	tableID = "7d5f3f52-5b6c-4a39-9b53-0d8f7f1f2a10"
	seats   = 2
)

// operator is the server of one table with everything that it knows. It is honest until a test changes it.
type operator struct {
	t       *testing.T
	title   engine.Title
	secret  chance.Secret
	begun   engine.Started
	key     chance.Key
	fold    *engine.Fold
	records []engine.Record
	now     int64
	random  *rand.Rand // of the players' moves
	made    int        // commands
	// voids are the refused reveals that the next entry states.
	voids []engine.Void

	players []*player
}

// player is an honest person with a device and a memory of their own.
type player struct {
	seat         int
	contribution []byte
	device       *device.Device
	memory       *device.Memory
}

// anyTitle is the title of most attacks. They concern the log, so that one title shows them for all.
func anyTitle(t *testing.T) engine.Title {
	t.Helper()
	title, ok := catalog.Find("druids")
	if !ok {
		t.Fatal("the title is missing")
	}
	return title
}

// simultaneousTitle is a title whose seats sometimes owe decisions at the same time.
func simultaneousTitle(t *testing.T) engine.Title {
	t.Helper()
	title, ok := catalog.Find("meduris")
	if !ok {
		t.Fatal("the title is missing")
	}
	return title
}

// stored are the devices of the seats. Their derivation is slow, and every test may begin with the same ones.
var stored = sync.OnceValues(func() (list [][]byte, err error) {
	for seat := range seats {
		d, err := device.New(tableID, seat, seeded(uint64(seat)))
		if err != nil {
			return nil, err
		}
		raw, err := json.Marshal(d)
		if err != nil {
			return nil, err
		}
		list = append(list, raw)
	}
	return list, nil
})

// seeded is a source of known bytes.
func seeded(seed uint64) io.Reader {
	var s [32]byte
	s[0] = byte(seed)
	return rand.NewChaCha8(s)
}

// newTable is a table whose players have seen the commitment and answered it, before its start.
func newTable(t *testing.T) *operator {
	t.Helper()
	return newTableOf(t, anyTitle(t))
}

func newTableOf(t *testing.T, title engine.Title) *operator {
	t.Helper()
	devices := must.Return(stored())(t)
	o := &operator{t: t, title: title, now: 1_800_000_000_000, random: rand.New(rand.NewPCG(3, 4))}
	copy(o.secret[:], "the operator drew this secret ..")
	info := o.title.Info()
	options := must.Return(engine.Options{}.Complete(info.Options))(t)
	o.begun = engine.Started{
		Table: tableID, Title: info.ID, Setup: engine.Setup{Colors: info.ColorsFor(seats)[:seats], Options: options},
		Contributions: make([]string, seats), Chance: engine.ChanceVersion, Created: o.now, Bots: make([]string, seats), Answers: make([]engine.Answer, seats),
	}
	o.commit()
	for seat := range seats {
		p := &player{seat: seat, contribution: []byte{0xc0, byte(seat)}, device: new(device.Device), memory: device.NewMemory(tableID)}
		must.Succeed(t, json.Unmarshal(devices[seat], p.device))
		must.Succeed(t, p.memory.SeeCommitment(o.begun.Commitment.String()))
		o.players = append(o.players, p)
		o.answer(p)
	}
	return o
}

// commit computes the commitment to the secret.
func (o *operator) commit() {
	var err error
	if o.begun.Commitment, err = o.begun.Terms().CommitTo(o.secret); err != nil {
		o.t.Fatal(err)
	}
}

// answer lets a player answer the commitment that the player has seen.
func (o *operator) answer(p *player) {
	a := must.Return(p.device.Answer(p.memory.Commitment, p.contribution))(o.t)
	p.memory.Answered(p.seat, a)
	if a.Contribution != nil {
		o.begun.Contributions[p.seat] = *a.Contribution
	}
	o.begun.Answers[p.seat] = engine.Answer{Declined: a.Contribution == nil, Device: a.Device, Chain: a.Chain, Signature: a.Signature}
}

// start starts the table with whatever the operator states as set-up and answers.
func (o *operator) start() *operator {
	o.t.Helper()
	o.begun.Names = nil
	for seat := range seats {
		o.begun.Names = append(o.begun.Names, o.secret.PersonDigest(o.begun.Table, seat, 0, name(seat)))
	}
	var err error
	if o.key, err = engine.KeyOf(o.secret, o.begun); err != nil {
		o.t.Fatal(err)
	}
	o.fold = engine.NewFold(o.title)
	record, err := engine.Begin(o.title, o.begun, o.key, o.now)
	o.append(record, err)
	o.show(o.players...)
	return o
}

func name(seat int) string { return fmt.Sprintf("Player %d", seat) }

// append stores a record with the salt and the voids.
func (o *operator) append(r engine.Record, err error) {
	o.t.Helper()
	must.Succeed(o.t, err)
	if r.Entry.Voids, o.voids = o.voids, nil; r.Entry.Voids != nil {
		if r, err = engine.NewRecord(r.Entry); err != nil {
			o.t.Fatal(err)
		}
	}
	if r, err = r.Salted(o.secret, o.begun.Table); err != nil {
		o.t.Fatal(err)
	}
	must.Return(o.fold.Apply(r))(o.t)
	o.records = append(slices.Clip(o.records), r)
	o.now += 1000
}

// head is the short head of the newest entry.
func (o *operator) head() string {
	return o.fold.ShortHead(o.secret.HeadKey(o.begun.Table))
}

// show sends the head of the newest entry to players.
func (o *operator) show(to ...*player) {
	o.t.Helper()
	for _, p := range to {
		must.Succeed(o.t, p.memory.SeeHead(int(o.fold.Seq()), o.head()))
	}
}

// command is a command that a player signed with the newest head of this history.
func (o *operator) command(p *player) (engine.Command, device.Proof) {
	o.t.Helper()
	o.made++
	c := o.choose(p.seat)
	proof := must.Return(p.device.Prove(device.Command{ID: c.ID, Kind: device.Act, Decision: string(c.Decision), Move: c.Move}, int(o.fold.Seq()), o.head()))(o.t)
	p.memory.Send(p.seat, device.Command{ID: c.ID, Kind: device.Act, Decision: string(c.Decision), Move: c.Move}, proof)
	c.Proof = stated(proof)
	return c, proof
}

// stated is a proof as the log has it.
func stated(p device.Proof) *engine.Proof {
	return &engine.Proof{Device: p.Device, Index: p.Index, Reveal: p.Reveal, Seq: engine.Seq(p.Seq), Head: p.Head, Signature: p.Signature}
}

// choose draws a move of a seat that owes a decision.
func (o *operator) choose(seat int) engine.Command {
	o.t.Helper()
	for _, d := range o.fold.Decisions(engine.SeatViewer(engine.Seat(seat))) {
		if d.Seat != engine.Seat(seat) {
			continue
		}
		raw := must.Return(codec.Canonical(d.Moves[o.random.IntN(len(d.Moves))]))(o.t)
		return engine.Command{ID: fmt.Sprintf("command-%d", o.made), Seat: d.Seat, Actor: engine.ActorPlayer, Decision: d.ID, Move: raw}
	}
	o.t.Fatalf("seat %d owes nothing", seat)
	return engine.Command{}
}

// accept plays a command and tells the players.
func (o *operator) accept(p *player, c engine.Command, proof device.Proof) {
	o.t.Helper()
	record, err := o.fold.Decide(c, o.key, o.now)
	o.append(record, err)
	p.device.Accepted(proof)
	p.memory.Accepted(proof, int(o.fold.Seq()))
	o.show(o.players...)
}

// turn lets the player who owes a decision play honestly.
func (o *operator) turn() {
	o.t.Helper()
	p := o.players[o.fold.OwingSeats()[0]]
	c, proof := o.command(p)
	o.accept(p, c, proof)
}

func (o *operator) turns(n int) *operator {
	o.t.Helper()
	for range n {
		o.turn()
	}
	return o
}

// finish plays honestly to the end.
func (o *operator) finish() *operator {
	o.t.Helper()
	for o.fold.Outcome() == nil {
		o.turn()
	}
	return o
}

// untilDraw plays honestly until the next command of the player who owes has a draw with several outcomes, and returns that command.
func (o *operator) untilDraw() (*player, engine.Command, device.Proof) {
	o.t.Helper()
	for {
		p := o.players[o.fold.OwingSeats()[0]]
		c, proof := o.command(p)
		record := must.Return(o.fold.Decide(c, o.key, o.now))(o.t)
		if slices.ContainsFunc(record.Entry.Draws, func(d chance.Draw) bool { return d.Of > 1 }) {
			return p, c, proof
		}
		o.accept(p, c, proof)
	}
}

// fork is a copy of the server with the same players.
func (o *operator) fork() *operator {
	other := *o
	other.fold, other.records = o.fold.Clone(), slices.Clone(o.records)
	return &other
}

// export is the record of the finished table.
func (o *operator) export() []byte {
	o.t.Helper()
	doc := export.Document{
		Format: export.Format, Table: o.begun.Table, Title: o.begun.Title, CreatedAt: o.begun.Created, Options: o.begun.Setup.Options,
		Outcome: o.fold.Outcome(), Secret: hex.EncodeToString(o.secret[:]), Commitment: o.begun.Commitment, Contributions: o.begun.Contributions,
		Head: o.records[len(o.records)-1].Hash,
	}
	for i, color := range o.begun.Setup.Colors {
		doc.Seats = append(doc.Seats, export.Seat{Seat: engine.Seat(i), Color: color, Name: name(i)})
	}
	for _, r := range o.records {
		doc.Entries = append(doc.Entries, export.Entry{Entry: r.Bytes, Hash: r.Hash})
	}
	return must.Return(doc.Seal())(o.t)
}

// rewrite changes the stored entries, and chains and salts them anew.
func (o *operator) rewrite(change func(list []engine.Entry) []engine.Entry) *operator {
	o.t.Helper()
	var list []engine.Entry
	for _, r := range o.records {
		list = append(list, r.Entry)
	}
	o.records = nil
	var head codec.Hash
	for i, e := range change(list) {
		e.Seq, e.Prev, e.Salt = engine.Seq(i+1), head, o.secret.Salt(o.begun.Table, uint64(i+1))
		r := must.Return(engine.NewRecord(e))(o.t)
		o.records, head = append(o.records, r), r.Hash
	}
	return o
}

// An honest table passes all checks, and nothing is lost.
func TestHonestTable(t *testing.T) {
	t.Parallel()
	o := newTable(t).start().finish()
	raw := o.export()
	report := export.Check(raw, catalog.Find)
	if report.Verdict != export.Holds {
		t.Fatalf("got %+v, fault %+v", report, report.Fault)
	}
	moves := 0
	for _, s := range report.Seats {
		moves += s.Reveals
		if s.Voided != 0 || s.Unsigned != 0 || !s.Contributed {
			t.Errorf("the report of a seat: %+v", s)
		}
	}
	for _, p := range o.players {
		found, err := p.memory.Check(raw)
		if err != nil || found.Lost != 0 || found.Foreign != 0 || found.Heads != len(o.records) || found.Reveals == 0 {
			t.Errorf("seat %d: %+v, %v", p.seat, found, err)
		}
	}
	if moves != len(o.records)-1 || bytes.Count(raw, []byte(`"signature"`)) < moves {
		t.Errorf("%d reveals in %d entries", moves, len(o.records))
	}
	t.Logf("%d entries, %d draws", len(o.records), report.Draws)
}
