package engine_test

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"testing"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// This file computes chance version 2 as docs/fairness.md describes it, without the engine's code for it. Only canonical JSON is the engine's.

const exampleTable = "0198e0c5-0000-7000-8000-00000000002a"

func encodeParts(to hash.Hash, domain string, parts []any) codec.Hash {
	for _, part := range append([]any{domain}, parts...) {
		raw, isBytes := part.([]byte)
		if text, ok := part.(string); ok {
			raw = []byte(text)
		} else if !isBytes {
			panic("a part is neither bytes nor text")
		}
		to.Write(u32(len(raw)))
		to.Write(raw)
	}
	return codec.Hash(to.Sum(nil))
}

func plainHash(domain string, parts ...any) codec.Hash {
	return encodeParts(sha256.New(), domain, parts)
}

func keyedHash(key codec.Hash, domain string, parts ...any) codec.Hash {
	return encodeParts(hmac.New(sha256.New, key[:]), domain, parts)
}

func u32(n int) []byte    { return binary.BigEndian.AppendUint32(nil, uint32(n)) }
func u64(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// exampleDevice is a device with all values of its chain.
type exampleDevice struct {
	seat   int
	seed   []byte
	key    ed25519.PrivateKey
	public chance.DeviceKey
	chain  []codec.Hash
}

func newExampleDevice(seat int, name string) *exampleDevice {
	seed := sha256.Sum256([]byte("seed of " + name))
	key := ed25519.NewKeyFromSeed(seed[:])
	d := &exampleDevice{seat: seat, seed: seed[:], key: key, public: chance.DeviceKey(key.Public().(ed25519.PublicKey))}
	d.chain = make([]codec.Hash, 16384+1)
	d.chain[16384] = sha256.Sum256([]byte("chain of " + name))
	for i := 16384; i > 0; i-- {
		d.chain[i-1] = plainHash("nemeton 2 chain", exampleTable, []byte{byte(seat)}, d.public[:], u32(i), d.chain[i][:])
	}
	return d
}

func (d *exampleDevice) sign(t *testing.T, kind string, content any) statementVector {
	t.Helper()
	text := "nemeton 2 " + kind + "\n" + canonicalText(t, content)
	return statementVector{
		Kind: kind, Seed: hex.EncodeToString(d.seed), Device: d.public, Content: json.RawMessage(canonicalText(t, content)), Text: text,
		Signature: chance.Signature(ed25519.Sign(d.key, []byte(text))),
	}
}

// example writes the record of a toy game.
type example struct {
	t          *testing.T
	secret     codec.Hash
	poolKey    codec.Hash
	transcript codec.Hash
	draws      uint64
	restores   int
	prev       codec.Hash
	v          *poolVectors
}

// draw makes the next draw of the table.
func (x *example) draw(key codec.Hash, of uint64) drawVector {
	x.draws++
	spare := -of % of // 2^64 mod of
	for block := 0; ; block++ {
		raw := keyedHash(key, "nemeton 2 draw", u64(x.draws), u32(block))
		if n := binary.BigEndian.Uint64(raw[:8]); n <= ^uint64(0)-spare {
			return drawVector{Number: x.draws, Of: of, Is: n % of, Blocks: block + 1}
		}
	}
}

func (x *example) head(seq int, hash codec.Hash) string {
	restores := binary.BigEndian.AppendUint16(nil, uint16(x.restores))
	origin := keyedHash(x.secret, "nemeton 2 head", exampleTable, u64(uint64(seq)), restores, hash[:16])
	return hex.EncodeToString(restores) + hex.EncodeToString(hash[:16]) + hex.EncodeToString(origin[:6])
}

// exampleEntry is an entry to be written.
type exampleEntry struct {
	kind, actor string
	seat        int
	by          *exampleDevice // nil: without a proof
	index       int            // of the reveal; 0 without one
	move        any
	decision    string
	what        string
	ranges      []uint64
	event       string
	data        any
	voids       []any
}

// add appends an entry to the record. A proof is signed with the newest entry's head.
func (x *example) add(e exampleEntry) {
	x.t.Helper()
	seq := len(x.v.Entries) + 1
	entry := map[string]any{
		"actor": e.actor, "command": "", "decision": e.decision, "events": []any{map[string]any{"name": e.event, "version": 1, "data": e.data}},
		"format": 2, "kind": e.kind, "move": e.move, "prev": x.prev, "rules": 1, "seat": e.seat, "seq": seq, "time": 1_800_000_000_000 + seq,
	}
	if e.actor == "player" {
		entry["command"] = fmt.Sprintf("0198e0c5-0000-7000-8000-0000000001%02d", seq)
	}
	if e.voids != nil {
		entry["voids"] = e.voids
	}
	if e.by != nil {
		entry["proof"] = x.proof(e, entry["command"])
	}
	v := entryVector{Transcript: x.transcript, Key: keyedHash(x.poolKey, "nemeton 2 key", x.transcript[:]), Draws: []drawVector{}}
	draws := []any{}
	for _, of := range e.ranges {
		d := x.draw(v.Key, of)
		v.Draws = append(v.Draws, d)
		draws = append(draws, map[string]any{"what": e.what, "of": of, "is": d.Is})
	}
	v.Salt = codec.Optional(keyedHash(x.secret, "nemeton 2 salt", exampleTable, u64(uint64(seq))))
	entry["draws"], entry["salt"] = draws, v.Salt
	if e.event == "frame.restored" {
		x.restores++
		raw, _ := hex.DecodeString(e.data.(map[string]any)["entropy"].(string))
		x.transcript = plainHash("nemeton 2 restored", x.transcript[:], raw)
	}
	v.Text = canonicalText(x.t, entry)
	v.Hash = sha256.Sum256([]byte(v.Text))
	v.Restores, v.Head = x.restores, x.head(seq, v.Hash)
	x.prev = v.Hash
	x.v.Entries = append(x.v.Entries, v)
}

// proof is the proof of a command. Its reveal goes into the transcript.
func (x *example) proof(e exampleEntry, command any) map[string]any {
	seen := len(x.v.Entries)
	kind, reveal := "act", ""
	if e.kind == "frame" {
		kind = "takeback"
	}
	if e.index > 0 {
		value := e.by.chain[e.index]
		reveal = value.String()
		x.transcript = plainHash("nemeton 2 reveal", x.transcript[:], []byte{byte(e.seat)}, u32(e.index), value[:])
	}
	head := x.v.Entries[seen-1].Head
	s := e.by.sign(x.t, "command", map[string]any{
		"command": command, "decision": e.decision, "head": head, "index": e.index, "kind": kind, "move": e.move, "reveal": reveal,
		"seat": e.seat, "seq": seen, "table": exampleTable,
	})
	x.v.Statements = append(x.v.Statements, s)
	return map[string]any{"device": e.by.public, "head": head, "index": e.index, "reveal": reveal, "seq": seen, "signature": s.Signature}
}

func exampleFingerprint(commitment codec.Hash) string {
	s := base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").EncodeToString(commitment[:])
	return s[:4] + "-" + s[4:8] + "-" + s[8:12]
}
