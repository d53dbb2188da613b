package play_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// fakeChance is the part of a table that concerns chance version 2.
type fakeChance struct {
	id     string
	secret chance.Secret
	terms  engine.Terms
	given  map[int]*fakeGiven // answers by seat
	ledger engine.Ledger
	hashes []codec.Hash  // of the log
	voids  []engine.Void // that the next entry states
	spent  []engine.Void // all of them
}

// fakeGiven is the answer of a seat.
type fakeGiven struct {
	Contribution *string          `json:"contribution"`
	Device       chance.DeviceKey `json:"device"`
	Chain        codec.Optional   `json:"chain"`
	Signature    chance.Signature `json:"signature"`
}

func (g fakeGiven) answer() (a engine.Answer, contribution string) {
	if g.Contribution != nil {
		contribution = *g.Contribution
	}
	return engine.Answer{Declined: g.Contribution == nil, Device: g.Device, Chain: g.Chain, Signature: g.Signature}, contribution
}

func newFakeChance(t *fakeTable) fakeChance {
	return fakeChance{
		id: t.id, secret: chance.Secret{0xff}, given: map[int]*fakeGiven{},
		terms: engine.Terms{Table: t.id, Title: "count", Seats: len(t.seats), Options: engine.Options{"hints": 0}},
	}
}

func (c *fakeChance) commitTo(s chance.Secret) codec.Hash {
	commitment, err := c.terms.CommitTo(s)
	if err != nil {
		panic(err)
	}
	return commitment
}

// commitment is the one that the table shows.
func (c *fakeChance) commitment(f fault) string {
	if f == "other commitment" && len(c.hashes) > 5 {
		return c.commitTo(chance.Secret{1}).String()
	}
	return c.commitTo(c.secret).String()
}

func (c *fakeChance) answered() int { return len(c.given) }

func (c *fakeChance) devices(seat int) (keys []string) {
	for _, d := range c.ledger.Devices(engine.Seat(seat)) {
		keys = append(keys, d.Key.String())
	}
	return keys
}

func (c *fakeChance) started() engine.Started {
	s := engine.Started{
		Table: c.id, Title: "count", Setup: engine.Setup{Colors: make([]string, c.terms.Seats), Options: c.terms.Options},
		Commitment: c.commitTo(c.secret), Chance: engine.ChanceVersion,
	}
	for seat := range c.terms.Seats {
		given := fakeGiven{}
		if g := c.given[seat]; g != nil {
			given = *g
		}
		answer, contribution := given.answer()
		s.Answers, s.Contributions = append(s.Answers, answer), append(s.Contributions, contribution)
	}
	return s
}

func (f *fakeServer) contribute(t *fakeTable, seat int, r *http.Request, _ string) (int, any) {
	var in fakeGiven
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || seat < 0 {
		return 0, refusal{422, "invalid"}
	}
	answer, contribution := in.answer()
	if err := answer.Check(t.id, engine.Seat(seat), t.commitTo(t.secret), contribution); err != nil && f.fault != "any answer" {
		return 0, refusal{409, "bad_proof"}
	}
	if before := t.given[seat]; before != nil && string(encode(before)) != string(encode(in)) && f.fault != "other answer" {
		return 0, refusal{409, "already_contributed"}
	}
	t.given[seat] = &in
	return 200, map[string]any{"table": f.describe(t, seat)}
}

// proof is the proof of a command; nil without one.
func (m clientMessage) proof() *engine.Proof {
	if m.Reveal == (codec.Optional{}) || m.T == "devices" {
		return nil
	}
	return &engine.Proof{Device: m.Device, Index: m.Index, Reveal: m.Reveal, Seq: m.Seq, Head: m.Head, Signature: m.Signature}
}

// refuseProof judges the proof of a command.
func (f *fakeServer) refuseProof(t *fakeTable, seat int, in clientMessage) string {
	p := in.proof()
	if p == nil || f.fault == "any proof" {
		return ""
	}
	said := engine.CommandStatement{
		Table: t.id, Seat: engine.Seat(seat), Command: in.ID, Kind: in.T, Decision: engine.DecisionID(in.Decision), Move: in.Move,
		Index: p.Index, Reveal: p.Reveal, Seq: p.Seq, Head: p.Head,
	}
	text, err := said.Bytes()
	isSpent := slices.ContainsFunc(t.spent, func(v engine.Void) bool { return v.Device == p.Device && v.Index >= p.Index })
	if err != nil || isSpent || t.ledger.Accepts(engine.Seat(seat), p) != nil || !p.Device.Signed(text, p.Signature) {
		return "bad_proof"
	}
	return ""
}

// noteVoid voids the reveal of a refused command.
func (c *fakeChance) noteVoid(f fault, seat int, in clientMessage, code string) {
	if p := in.proof(); code != "" && p != nil && f != "no voids" && c.ledger.Accepts(engine.Seat(seat), p) == nil {
		v := engine.Void{Seat: engine.Seat(seat), Device: p.Device, Index: p.Index}
		c.voids = slices.DeleteFunc(c.voids, func(o engine.Void) bool { return o.Device == v.Device })
		c.voids, c.spent = append(c.voids, v), append(c.spent, v)
	}
}

func (f *fakeServer) enroll(t *fakeTable, seat int, in clientMessage, e fakeEntry) (int, string) {
	said := engine.DeviceStatement{Table: t.id, Seat: engine.Seat(seat), Device: in.Device, Chain: in.Chain}
	text, err := said.Bytes()
	switch {
	case err != nil || in.By != (chance.DeviceKey{}) && !in.By.Signed(text, in.Signature):
		return 0, "bad_proof"
	case slices.Contains(t.devices(seat), in.Device.String()):
		return 0, "no_change"
	}
	enrolled := engine.Enrolled{Seat: engine.Seat(seat), Device: in.Device, Chain: in.Chain, By: in.By, Signature: in.Signature}
	if t.ledger, err = t.ledger.After(engine.Entry{Kind: engine.KindSystem}, []engine.Event{enrolled}); err != nil {
		return 0, "internal"
	}
	return f.append(t, e, string(encode(map[string]any{"name": engine.SystemEventName(enrolled), "data": enrolled})), ""), ""
}

// note adds an entry to the chain of hashes and to the ledger.
func (t *fakeTable) note(e fakeEntry) {
	if e.Proof != nil {
		after, err := t.ledger.After(engine.Entry{Seat: engine.Seat(e.Seat), Actor: engine.ActorPlayer, Proof: e.Proof, Voids: e.Voids}, nil)
		if err == nil { // the fault "any proof" accepts false ones
			t.ledger = after
		}
	}
	var hash codec.Hash
	_ = hash.UnmarshalText([]byte(hashOf(t.encoded(e))))
	t.hashes = append(t.hashes, hash)
}

// encoded is an entry as the export has it.
func (t *fakeTable) encoded(e fakeEntry) json.RawMessage {
	if e.Prev = strings.Repeat("0", 64); e.Seq > 1 {
		e.Prev = t.hashes[e.Seq-2].String()
	}
	if e.Events = []fakeEvent{}; e.Seq == 1 {
		e.Events = []fakeEvent{{"frame.started", t.started()}}
	}
	return canonical(e)
}

// head is the short head of an entry for a viewer.
func (f *fakeServer) head(t *fakeTable, seq, viewer int) string {
	if seq < 1 || seq > len(t.hashes) || f.fault == "no head" && seq > 5 {
		return ""
	}
	hash := t.hashes[seq-1]
	if f.fault == "two heads" && viewer < 0 && seq > 5 {
		hash[0]++
	}
	return t.secret.HeadKey(t.id).Short(uint64(seq), 0, hash)
}

func hashOf(raw []byte) string {
	h := sha256.Sum256(raw)
	return hex.EncodeToString(h[:])
}

// record is the export without its digest.
func (t *fakeTable) record(f fault) map[string]any {
	prev, rewritten := "", *t
	rewritten.hashes = nil
	var entries []map[string]any
	for _, e := range t.log {
		if f == "forged log" && e.Seq == 6 {
			e.Command = "another"
		}
		if f == "rewritten log" && e.Seq == 6 {
			e.Voids = append(e.Voids, engine.Void{Index: 1})
		}
		raw := rewritten.encoded(e)
		if f == "other answers" && e.Seq == 1 {
			raw = []byte(strings.ReplaceAll(string(raw), `"declined":false`, `"declined":true`))
		}
		if f == "broken chain" && e.Seq == 7 {
			raw = []byte(strings.Replace(string(raw), prev, strings.Repeat("1", 64), 1))
		}
		prev = hashOf(raw)
		var hash codec.Hash
		_ = hash.UnmarshalText([]byte(prev))
		rewritten.hashes = append(rewritten.hashes, hash)
		entries = append(entries, map[string]any{"entry": raw, "hash": prev})
	}
	secret := t.secret
	if f == "swapped secret" {
		secret = chance.Secret{2}
	}
	return map[string]any{
		"nemetonExport": 2, "table": t.id, "title": "count", "options": t.terms.Options, "seats": make([]int, len(t.seats)),
		"secret": hex.EncodeToString(secret[:]), "commitment": t.commitTo(secret).String(), "head": prev, "entries": entries,
	}
}
