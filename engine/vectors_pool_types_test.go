package engine_test

import (
	"encoding/hex"
	"encoding/json"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// poolVectors are the worked examples of chance version 2: the record of a toy game, and all values that a check of it computes. Bytes are in hex. The
// web client's tests read the same file.
type poolVectors struct {
	Setup       textVector        `json:"setup"` // canonical terms and the set-up digest
	Fingerprint string            `json:"fingerprint"`
	Transcript  codec.Hash        `json:"transcript"` // before the first entry
	PoolKey     codec.Hash        `json:"poolKey"`
	Entries     []entryVector     `json:"entries"`
	Persons     []personVector    `json:"persons"`
	Chain       chainVector       `json:"chain"`
	Statements  []statementVector `json:"statements"`
	Heads       []headVector      `json:"heads"` // of both versions
	Document    json.RawMessage   `json:"document"`
}

type textVector struct {
	Text string     `json:"text"`
	Hash codec.Hash `json:"hash"`
}

// entryVector is an entry of the document, with the values that belong to it.
type entryVector struct {
	Text       string         `json:"text"`
	Hash       codec.Hash     `json:"hash"`
	Salt       codec.Optional `json:"salt"`
	Restores   int            `json:"restores"` // up to the entry
	Head       string         `json:"head"`
	Transcript codec.Hash     `json:"transcript"` // when the entry draws
	Key        codec.Hash     `json:"key"`        // of the entry's draws
	Draws      []drawVector   `json:"draws"`
}

// drawVector is a draw with its number in the table, and the number of blocks that it took.
type drawVector struct {
	Number uint64 `json:"number"`
	Of     uint64 `json:"of"`
	Is     uint64 `json:"is"`
	Blocks int    `json:"blocks"`
}

type personVector struct {
	Seat   engine.Seat    `json:"seat"`
	Holder int            `json:"holder"`
	Name   string         `json:"name"`
	Digest codec.Optional `json:"digest"`
}

// chainVector is the chain of one device. Its values are in descending order; the first is random, and the last the anchor.
type chainVector struct {
	Table  string           `json:"table"`
	Seat   engine.Seat      `json:"seat"`
	Device chance.DeviceKey `json:"device"`
	Values []valueVector    `json:"values"`
}

type valueVector struct {
	Index int        `json:"index"`
	Value codec.Hash `json:"value"`
}

type statementVector struct {
	Kind      string           `json:"kind"`
	Seed      string           `json:"seed"` // of the private key
	Device    chance.DeviceKey `json:"device"`
	Content   json.RawMessage  `json:"content"`
	Text      string           `json:"text"`
	Signature chance.Signature `json:"signature"`
}

type headVector struct {
	Seq      engine.Seq `json:"seq"`
	Restores int        `json:"restores"`
	Hash     codec.Hash `json:"hash"`
	Head     string     `json:"head"`
}

// exampleDocument is the part of an export that the vectors need.
type exampleDocument struct {
	Secret     engineSecret `json:"secret"`
	Commitment codec.Hash   `json:"commitment"`
	Entries    []struct {
		Entry json.RawMessage `json:"entry"`
		Hash  codec.Hash      `json:"hash"`
	} `json:"entries"`
}

// engineSecret is a secret in hex.
type engineSecret struct{ chance.Secret }

// UnmarshalText reads hex.
func (s *engineSecret) UnmarshalText(text []byte) error {
	_, err := hex.Decode(s.Secret[:], text)
	return err
}
