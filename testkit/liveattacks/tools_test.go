package liveattacks_test

import (
	"encoding/json"
	mathrand "math/rand/v2"
	"testing"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/export"
	"nemeton/testkit/must"
)

func seededRand(seed uint64) *mathrand.Rand { return mathrand.New(mathrand.NewPCG(seed, seed)) }

// nothing knows no title.
func nothing(string) (engine.Title, bool) { return nil, false }

// secretOf is the secret in a record, hex.
func secretOf(t *testing.T, raw []byte) string {
	t.Helper()
	var doc export.Document
	must.Succeed(t, json.Unmarshal(raw, &doc))
	return doc.Secret
}

func (o *operator) draws() (list []chance.Draw) {
	for _, r := range o.records {
		list = append(list, r.Entry.Draws...)
	}
	return list
}

// replace seats a player at another table, with another device.
func (o *operator) replace(p *player, table string) {
	o.t.Helper()
	d := must.Return(device.New(table, p.seat, seeded(uint64(100+p.seat))))(o.t)
	p.device, p.memory = d, device.NewMemory(table)
	must.Succeed(o.t, p.memory.SeeCommitment(o.begun.Commitment.String()))
	o.answer(p)
}
