package sqlite

import (
	"path/filepath"
	"strings"
	"testing"

	"nemeton/server/store"
	"nemeton/testkit/expect"
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
	expect.Error(t, add("a", strings.Repeat("x", 1<<20)), store.ErrUnavailable, "on a full disk")
	expect.Error(t, expect.Second(s.Player(t.Context(), "a")), store.ErrNotFound, "after the failed write")
	must.Return(s.write.ExecContext(t.Context(), "PRAGMA max_page_count = 4000"))(t)
	expect.Error(t, add("a", "short"), nil, "with free space again")
}
