package liveattacks_test

import (
	"crypto/rand"
	"encoding/json"
	mathrand "math/rand/v2"
	"strings"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/play/device"
	"nemeton/server/notary"
	"nemeton/server/store"
	"nemeton/server/translog"
	"nemeton/testkit/memstore"
)

func seededRand(seed uint64) *mathrand.Rand { return mathrand.New(mathrand.NewPCG(seed, seed)) }

// nothing knows no title.
func nothing(string) (engine.Title, bool) { return nil, false }

// secretOf is the secret in a record, hex.
func secretOf(t *testing.T, raw []byte) string {
	t.Helper()
	var doc export.Document
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Secret
}

// draws lists all draws of the table.
func (o *operator) draws() (list []engine.Draw) {
	for _, r := range o.records {
		list = append(list, r.Entry.Draws...)
	}
	return list
}

// replace seats a player at another table, with another device.
func (o *operator) replace(p *player, table string) {
	o.t.Helper()
	d, err := device.New(table, p.seat, seeded(uint64(100+p.seat)))
	if err != nil {
		o.t.Fatal(err)
	}
	p.device, p.memory = d, device.NewMemory(table)
	if err := p.memory.SeeCommitment(o.begun.Commitment.String()); err != nil {
		o.t.Fatal(err)
	}
	o.answer(p)
}

// transparencyLog is the log of a server's tables.
type transparencyLog struct {
	t     *testing.T
	store *memstore.Store
	log   *translog.Log
	key   notary.Key
}

func newLog(t *testing.T) *transparencyLog {
	t.Helper()
	s := memstore.New()
	key, err := notary.New(s, time.Now, rand.Reader).Key(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &transparencyLog{t: t, store: s, log: translog.New(s), key: key}
}

// create notes a new table.
func (l *transparencyLog) create(o *operator, id string) {
	l.t.Helper()
	row := store.Table{ID: store.TableID(id), State: store.Open, Secret: o.secret}
	if err := l.store.CreateTable(l.t.Context(), row, ""); err != nil {
		l.t.Fatal(err)
	}
}

// play notes a table from its creation to its end.
func (l *transparencyLog) play(o *operator) {
	l.t.Helper()
	l.create(o, o.begun.Table)
	for i, r := range o.records {
		state := store.Running
		if i == len(o.records)-1 {
			state = store.Finished
		}
		if err := l.store.Append(l.t.Context(), store.Append{Table: store.TableID(o.begun.Table), Record: r, State: state}); err != nil {
			l.t.Fatal(err)
		}
	}
}

// check downloads and checks the log.
func (l *transparencyLog) check() translog.Checked {
	l.t.Helper()
	checked, _, err := translog.Check(func(path string) ([]byte, error) {
		if path == "checkpoint" {
			signed, _, err := l.log.Checkpoint(l.t.Context(), l.key)
			return []byte(signed), err
		}
		return l.log.Tile(l.t.Context(), strings.TrimPrefix(path, "tile/"))
	}, []string{l.key.Verifier}, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	return checked
}

// has reports whether the log has the record of a finished table.
func (l *transparencyLog) has(o *operator) bool {
	l.t.Helper()
	_, found := l.check().Find(translog.Entry(store.LogFact{
		Kind: store.LogFinished, Table: store.TableID(o.begun.Table), Value: o.records[len(o.records)-1].Hash,
	}))
	return found
}
