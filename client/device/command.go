package device

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// The kinds of commands.
const (
	Act         = "act"
	TakeBack    = "takeback"
	Concede     = "concede"
	ProposeStop = "propose_stop"
	AgreeToStop = "agree_to_stop"
	DeclineStop = "decline_stop"
)

// Command is a command that a device proves.
type Command struct {
	ID       string          `json:"id"`
	Kind     string          `json:"kind"`
	Decision string          `json:"decision,omitempty"` // of an act; of the answer to a stop, the seq of the proposal
	Move     json.RawMessage `json:"move,omitempty"`     // of an act
}

func (c Command) equal(other Command) bool {
	return c.ID == other.ID && c.Kind == other.Kind && c.Decision == other.Decision && bytes.Equal(c.Move, other.Move)
}

// Proof holds the members that a device adds to a command.
type Proof struct {
	Device    chance.DeviceKey `json:"device"`
	Reveal    codec.Optional   `json:"reveal"`
	Index     int              `json:"index"`
	Seq       int              `json:"seq"` // the newest entry that the device had seen
	Head      string           `json:"head"`
	Signature chance.Signature `json:"signature"`
}

// ErrSpent means that the device has no further reveal that a server would accept. The player enrolls another device.
var ErrSpent = errors.New("device: the chain is used up")

// maxGap is the highest difference between an accepted index and the next one. A device with more lost reveals in a row is spent.
const maxGap = 1024

// Prove reveals the next value of the chain for a command, and signs both together with the newest entry that the player has seen
// (seq and its short head). For a command without a definite answer it returns the proof of the first call. Errors: ErrSpent, and that of
// Store; the reveal is not used then.
func (d *Device) Prove(c Command, seq int, head string) (Proof, error) {
	if at := slices.IndexFunc(d.spent, func(s Spent) bool { return s.Command.equal(c) }); at >= 0 {
		return d.spent[at].Proof, nil
	}
	if d.next > chance.ChainLength || d.next-d.last > maxGap {
		return Proof{}, ErrSpent
	}
	if seq < 1 || head == "" {
		return Proof{}, errors.New("device: a command needs the head of the newest entry")
	}
	p := Proof{Device: d.id.Device, Index: d.next, Reveal: codec.Optional(d.chain.reveal(d.id, d.next)), Seq: seq, Head: head}
	said := engine.CommandStatement{
		Table: d.id.Table, Seat: engine.Seat(d.id.Seat), Command: c.ID, Kind: c.Kind, Decision: engine.DecisionID(c.Decision),
		Index: p.Index, Reveal: p.Reveal, Seq: engine.Seq(seq), Head: head,
	}
	if c.Move != nil {
		said.Move = c.Move
	}
	var err error
	if p.Signature, err = d.sign(said.Bytes()); err != nil {
		return Proof{}, err
	}
	d.next++
	d.spent = append(d.spent, Spent{Command: c, Proof: p})
	if err := d.store(); err != nil {
		d.next--
		d.spent = d.spent[:len(d.spent)-1]
		return Proof{}, err
	}
	return p, nil
}

func (d *Device) store() error {
	if d.Store == nil {
		return nil
	}
	raw, err := d.MarshalJSON()
	if err != nil {
		return err
	}
	return d.Store(raw)
}

func (d *Device) Accepted(p Proof) {
	if p.Device == d.id.Device {
		d.last = max(d.last, p.Index)
		d.forget(p)
	}
}

// Refused notes a refusal of a command. A definite one voids the reveal, so that the next command uses the next one.
func (d *Device) Refused(p Proof, code string) {
	if p.Device == d.id.Device && Definite(code) && d.forget(p) {
		d.voided++
	}
}

// forget drops the command of a proof. It returns false if the device does not wait for an answer to it.
func (d *Device) forget(p Proof) bool {
	before := len(d.spent)
	d.spent = slices.DeleteFunc(d.spent, func(s Spent) bool { return s.Proof.Index == p.Index })
	return len(d.spent) < before
}

// Unanswered lists the commands without a definite answer, in the order of their reveals. After a crash the client sends them again.
func (d *Device) Unanswered() []Spent { return slices.Clone(d.spent) }

// Definite reports whether an answer with this code is the server's judgment of a command. All other refusals, and the statuses from
// 500 on, leave open whether the server used the reveal: the client sends the same command again.
func Definite(code string) bool {
	switch code {
	case "", "too_fast", "overloaded", "unavailable", "upgrading", "interrupted", "damaged", "newer_program", "sealed", "internal":
		return false
	}
	return true
}
