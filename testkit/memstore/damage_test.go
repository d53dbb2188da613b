package memstore

import (
	"bytes"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
)

// Damage changes the bytes of a stored record.
func (s *Store) Damage(id store.TableID, seq engine.Seq) {
	s.data.mu.Lock()
	defer s.data.mu.Unlock()
	e := &s.data.tables[id].log[seq-1]
	e.raw, e.decoded = bytes.ReplaceAll(e.raw, []byte(`"d1"`), []byte(`"d2"`)), nil
}

// DamageSnapshot removes a snapshot: a store treats one with changed bytes like a missing one.
func (s *Store) DamageSnapshot(id store.TableID, seq engine.Seq) {
	s.data.mu.Lock()
	defer s.data.mu.Unlock()
	t := s.data.tables[id]
	t.shots = slices.DeleteFunc(slices.Clone(t.shots), func(o store.Snapshot) bool { return o.Seq == seq })
}
