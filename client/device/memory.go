package device

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
)

// Memory is the client's memory of one table of chance version 2: the facts that the server showed to its players, and the reveals that
// they sent. Everything that the server shows or states later must agree with it. It is not safe for concurrent use.
type Memory struct {
	Table      string         `json:"table"`
	Commitment string         `json:"commitment"` // the first one that was shown; empty before
	Answers    map[int]Answer `json:"answers"`    // by seat: only those of players who use this memory
	Heads      map[int]string `json:"heads"`      // short heads by seq, of the newest history that was shown
	Sent       []Sent         `json:"sent"`       // in the order of Send
	Replaced   int            `json:"replaced"`   // heads that a restore replaced during play
}

// Sent is a proof that left the client.
type Sent struct {
	Seat    int     `json:"seat"`
	Command Command `json:"command"`
	Proof   Proof   `json:"proof"`
	At      int     `json:"at"` // seq of the entry that accepted the command; 0 before
}

// NewMemory returns an empty memory of a table.
func NewMemory(table string) *Memory {
	return &Memory{Table: table, Answers: map[int]Answer{}, Heads: map[int]string{}}
}

// The checks of a memory.
const (
	CheckCommitment = "memory of the commitment"
	// CheckAnswer compares the contributions and signatures of the own seats with the record.
	CheckAnswer  = "memory of the contribution"
	CheckHeads   = "memory of the heads"
	CheckReveals = "memory of the reveals"
)

// Difference is the error of a server that contradicts what it showed before.
type Difference struct {
	Check  string
	Seq    int // the entry; 0 if there is none
	Detail string
}

func (d *Difference) Error() string {
	if d.Seq > 0 {
		return fmt.Sprintf("%s: entry %d: %s", d.Check, d.Seq, d.Detail)
	}
	return d.Check + ": " + d.Detail
}

func differs(check string, seq int, format string, args ...any) error {
	return &Difference{Check: check, Seq: seq, Detail: fmt.Sprintf(format, args...)}
}

// SeeCommitment notes the commitment of the table's description. Any other one than the first is a *Difference.
func (m *Memory) SeeCommitment(commitment string) error {
	if m.Commitment == "" {
		m.Commitment = commitment
	}
	if m.Commitment != commitment {
		return differs(CheckCommitment, 0, "the table showed %s first, and now %s", m.Commitment, commitment)
	}
	return nil
}

// SeeHead notes the short head of entry seq. For one seq and one number of restores there is one head: another one is a *Difference. A
// head with more restores replaces the memory of the lost history from that entry on.
func (m *Memory) SeeHead(seq int, head string) error {
	restores, err := restoresOf(head)
	if err != nil {
		return differs(CheckHeads, seq, "head %q: %v", head, err)
	}
	known, ok := m.Heads[seq]
	if !ok || known == head {
		m.Heads[seq] = head
		return nil
	}
	before, _ := restoresOf(known)
	switch {
	case restores > before:
		m.Heads[seq] = head
		m.Replaced++
		return nil
	case restores < before: // a late message of the lost history
		return nil
	}
	return differs(CheckHeads, seq, "the server showed the head %s, and now %s", known, head)
}

func restoresOf(head string) (int, error) {
	raw, err := hex.DecodeString(head)
	if err != nil || len(raw) < 2 {
		return 0, fmt.Errorf("not a short head")
	}
	return int(binary.BigEndian.Uint16(raw)), nil
}

func (m *Memory) Answered(seat int, a Answer) { m.Answers[seat] = a }

// Send notes a proof before it is sent. A resend changes nothing.
func (m *Memory) Send(seat int, c Command, p Proof) {
	if m.find(p) == nil {
		m.Sent = append(m.Sent, Sent{Seat: seat, Command: c, Proof: p})
	}
}

// Accepted notes that the command of a proof became entry seq.
func (m *Memory) Accepted(p Proof, seq int) {
	if s := m.find(p); s != nil {
		s.At = seq
	}
}

func (m *Memory) find(p Proof) *Sent {
	at := slices.IndexFunc(m.Sent, func(s Sent) bool { return s.Proof.Device == p.Device && s.Proof.Index == p.Index })
	if at < 0 {
		return nil
	}
	return &m.Sent[at]
}

// Findings are the counts of a record that agrees with the memory.
type Findings struct {
	Heads    int `json:"heads"`    // compared
	Replaced int `json:"replaced"` // heads of histories that a recorded restore replaced
	Reveals  int `json:"reveals"`  // in the record, as sent
	Lost     int `json:"lost"`     // reveals that were sent and did not become an entry
	// Uncounted is the part of Lost that the record does not show, because no later reveal of the device follows.
	Uncounted int `json:"uncounted"`
	Foreign   int `json:"foreign"`  // moves of the own seats without a proof of this client, except those of bots
	Restores  int `json:"restores"` // in the record
}

// Check compares the record of the finished table, an export of format 2, with the memory. The error is a *Difference, or that of a text
// that is no such record.
func (m *Memory) Check(raw []byte) (Findings, error) {
	r, err := readRecord(raw)
	if err != nil {
		return Findings{}, err
	}
	var f Findings
	for _, check := range []func(*record, *Findings) error{m.checkCommitment, m.checkAnswers, m.checkHeads, m.checkReveals} {
		if err := check(r, &f); err != nil {
			return f, err
		}
	}
	return f, nil
}

func (m *Memory) checkCommitment(r *record, _ *Findings) error {
	switch {
	case r.Table != m.Table || r.start.Table != m.Table:
		return differs(CheckCommitment, 0, "the record is of table %s, not of %s", r.Table, m.Table)
	case m.Commitment == "":
		return nil
	case r.Commitment != m.Commitment || r.start.Commitment != m.Commitment:
		return differs(CheckCommitment, 1, "the table showed %s, and the record has %s", m.Commitment, r.Commitment)
	}
	return nil
}

func (m *Memory) checkAnswers(r *record, _ *Findings) error {
	for _, seat := range slices.Sorted(maps.Keys(m.Answers)) {
		own := m.Answers[seat]
		if seat >= len(r.start.Answers) || seat >= len(r.start.Contributions) {
			return differs(CheckAnswer, 1, "the record has no answer of seat %d", seat)
		}
		given, said := r.start.Answers[seat], ""
		if own.Contribution != nil {
			said = *own.Contribution
		}
		switch {
		case given.Declined != (own.Contribution == nil) || r.start.Contributions[seat] != said:
			return differs(CheckAnswer, 1, "seat %d answered %q, and the record has %q (declined: %v)", seat, said, r.start.Contributions[seat], given.Declined)
		case given.Device != own.Device || given.Chain != own.Chain || given.Signature != own.Signature:
			return differs(CheckAnswer, 1, "seat %d answered with the device %s, and the record has %s with another chain or signature", seat, own.Device, given.Device)
		}
	}
	return nil
}
