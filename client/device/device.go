package device

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Device is the key pair and the chain of reveals of one person's device at one table. Its JSON encoding holds everything, the private
// parts too. It is not safe for concurrent use.
type Device struct {
	id     chance.ChainID
	key    ed25519.PrivateKey
	chain  chain
	next   int     // index of the next unused reveal
	last   int     // highest index that the server accepted; 0 if there is none
	voided int     // reveals that were voided by definite refusals
	spent  []Spent // reveals whose commands have no definite answer yet, in the order of their indexes

	// Store is called with the device's encoding before a reveal leaves it. Prove fails with its error. Nil: the device lives in memory.
	Store func(encoded []byte) error
}

// Spent is a reveal that was made for a command.
type Spent struct {
	Command Command `json:"command"`
	Proof   Proof   `json:"proof"`
}

// New makes a device for a seat. Its key and its chain come from random, which must be unpredictable outside tests. It fails only if
// random fails.
func New(table string, seat int, random io.Reader) (*Device, error) {
	var seed [ed25519.SeedSize]byte
	var end codec.Hash
	if _, err := io.ReadFull(random, seed[:]); err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(random, end[:]); err != nil {
		return nil, err
	}
	d := &Device{id: chance.ChainID{Table: table, Seat: seat}, key: ed25519.NewKeyFromSeed(seed[:]), next: 1}
	copy(d.id.Device[:], d.key.Public().(ed25519.PublicKey))
	d.chain = newChain(d.id, end)
	return d, nil
}

func (d *Device) Key() chance.DeviceKey { return d.id.Device }

func (d *Device) Seat() int { return d.id.Seat }

func (d *Device) Anchor() codec.Hash { return d.chain.anchor() }

func (d *Device) Voided() int { return d.voided }

type encoded struct {
	Table       string       `json:"table"`
	Seat        engine.Seat  `json:"seat"`
	Seed        string       `json:"seed"` // of the private key, hex
	Checkpoints []codec.Hash `json:"checkpoints"`
	Next        int          `json:"next"`
	Last        int          `json:"last"`
	Voided      int          `json:"voided"`
	Spent       []Spent      `json:"spent"`
}

func (d *Device) MarshalJSON() ([]byte, error) {
	return json.Marshal(encoded{
		Table: d.id.Table, Seat: engine.Seat(d.id.Seat), Seed: hex.EncodeToString(d.key.Seed()), Checkpoints: d.chain,
		Next: d.next, Last: d.last, Voided: d.voided, Spent: d.spent,
	})
}

// UnmarshalJSON reads the output of MarshalJSON. It keeps Store.
func (d *Device) UnmarshalJSON(raw []byte) error {
	var e encoded
	if err := json.Unmarshal(raw, &e); err != nil {
		return err
	}
	seed, err := hex.DecodeString(e.Seed)
	switch {
	case err != nil || len(seed) != ed25519.SeedSize:
		return errors.New("device: the seed of the key is not 32 bytes in hex")
	case len(e.Checkpoints) != checkpoints:
		return fmt.Errorf("device: %d checkpoints, want %d", len(e.Checkpoints), checkpoints)
	case e.Next < 1 || e.Last >= e.Next || e.Last < 0:
		return fmt.Errorf("device: the next reveal is %d after %d", e.Next, e.Last)
	}
	d.key = ed25519.NewKeyFromSeed(seed)
	d.id = chance.ChainID{Table: e.Table, Seat: int(e.Seat)}
	copy(d.id.Device[:], d.key.Public().(ed25519.PublicKey))
	d.chain, d.next, d.last, d.voided, d.spent = e.Checkpoints, e.Next, e.Last, e.Voided, e.Spent
	return nil
}

func (d *Device) sign(statement []byte, err error) (s chance.Signature, _ error) {
	if err != nil {
		return s, err
	}
	copy(s[:], ed25519.Sign(d.key, statement))
	return s, nil
}
