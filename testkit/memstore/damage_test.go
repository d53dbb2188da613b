package memstore

import (
	"bytes"

	"nemeton/engine"
	"nemeton/server/store"
)

// Damage changes a stored record behind the store's back.
func (s *Store) Damage(id store.TableID, seq engine.Seq) {
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	e := &s.kept.tables[id].log[seq-1]
	e.raw, e.read = bytes.ReplaceAll(e.raw, []byte(`"d1"`), []byte(`"d2"`)), nil
}
