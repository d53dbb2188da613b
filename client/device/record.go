package device

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// record is the part of an export that a memory judges.
type record struct {
	Format     int    `json:"nemetonExport"`
	Table      string `json:"table"`
	Secret     string `json:"secret"`
	Commitment string `json:"commitment"`
	Entries    []struct {
		Entry json.RawMessage `json:"entry"`
		Hash  string          `json:"hash"`
	} `json:"entries"`

	start   start
	entries []entry // entry seq is entries[seq-1]
}

// start is the part of the start event that a memory judges.
type start struct {
	Table         string   `json:"table"`
	Commitment    string   `json:"commitment"`
	Contributions []string `json:"contributions"`
	Answers       []struct {
		Chain     codec.Optional   `json:"chain"`
		Declined  bool             `json:"declined"`
		Device    chance.DeviceKey `json:"device"`
		Signature chance.Signature `json:"signature"`
	} `json:"answers"`
}

type entry struct {
	Seat     int             `json:"seat"`
	Actor    string          `json:"actor"`
	Kind     string          `json:"kind"`
	Command  string          `json:"command"`
	Decision string          `json:"decision"`
	Move     json.RawMessage `json:"move"`
	Proof    *Proof          `json:"proof"`
	Voids    []struct {
		Device chance.DeviceKey `json:"device"`
		Index  int              `json:"index"`
	} `json:"voids"`
	Events []struct {
		Name string          `json:"name"`
		Data json.RawMessage `json:"data"`
	} `json:"events"`

	hash     string
	restores int // up to this entry
}

// readRecord reads an export of format 2 and computes the hashes of its entries.
func readRecord(raw []byte) (*record, error) {
	var r record
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, err
	}
	if r.Format != 2 || len(r.Entries) == 0 {
		return nil, fmt.Errorf("an export of format %d with %d entries, want format 2", r.Format, len(r.Entries))
	}
	restores := 0
	for i, stored := range r.Entries {
		e := entry{hash: sha256Hex(stored.Entry)}
		if err := json.Unmarshal(stored.Entry, &e); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
		for _, event := range e.Events {
			if event.Name == "frame.restored" {
				restores++
			}
		}
		e.restores = restores
		r.entries = append(r.entries, e)
	}
	if len(r.entries[0].Events) == 0 {
		return nil, errors.New("the first entry has no event")
	}
	return &r, json.Unmarshal(r.entries[0].Events[0].Data, &r.start)
}

func sha256Hex(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// head computes the short head of entry seq from the record: the number of restores, 16 bytes of the entry's hash, and 6 bytes of
// their HMAC with the secret.
func (r *record) head(seq int) (string, error) {
	secret, err := hex.DecodeString(r.Secret)
	if err != nil {
		return "", err
	}
	hash, err := hex.DecodeString(r.entries[seq-1].hash)
	if err != nil {
		return "", err
	}
	restores := binary.BigEndian.AppendUint16(nil, uint16(min(r.entries[seq-1].restores, math.MaxUint16)))
	mac := hmac.New(sha256.New, secret)
	for _, part := range [][]byte{[]byte("nemeton 2 head"), []byte(r.Table), binary.BigEndian.AppendUint64(nil, uint64(seq)), restores, hash[:16]} {
		mac.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part))))
		mac.Write(part)
	}
	return hex.EncodeToString(slices.Concat(restores, hash[:16], mac.Sum(nil)[:6])), nil
}

// checkHeads checks that the record has every head that was shown. A head of a lost history is replaced only by a recorded restore.
func (m *Memory) checkHeads(r *record, f *Findings) error {
	f.Restores, f.Replaced = r.entries[len(r.entries)-1].restores, m.Replaced
	for _, seq := range slices.Sorted(maps.Keys(m.Heads)) {
		shown := m.Heads[seq]
		restores, err := restoresOf(shown)
		if err != nil || seq < 1 {
			return differs(CheckHeads, seq, "head %q: %v", shown, err)
		}
		recorded := f.Restores
		if seq <= len(r.entries) {
			recorded = r.entries[seq-1].restores
		}
		if restores < recorded {
			f.Replaced++
			continue
		}
		if seq > len(r.entries) {
			return differs(CheckHeads, seq, "the server showed its head %s, and the record ends with entry %d", shown, len(r.entries))
		}
		head, err := r.head(seq)
		if err != nil {
			return err
		}
		if head != shown {
			return differs(CheckHeads, seq, "the server showed the head %s, and the record has %s", shown, head)
		}
		f.Heads++
	}
	return nil
}

// Count states that entry Seq of a record accounts for the reveals of a device up to Index, as an accepted reveal or as void.
type Count struct {
	Seq    int
	Device chance.DeviceKey
	Index  int
}

// Counts lists the reveals that a record, an export of format 2, accounts for, in its order.
func Counts(raw []byte) (list []Count, err error) {
	r, err := readRecord(raw)
	if err != nil {
		return nil, err
	}
	for i, e := range r.entries {
		for _, v := range e.Voids {
			list = append(list, Count{i + 1, v.Device, v.Index})
		}
		if e.Proof != nil {
			list = append(list, Count{i + 1, e.Proof.Device, e.Proof.Index})
		}
	}
	return list, nil
}

// counted is the highest index of each device that the record accounts for.
func (r *record) counted() map[chance.DeviceKey]int {
	highest := map[chance.DeviceKey]int{}
	for _, e := range r.entries {
		for _, v := range e.Voids {
			highest[v.Device] = max(highest[v.Device], v.Index)
		}
		if e.Proof != nil {
			highest[e.Proof.Device] = max(highest[e.Proof.Device], e.Proof.Index)
		}
	}
	return highest
}

// checkReveals checks that every accepted command is its entry with the proof that was sent, and that the record has no other proof
// of the own devices. It counts the reveals that did not become an entry.
func (m *Memory) checkReveals(r *record, f *Findings) error {
	type key struct {
		device chance.DeviceKey
		index  int
	}
	own, at := map[chance.DeviceKey]bool{}, map[key]int{}
	counted := r.counted()
	for i, e := range r.entries {
		if e.Proof != nil && e.Proof.Index > 0 {
			at[key{e.Proof.Device, e.Proof.Index}] = i + 1
		}
	}
	for _, s := range m.Sent {
		own[s.Proof.Device] = true
		seq := at[key{s.Proof.Device, s.Proof.Index}]
		delete(at, key{s.Proof.Device, s.Proof.Index})
		if seq == 0 {
			if s.At > 0 && !m.replaced(r, s) {
				return differs(CheckReveals, s.At, "command %s with the reveal %d of seat %d was accepted, and the record lacks it", s.Command.ID, s.Proof.Index, s.Seat)
			}
			if f.Lost++; s.Proof.Index > counted[s.Proof.Device] {
				f.Uncounted++
			}
			continue
		}
		if e := r.entries[seq-1]; *e.Proof != s.Proof || e.Command != s.Command.ID || e.Seat != s.Seat || !s.Command.is(e) {
			return differs(CheckReveals, seq, "the reveal %d of seat %d was sent with command %s, and the record has it in another form", s.Proof.Index, s.Seat, s.Command.ID)
		}
		f.Reveals++
	}
	f.Foreign = m.foreign(r)
	for k, seq := range at {
		if own[k.device] {
			return differs(CheckReveals, seq, "the record has the reveal %d of device %s, which never sent it", k.index, k.device)
		}
	}
	return nil
}

// foreign counts the moves of players at the own seats that have no proof of this client.
func (m *Memory) foreign(r *record) (n int) {
	for _, e := range r.entries {
		if _, own := m.Answers[e.Seat]; !own || e.Kind != "move" || e.Actor != "player" {
			continue
		}
		sent := slices.ContainsFunc(m.Sent, func(s Sent) bool { return e.Proof != nil && *e.Proof == s.Proof })
		if !sent {
			n++
		}
	}
	return n
}

func (c Command) is(e entry) bool {
	if c.Kind != Act {
		return e.Kind == "frame"
	}
	move, err := codec.Canonical(c.Move)
	return err == nil && e.Decision == c.Decision && string(e.Move) == string(move)
}

// replaced reports whether a recorded restore explains that an accepted command is not in the record. It does if the record counts more
// restores there than the head that the command was made for.
func (m *Memory) replaced(r *record, s Sent) bool {
	recorded := r.entries[min(s.At, len(r.entries))-1].restores
	restores, err := restoresOf(s.Proof.Head)
	return err == nil && restores < recorded
}
