package sqlite

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/server/store"
	"nemeton/testkit/must"
)

// A limit on the pages of the writing connection stands for a full disk.
func TestStore_FullDisk(t *testing.T) {
	t.Parallel()
	s := must.Return(Open(t.Context(), filepath.Join(t.TempDir(), "a.db"), Options{}))(t)
	defer func() { _ = s.Close() }()
	add := func(id store.PlayerID, name string) error {
		return s.CreatePlayer(t.Context(), store.Player{ID: id, Name: name}, store.Session{ID: string(id), TokenHash: [32]byte{id[0]}})
	}
	must.Return(s.write.ExecContext(t.Context(), "PRAGMA max_page_count = 40"))(t)
	if err := add("a", strings.Repeat("x", 1<<20)); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("on a full disk: got error %v, want %v", err, store.ErrUnavailable)
	}
	if _, err := s.Player(t.Context(), "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("after the failed write: got error %v, want %v", err, store.ErrNotFound)
	}
	must.Return(s.write.ExecContext(t.Context(), "PRAGMA max_page_count = 4000"))(t)
	if err := add("a", "short"); err != nil {
		t.Errorf("with free space again: got error %v, want none", err)
	}
}
