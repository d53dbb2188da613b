package engine_test

import (
	"crypto/sha256"
	"encoding/json"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// rejecting is a range with which a block is rejected once in 4096 draws.
const rejecting = 1<<52 + 1

// computeVectors plays the toy game. It tries secrets until a draw rejects a block.
func computeVectors(t *testing.T) *poolVectors {
	t.Helper()
	devices := []*exampleDevice{newExampleDevice(0, "seat 0"), newExampleDevice(1, "seat 1"), newExampleDevice(0, "seat 0, phone")}
	for n := range 1 << 16 {
		if v := computeRecord(t, plainHash("secret of the vectors", u32(n)), devices); v != nil {
			return v
		}
	}
	t.Fatal("no draw rejects a block")
	return nil
}

// computeRecord returns nil if no draw rejects a block.
func computeRecord(t *testing.T, secret codec.Hash, devices []*exampleDevice) *poolVectors {
	t.Helper()
	x := &example{t: t, secret: secret, v: &poolVectors{}, transcript: plainHash("nemeton 2 transcript")}
	x.v.Transcript = x.transcript
	options := map[string]int{"hints": 1, "takeover": 2}
	x.v.Setup.Text = canonicalText(t, map[string]any{"title": "example", "seats": 3, "options": options})
	x.v.Setup.Hash = plainHash("nemeton 2 setup", x.v.Setup.Text)
	setup := x.v.Setup.Hash
	commitment := plainHash("nemeton 2 commitment", secret[:], exampleTable, setup[:])
	x.v.Fingerprint = exampleFingerprint(commitment)

	contribution := sha256.Sum256([]byte("contribution of seat 0"))
	added, none := codec.Hash(contribution).String(), ""
	first, second, phone := devices[0], devices[1], devices[2]
	x.poolKey = keyedHash(secret, "nemeton 2 pool", exampleTable, setup[:], contribution[:], first.public[:], first.chain[0][:],
		"", second.public[:], second.chain[0][:], "", "", "")
	x.v.PoolKey = x.poolKey
	if !rejects(x) {
		return nil
	}
	answer := func(by *exampleDevice, contribution any) map[string]any {
		s := by.sign(t, "contribution", map[string]any{
			"chain": by.chain[0], "commitment": commitment, "contribution": contribution, "device": by.public, "seat": by.seat, "table": exampleTable,
		})
		x.v.Statements = append(x.v.Statements, s)
		return map[string]any{"chain": by.chain[0], "declined": contribution == nil, "device": by.public, "signature": s.Signature}
	}
	x.play(first, second, phone, map[string]any{
		"answers": []any{answer(first, added), answer(second, nil), map[string]any{"chain": "", "declined": false, "device": "", "signature": ""}},
		"bots":    []string{"", "", "hard"}, "chance": 2, "commitment": commitment, "contributions": []string{added, none, none},
		"created": 1_800_000_000_000, "names": []string{x.person(0, 0, "Ada"), x.person(1, 0, "Zoë 🎲"), ""},
		"setup": map[string]any{"colors": []string{"red", "blue", "green"}, "options": options}, "table": exampleTable, "title": "example",
	})
	x.v.Chain = chainVector{Table: exampleTable, Seat: 0, Device: first.public}
	for _, i := range []int{16384, 16383, 16128, 1, 0} {
		x.v.Chain.Values = append(x.v.Chain.Values, valueVector{i, first.chain[i]})
	}
	last := x.v.Entries[len(x.v.Entries)-1]
	seq := engine.Seq(len(x.v.Entries))
	x.v.Heads = []headVector{{seq, 1, last.Hash, last.Head}}
	x.v.Document = x.document(commitment, options, added)
	return x.v
}

// rejects reports whether one of the draws of the rejecting range, which the start makes, takes two blocks.
func rejects(x *example) bool {
	probe := *x
	probe.draws = firstRejecting
	key := keyedHash(x.poolKey, "nemeton 2 key", x.transcript[:])
	for range rejectingDraws {
		if probe.draw(key, rejecting).Blocks > 1 {
			return true
		}
	}
	return false
}

// The start makes these draws of the rejecting range, after others.
const (
	firstRejecting = 1
	rejectingDraws = 4
)

// person is the digest of a person's name; it is noted as a vector.
func (x *example) person(seat, holder int, name string) string {
	salt := keyedHash(x.secret, "nemeton 2 name salt", exampleTable, []byte{byte(seat)}, u32(holder))
	digest := plainHash("nemeton 2 name", salt[:], name)
	x.v.Persons = append(x.v.Persons, personVector{engine.Seat(seat), holder, name, codec.Optional(digest)})
	return digest.String()
}

// play writes the entries.
func (x *example) play(first, second, phone *exampleDevice, start map[string]any) {
	x.t.Helper()
	roll := map[string]any{"do": "roll"}
	x.add(exampleEntry{kind: "start", actor: "host", seat: -1, event: "frame.started", data: start, what: "start player",
		ranges: []uint64{3, rejecting, rejecting, rejecting, rejecting}})
	x.add(exampleEntry{kind: "move", actor: "player", seat: 0, by: first, index: 1, move: roll, decision: "1-1", event: "rolled", data: map[string]any{}, what: "die", ranges: []uint64{6, 6}})
	x.add(exampleEntry{kind: "frame", actor: "player", seat: 1, event: "frame.left", data: map[string]any{"seat": 1}})
	x.add(exampleEntry{kind: "move", actor: "bot", seat: 2, move: roll, decision: "1-3", event: "rolled", data: map[string]any{}, what: "die", ranges: []uint64{6}})
	x.add(exampleEntry{kind: "frame", actor: "player", seat: 1, by: second, index: 1, event: "frame.taken_back", data: map[string]any{"seat": 1, "to": 1}})
	x.add(exampleEntry{kind: "move", actor: "bot", seat: 2, move: roll, decision: "5-4", event: "rolled", data: map[string]any{}, what: "die", ranges: []uint64{6, 45, 1}})
	x.add(exampleEntry{kind: "frame", actor: "timer", seat: -1, event: "frame.restored", data: map[string]any{"entropy": strings.Repeat("5a", 32), "source": "server"}})
	x.add(exampleEntry{kind: "move", actor: "bot", seat: 2, move: roll, decision: "6-5", event: "rolled", data: map[string]any{}, what: "die", ranges: []uint64{6}})
	enrolled := first.sign(x.t, "device", map[string]any{"chain": phone.chain[0], "device": phone.public, "seat": 0, "table": exampleTable})
	x.v.Statements = append(x.v.Statements, enrolled)
	x.add(exampleEntry{kind: "frame", actor: "player", seat: 0, event: "frame.enrolled",
		data: map[string]any{"by": first.public, "chain": phone.chain[0], "device": phone.public, "seat": 0, "signature": enrolled.Signature}})
	x.add(exampleEntry{kind: "frame", actor: "player", seat: 1, event: "frame.handed_over", data: map[string]any{"name": x.person(1, 1, "Kim"), "seat": 1}})
	x.add(exampleEntry{kind: "move", actor: "player", seat: 0, by: first, index: 4, move: roll, decision: "2-6", event: "rolled", data: map[string]any{}, what: "die", ranges: []uint64{6},
		voids: []any{map[string]any{"device": phone.public, "index": 2, "seat": 0}}})
	x.add(exampleEntry{kind: "move", actor: "player", seat: 0, by: phone, index: 3, move: roll, decision: "11-7", event: "rolled", data: map[string]any{}, what: "die", ranges: []uint64{6}})
}

// document is the export of the record.
func (x *example) document(commitment codec.Hash, options map[string]int, contribution string) json.RawMessage {
	x.t.Helper()
	entries := []any{}
	for _, e := range x.v.Entries {
		entries = append(entries, map[string]any{"entry": json.RawMessage(e.Text), "hash": e.Hash})
	}
	doc := map[string]any{
		"nemetonExport": 2, "table": exampleTable, "title": "example", "createdAt": 1_800_000_000_000, "options": options,
		"seats": []any{
			map[string]any{"seat": 0, "color": "red", "name": "Ada"},
			map[string]any{"seat": 1, "color": "blue", "name": "Zoë 🎲", "heirs": []string{"Kim"}},
			map[string]any{"seat": 2, "color": "green", "name": "", "bot": "hard"},
		},
		"outcome": map[string]any{"winners": []int{0}, "scores": []int{3, 2, 1}}, "secret": x.secret, "commitment": commitment,
		"contributions": []string{contribution, "", ""}, "entries": entries, "head": x.prev,
	}
	sum := sha256.Sum256([]byte(canonicalText(x.t, doc)))
	doc["digest"] = codec.Hash(sum)
	return json.RawMessage(canonicalText(x.t, doc))
}
