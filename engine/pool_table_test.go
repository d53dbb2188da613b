package engine_test

import (
	"crypto/ed25519"
	"encoding/json"
	"sync"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/must"
)

// exampleDevices are devices of the seats 0 and 1, and a second one of seat 0. Nothing changes them.
var exampleDevices = sync.OnceValue(func() []*exampleDevice {
	return []*exampleDevice{newExampleDevice(0, "seat 0"), newExampleDevice(1, "seat 1"), newExampleDevice(0, "seat 0, phone")}
})

// poolTable is a running table of tally with chance version 2: two persons with a device each, and a bot at seat 2.
type poolTable struct {
	*table
	heads chance.HeadKey
}

// poolStart is the start of a pool table.
func poolStart(t testing.TB, secret chance.Secret) engine.Started {
	t.Helper()
	start := engine.Started{
		Table: exampleTable, Title: "tally", Setup: engine.Setup{Colors: []string{"a", "b", "c"}}, Contributions: []string{"0a", "", ""},
		Chance: engine.ChanceVersion, Created: 5, Bots: []string{"", "", "easy"},
		Names: []codec.Optional{secret.PersonDigest(exampleTable, 0, 0, "Ada"), secret.PersonDigest(exampleTable, 1, 0, "Bob"), {}},
	}
	var err error
	if start.Commitment, err = start.Terms().CommitTo(secret); err != nil {
		t.Fatal(err)
	}
	for seat, d := range exampleDevices()[:2] {
		answer := engine.Answer{Declined: start.Contributions[seat] == "", Device: d.public, Chain: codec.Optional(d.chain[0])}
		answer.Signature = d.signed(t, answerStatement(start, engine.Seat(seat), answer))
		start.Answers = append(start.Answers, answer)
	}
	start.Answers = append(start.Answers, engine.Answer{})
	return start
}

// answerStatement is the statement that the device of an answer signs.
func answerStatement(start engine.Started, seat engine.Seat, a engine.Answer) engine.AnswerStatement {
	s := engine.AnswerStatement{Table: start.Table, Seat: seat, Commitment: start.Commitment, Chain: a.Chain, Device: a.Device}
	if !a.Declined {
		s.Contribution = &start.Contributions[seat]
	}
	return s
}

// signed is the device's signature of a statement.
func (d *exampleDevice) signed(t testing.TB, s interface{ Bytes() ([]byte, error) }) chance.Signature {
	t.Helper()
	text := must.Return(s.Bytes())(t)
	return chance.Signature(ed25519.Sign(d.key, text))
}

func newPoolTable(t testing.TB, secret byte) *poolTable {
	t.Helper()
	tb := &table{TB: t, f: engine.NewFold(tally{}), ids: map[engine.DecisionID]bool{}, secret: chance.Secret{secret}}
	start := poolStart(t, tb.secret)
	var err error
	if tb.key, err = engine.KeyOf(tb.secret, start); err != nil {
		t.Fatal(err)
	}
	tb.add(engine.Begin(tally{}, start, tb.key, 0))
	return &poolTable{tb, tb.secret.HeadKey(exampleTable)}
}

// reveal is the proof of a reveal without a signature.
func reveal(d *exampleDevice, index int) *engine.Proof {
	return &engine.Proof{Device: d.public, Index: index, Reveal: codec.Optional(d.chain[index])}
}

// statement is the statement that a device signs for a command with this proof.
func (p *poolTable) statement(c engine.Command, kind string, proof *engine.Proof) engine.CommandStatement {
	return engine.CommandStatement{
		Table: exampleTable, Seat: c.Seat, Command: c.ID, Kind: kind, Decision: c.Decision, Move: c.Move,
		Index: proof.Index, Reveal: proof.Reveal, Seq: proof.Seq, Head: proof.Head,
	}
}

// proved is the command with a signed reveal.
func (p *poolTable) proved(c engine.Command, kind string, d *exampleDevice, index int) engine.Command {
	p.Helper()
	if c.Move == nil {
		c.Move = json.RawMessage("null")
	}
	c.Proof = reveal(d, index)
	c.Proof.Seq, c.Proof.Head = p.f.Seq(), p.f.ShortHead(p.heads)
	c.Proof.Signature = d.signed(p, p.statement(c, kind, c.Proof))
	return c
}

// acts decides and applies a move with a signed reveal.
func (p *poolTable) acts(seat engine.Seat, what string, d *exampleDevice, index int) {
	p.Helper()
	p.add(p.f.Decide(p.proved(p.command(seat, what), "act", d, index), p.key, int64(len(p.log))))
}

// takesBack takes back with a signed reveal.
func (p *poolTable) takesBack(seat engine.Seat, d *exampleDevice, index int) {
	p.Helper()
	p.add(p.f.TakeBack(p.proved(engine.Command{ID: "b", Seat: seat, Actor: engine.ActorPlayer}, "takeback", d, index), int64(len(p.log))))
}

// judged is the refusal of an unsigned reveal with a move; nil if it is accepted.
func (p *poolTable) judged(seat engine.Seat, proof *engine.Proof) error {
	c := p.command(seat, "free")
	c.Proof = proof
	_, err := p.f.Decide(c, p.key, int64(len(p.log)))
	return err
}

// future lists what the next entry would draw without a reveal.
func (p *poolTable) future() [4]int { return p.futureWith(engine.NoSeat, nil) }

func (p *poolTable) futureWith(seat engine.Seat, proof *engine.Proof) (list [4]int) {
	dice := p.f.Ledger().Dice(p.key, seat, proof)
	for i := range list {
		list[i] = dice.Draw("future", 1<<52)
	}
	return list
}

// drawn lists the results of all draws in the log.
func (p *poolTable) drawn() (list []int) {
	for _, r := range p.log {
		for _, d := range r.Entry.Draws {
			list = append(list, d.Is)
		}
	}
	return list
}
