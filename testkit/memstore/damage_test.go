package memstore

import (
	"bytes"

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
