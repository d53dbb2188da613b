package engine

import (
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// The statements that devices sign. Each is a domain, a line feed, and canonical JSON (RFC 8785).

// CommandStatement is the content that a device signs for a command: the command itself, the reveal that it spends, and the
// newest entry that the device had seen.
type CommandStatement struct {
	Table    string         `json:"table"`
	Seat     Seat           `json:"seat"`
	Command  string         `json:"command"`  // the command's id
	Kind     string         `json:"kind"`     // "act" or "takeback"
	Decision DecisionID     `json:"decision"` // empty for a take-back
	Move     any            `json:"move"`     // null for a take-back
	Index    int            `json:"index"`    // of the reveal; 0 without one
	Reveal   codec.Optional `json:"reveal"`
	Seq      Seq            `json:"seq"`  // the newest entry that the device had seen
	Head     string         `json:"head"` // its short head
}

func (s CommandStatement) Bytes() ([]byte, error) { return statement("nemeton 2 command\n", s) }

// AnswerStatement is the content that a device signs for its contribution or its declining.
type AnswerStatement struct {
	Table        string           `json:"table"`
	Seat         Seat             `json:"seat"`
	Commitment   codec.Hash       `json:"commitment"`
	Contribution *string          `json:"contribution"` // hex; null declines
	Chain        codec.Optional   `json:"chain"`        // the anchor; empty without a chain
	Device       chance.DeviceKey `json:"device"`
}

func (s AnswerStatement) Bytes() ([]byte, error) { return statement("nemeton 2 contribution\n", s) }

// DeviceStatement is the content that a device of a seat signs to confirm another device.
type DeviceStatement struct {
	Table  string           `json:"table"`
	Seat   Seat             `json:"seat"`
	Device chance.DeviceKey `json:"device"` // the new one
	Chain  codec.Optional   `json:"chain"`  // its anchor; empty without a chain
}

func (s DeviceStatement) Bytes() ([]byte, error) { return statement("nemeton 2 device\n", s) }

func statement(domain string, content any) ([]byte, error) {
	raw, err := codec.Canonical(content)
	return append([]byte(domain), raw...), err
}
