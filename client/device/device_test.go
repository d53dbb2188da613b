package device_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nemeton/client/device"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

const (
	table = "3b1f6c52-7a7e-4b86-9c4e-0d6f0c5a1e11"
	head  = "0000000102030405060708090a0b0c0d0e0f101112131415"
)

// source is 64 known bytes: 32 for the key and 32 for the end of the chain.
func source() *bytes.Reader {
	var known [64]byte
	for i := range known {
		known[i] = byte(i)
	}
	return bytes.NewReader(known[:])
}

func newDevice(t *testing.T) *device.Device {
	t.Helper()
	return must.Return(device.New(table, 2, source()))(t)
}

// valueBefore is the rule of the chain, written independently of the engine.
func valueBefore(key []byte, index uint32, value []byte) []byte {
	hash := sha256.New()
	for _, part := range [][]byte{[]byte("nemeton 2 chain"), []byte(table), {2}, key, binary.BigEndian.AppendUint32(nil, index), value} {
		hash.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part))))
		hash.Write(part)
	}
	return hash.Sum(nil)
}

func TestChain_FollowsTheSpecification(t *testing.T) {
	t.Parallel()
	d := newDevice(t)
	var seed, value [32]byte
	for i := range 32 {
		seed[i], value[i] = byte(i), byte(32+i)
	}
	key := ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey)
	if got := d.Key().String(); got != hex.EncodeToString(key) {
		t.Fatalf("key: got %s, want %x", got, key)
	}
	values := make([][]byte, chance.ChainLength+1)
	values[chance.ChainLength] = value[:]
	for i := chance.ChainLength; i > 0; i-- {
		values[i-1] = valueBefore(key, uint32(i), values[i])
	}
	expect.Equal(t, d.Anchor().String(), hex.EncodeToString(values[0]), "anchor")
	for i := 1; i <= 300; i++ {
		p, err := d.Prove(device.Command{ID: fmt.Sprint(i), Kind: device.TakeBack}, 1, head)
		if err != nil || p.Index != i || hex.EncodeToString(p.Reveal[:]) != hex.EncodeToString(values[i]) {
			t.Fatalf("reveal %d: got index %d, %x, %v; want %x", i, p.Index, p.Reveal, err, values[i])
		}
		d.Accepted(p)
	}
}

func TestProve_SignsTheCommand(t *testing.T) {
	t.Parallel()
	d := newDevice(t)
	key := d.Key()
	for name, c := range map[string]struct {
		command device.Command
		said    string
	}{
		"a move": {
			device.Command{ID: "c-1", Kind: device.Act, Decision: "4-1", Move: json.RawMessage(`{"n": 2, "a": "x"}`)},
			`{"command":"c-1","decision":"4-1","head":"%[1]s","index":%[2]d,"kind":"act","move":{"a":"x","n":2},"reveal":"%[3]s","seat":2,"seq":7,"table":"` + table + `"}`,
		},
		"a take-back": {
			device.Command{ID: "c-2", Kind: device.TakeBack},
			`{"command":"c-2","decision":"","head":"%[1]s","index":%[2]d,"kind":"takeback","move":null,"reveal":"%[3]s","seat":2,"seq":7,"table":"` + table + `"}`,
		},
	} {
		p := must.Return(d.Prove(c.command, 7, head))(t)
		said := "nemeton 2 command\n" + fmt.Sprintf(c.said, head, p.Index, hex.EncodeToString(p.Reveal[:]))
		if !ed25519.Verify(key[:], []byte(said), p.Signature[:]) {
			t.Errorf("%s: the signature does not fit %s", name, said)
		}
	}
	expect.Failure(t, expect.Second(d.Prove(device.Command{ID: "c-3", Kind: device.TakeBack}, 0, "")), "a command without the head of an entry was signed")
}

func TestAnswer_SignsContributionAndDeclining(t *testing.T) {
	t.Parallel()
	d := newDevice(t)
	commitment := codec.Hash{1, 2}
	key := d.Key()
	for _, c := range []struct {
		contribution []byte
		said         string
	}{{[]byte{0xab, 0xcd}, `"abcd"`}, {nil, "null"}} {
		a := must.Return(d.Answer(commitment.String(), c.contribution))(t)
		said := fmt.Sprintf("nemeton 2 contribution\n"+`{"chain":"%s","commitment":"%s","contribution":%s,"device":"%s","seat":2,"table":"%s"}`,
			d.Anchor(), commitment, c.said, key, table)
		if !ed25519.Verify(key[:], []byte(said), a.Signature[:]) {
			t.Errorf("the signature does not fit %s", said)
		}
		raw, err := json.Marshal(a)
		if err != nil || !bytes.Contains(raw, []byte(`"contribution":`+c.said)) {
			t.Errorf("body %s (%v), want the contribution %s", raw, err, c.said)
		}
	}
}

func TestEnroll_IsSignedByTheOldDevice(t *testing.T) {
	t.Parallel()
	old := newDevice(t)
	fresh := must.Return(device.New(table, 2, rand.Reader))(t)
	e := must.Return(fresh.Enroll(old))(t)
	key := old.Key()
	said := fmt.Sprintf("nemeton 2 device\n"+`{"chain":"%s","device":"%s","seat":2,"table":"%s"}`, fresh.Anchor(), fresh.Key(), table)
	if e.By != key || !ed25519.Verify(key[:], []byte(said), e.Signature[:]) {
		t.Errorf("%+v does not fit %s", e, said)
	}
	alone := must.Return(fresh.Enroll(nil))(t)
	raw, err := json.Marshal(alone)
	if err != nil || bytes.Contains(raw, []byte(`"by"`)) || bytes.Contains(raw, []byte(`"signature"`)) {
		t.Errorf("an enrollment in words has %s (%v), want no signature", raw, err)
	}
}

// A stored device is the same device, with the same commands in flight.
func TestDevice_Reload(t *testing.T) {
	t.Parallel()
	d := newDevice(t)
	var stored []byte
	d.Store = func(raw []byte) error {
		stored = raw
		return nil
	}
	accepted, lost := device.Command{ID: "a", Kind: device.TakeBack}, device.Command{ID: "b", Kind: device.Act, Decision: "1-1", Move: json.RawMessage(`{"n":1}`)}
	first := must.Return(d.Prove(accepted, 1, head))(t)
	d.Accepted(first)
	sent := must.Return(d.Prove(lost, 2, head))(t)
	var back device.Device
	must.Succeed(t, json.Unmarshal(stored, &back))
	if left := back.Unanswered(); len(left) != 1 || left[0].Proof != sent || left[0].Command.ID != "b" {
		t.Errorf("unanswered after the crash: %+v, want command b", left)
	}
	again, err := back.Prove(lost, 9, "another head")
	if err != nil || again != sent {
		t.Errorf("the resend has %+v (%v), want %+v", again, err, sent)
	}
	next, err := back.Prove(device.Command{ID: "c", Kind: device.TakeBack}, 2, head)
	if err != nil || next.Index != 3 || back.Key() != d.Key() || back.Anchor() != d.Anchor() {
		t.Errorf("the next reveal has index %d (%v), want 3 of the same device", next.Index, err)
	}
	for _, damaged := range []string{`{}`, `{"seed":"00"}`, `[]`, string(bytes.Replace(stored, []byte(`"next":3`), []byte(`"next":0`), 1))} {
		if json.Unmarshal([]byte(damaged), new(device.Device)) == nil {
			t.Errorf("%.40s was read as a device", damaged)
		}
	}
}

// A reveal that could not be stored does not leave the device.
func TestProve_StoresFirst(t *testing.T) {
	t.Parallel()
	d := newDevice(t)
	full := errors.New("the disk is full")
	d.Store = func([]byte) error { return full }
	if p, err := d.Prove(device.Command{ID: "a", Kind: device.TakeBack}, 1, head); !errors.Is(err, full) || p != (device.Proof{}) {
		t.Errorf("got %+v, %v; want no proof", p, err)
	}
	d.Store = nil
	expect.Equal(t, must.Return(d.Prove(device.Command{ID: "b", Kind: device.TakeBack}, 1, head))(t).Index, 1, "the first reveal")
}

func TestRefused_VoidsOnlyOnJudgment(t *testing.T) {
	t.Parallel()
	for code, voids := range map[string]bool{
		"illegal_move": true, "stale_decision": true, "bad_proof": true, "restored": true, "id_reused": true, "table_finished": true,
		"unavailable": false, "too_fast": false, "interrupted": false, "internal": false, "": false,
	} {
		d := newDevice(t)
		c := device.Command{ID: "a", Kind: device.TakeBack}
		first := must.Return(d.Prove(c, 1, head))(t)
		d.Refused(first, code)
		second := must.Return(d.Prove(c, 1, head))(t)
		if (second.Index == 2) != voids || (d.Voided() == 1) != voids || !voids && second != first {
			t.Errorf("%q: the next proof has index %d and %d voids; want a void: %v", code, second.Index, d.Voided(), voids)
		}
		d.Refused(first, code)
		if d.Voided() > 1 {
			t.Errorf("%q: one refusal counts %d times", code, d.Voided())
		}
	}
}

// The same id with other content is another command: it never gets the same reveal.
func TestProve_OneRevealForOneContent(t *testing.T) {
	t.Parallel()
	d := newDevice(t)
	a, errA := d.Prove(device.Command{ID: "a", Kind: device.Act, Decision: "1-1", Move: json.RawMessage(`{"n":1}`)}, 1, head)
	b, errB := d.Prove(device.Command{ID: "a", Kind: device.Act, Decision: "1-1", Move: json.RawMessage(`{"n":2}`)}, 1, head)
	if errA != nil || errB != nil || a.Index == b.Index || a.Reveal == b.Reveal {
		t.Errorf("indexes %d and %d, %v, %v; want two reveals", a.Index, b.Index, errA, errB)
	}
}

func TestProve_End(t *testing.T) {
	t.Parallel()
	t.Run("of the chain", func(t *testing.T) {
		t.Parallel()
		raw := must.Return(json.Marshal(newDevice(t)))(t)
		const left = 5
		used := strings.NewReplacer(`"next":1,`, fmt.Sprintf(`"next":%d,`, chance.ChainLength-left+1), `"last":0,`, fmt.Sprintf(`"last":%d,`, chance.ChainLength-left)).Replace(string(raw))
		d := new(device.Device)
		must.Succeed(t, json.Unmarshal([]byte(used), d))
		for i := 1; i <= left; i++ {
			p, err := d.Prove(device.Command{ID: fmt.Sprint(i), Kind: device.TakeBack}, 1, head)
			if err != nil || p.Index != chance.ChainLength-left+i {
				t.Fatalf("reveal %d of the last ones: index %d, %v", i, p.Index, err)
			}
			d.Accepted(p)
		}
		expect.Error(t, expect.Second(d.Prove(device.Command{ID: "more", Kind: device.TakeBack}, 1, head)), device.ErrSpent)
	})
	t.Run("after too many voids", func(t *testing.T) {
		t.Parallel()
		d := newDevice(t)
		made := 0
		for ; made <= chance.ChainLength; made++ {
			p, err := d.Prove(device.Command{ID: fmt.Sprint(made), Kind: device.TakeBack}, 1, head)
			if errors.Is(err, device.ErrSpent) {
				break
			}
			d.Refused(p, "stale_decision")
		}
		expect.Equal(t, made, 1024, "reveals in a row were voided")
	})
}
