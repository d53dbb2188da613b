package wire

import (
	"fmt"

	"nemeton/engine"
)

// ProofMembers are the members of a command by which a device takes part in the table's chance. All are optional.
type ProofMembers struct {
	Reveal    string `json:"reveal,omitempty" maxLength:"64" doc:"Hex: the next value of the device's hash chain"`
	Index     int    `json:"index,omitempty" minimum:"0" doc:"The number of the reveal; by default the one after the last"`
	Device    string `json:"device,omitempty" maxLength:"64" doc:"Hex: the public key of the device; by default the only one of the seat"`
	Signature string `json:"signature,omitempty" maxLength:"128" doc:"Hex: the device's signature of the command; needs seq and head"`
}

// Proof reads the members; nil if there are none. seq and head are those of the command. Error: a member is no hex of its length.
func (m ProofMembers) Proof(seq engine.Seq, head string) (*engine.Proof, error) {
	if m.Reveal == "" && m.Signature == "" {
		return nil, nil
	}
	p := &engine.Proof{Index: m.Index}
	for _, part := range []struct {
		name, text string
		read       func([]byte) error
	}{
		{"reveal", m.Reveal, p.Reveal.UnmarshalText},
		{"device", m.Device, p.Device.UnmarshalText},
		{"signature", m.Signature, p.Signature.UnmarshalText},
	} {
		if err := part.read([]byte(part.text)); err != nil {
			return nil, fmt.Errorf("%s: %w", part.name, err)
		}
	}
	if p.Signed() {
		p.Seq, p.Head = seq, head
	}
	return p, nil
}
