package device

import (
	"encoding/hex"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Answer is the body with which a seated person answers the table's commitment.
type Answer struct {
	Contribution *string          `json:"contribution"` // hex; null declines
	Device       chance.DeviceKey `json:"device"`
	Chain        codec.Optional   `json:"chain"`
	Signature    chance.Signature `json:"signature"`
}

// Answer signs a contribution to the table, or its declining if contribution is nil. The signature covers the commitment. So the
// answer is worth nothing for another secret. It fails if the commitment is no hash in hex.
func (d *Device) Answer(commitment string, contribution []byte) (Answer, error) {
	var shown codec.Hash
	if err := shown.UnmarshalText([]byte(commitment)); err != nil {
		return Answer{}, err
	}
	a := Answer{Device: d.id.Device, Chain: codec.Optional(d.Anchor())}
	if contribution != nil {
		text := hex.EncodeToString(contribution)
		a.Contribution = &text
	}
	var err error
	a.Signature, err = d.sign(engine.AnswerStatement{
		Table: d.id.Table, Seat: engine.Seat(d.id.Seat), Commitment: shown, Contribution: a.Contribution, Chain: a.Chain, Device: a.Device,
	}.Bytes())
	return a, err
}

// Enrollment is the body with which a running table learns of another device of a seat, besides the command's id.
type Enrollment struct {
	Device    chance.DeviceKey `json:"device"`
	Chain     codec.Optional   `json:"chain,omitzero"`
	By        chance.DeviceKey `json:"by,omitzero"`        // the old device that confirms it; empty if there is none
	Signature chance.Signature `json:"signature,omitzero"` // of By
}

// Enroll announces the device. by is an old device of the seat that confirms it, or nil.
func (d *Device) Enroll(by *Device) (Enrollment, error) {
	e := Enrollment{Device: d.id.Device, Chain: codec.Optional(d.Anchor())}
	if by == nil {
		return e, nil
	}
	e.By = by.id.Device
	var err error
	e.Signature, err = by.sign(engine.DeviceStatement{Table: d.id.Table, Seat: engine.Seat(d.id.Seat), Device: e.Device, Chain: e.Chain}.Bytes())
	return e, err
}
