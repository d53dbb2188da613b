package engine

import (
	"encoding/json"
	"fmt"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Proof is the part of a command by which a device takes part in the table's chance and answers for the command. All members are
// optional: a reveal without a signature counts, and a signature without a reveal too.
type Proof struct {
	Device    chance.DeviceKey `json:"device"` // the device whose reveal or signature it is; zeros for the seat's unnamed chain
	Index     int              `json:"index"`  // of the reveal; 0 without one
	Reveal    codec.Optional   `json:"reveal"`
	Seq       Seq              `json:"seq"`  // the newest entry that the device had seen, if the command is signed
	Head      string           `json:"head"` // its short head
	Signature chance.Signature `json:"signature"`
}

func (p *Proof) HasReveal() bool { return p != nil && p.Reveal != codec.Optional{} }

func (p *Proof) Signed() bool { return p != nil && p.Signature != chance.Signature{} }

// check checks the members that need no table.
func (p *Proof) check() error {
	switch {
	case p.HasReveal() != (p.Index > 0), p.Index < 0:
		return fmt.Errorf("%w: a reveal and its index come together", ErrBadProof)
	case p.Signed() && (p.Device == chance.DeviceKey{} || p.Seq < 1 || p.Head == ""):
		return fmt.Errorf("%w: a signature needs the device and the head that it had seen", ErrBadProof)
	case !p.Signed() && (p.Seq != 0 || p.Head != ""):
		return fmt.Errorf("%w: a head without a signature", ErrBadProof)
	case !p.Signed() && !p.HasReveal():
		return fmt.Errorf("%w: neither a reveal nor a signature", ErrBadProof)
	}
	return nil
}

// The kinds of commands that devices sign.
const (
	signedAct         = "act"
	signedTakeBack    = "takeback"
	signedConcede     = "concede"
	signedProposeStop = "propose_stop"
	signedAgreeToStop = "agree_to_stop"
	signedDeclineStop = "decline_stop"
)

// TakesProof reports whether the command that made these system events can have a proof.
func TakesProof(events []Event) bool {
	kind, _ := signedKind(events)
	return kind != ""
}

// signedKind is the kind of the command that made these system events, and the proposal that it answers; empty if no command with a proof
// makes them.
func signedKind(events []Event) (kind string, proposal DecisionID) {
	if len(events) == 0 {
		return "", ""
	}
	switch ev := events[0].(type) {
	case TakenBack:
		return signedTakeBack, ""
	case Conceded:
		return signedConcede, ""
	case StopProposed:
		return signedProposeStop, ""
	case StopAgreed:
		return signedAgreeToStop, proposalID(ev.Proposal)
	case StopDeclined:
		return signedDeclineStop, proposalID(ev.Proposal)
	}
	return "", ""
}

// checkSignature checks the signature of a command, if it has one. move is canonical; null for a command that is not a move.
func (p *Proof) checkSignature(table string, seat Seat, command, kind string, decision DecisionID, move json.RawMessage) error {
	if !p.Signed() {
		return nil
	}
	text, err := CommandStatement{
		Table: table, Seat: seat, Command: command, Kind: kind, Decision: decision, Move: move,
		Index: p.Index, Reveal: p.Reveal, Seq: p.Seq, Head: p.Head,
	}.Bytes()
	if err != nil {
		return err
	}
	if !p.Device.Signed(text, p.Signature) {
		return fmt.Errorf("%w: the signature is not the device's for this command", ErrBadProof)
	}
	return nil
}

// Void states that reveals of a device were sent with commands that were refused: all indexes up to Index that no entry holds.
type Void struct {
	Seat   Seat             `json:"seat"`
	Device chance.DeviceKey `json:"device"`
	Index  int              `json:"index"`
}
