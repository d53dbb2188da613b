package blackbox_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/testsize"
)

// Another program that locks the SQLite file keeps the server from writing. Reading works, so only a write can show that.
func TestReady_ExclusiveLock(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	file, admin := filepath.Join(t.TempDir(), "nemeton.db"), freeAddress(t)
	p := serve(t, "sqlite:"+file, "--admin-addr", admin)
	p.await("/readyz", http.StatusOK)
	unlock := sqlitetest.Lock(t, file)
	p.await("/readyz", http.StatusServiceUnavailable)
	for path, want := range map[string]int{"/healthz": 200, "/readyz?store": 503, "/api/v1/tables": 200} {
		expect.Equal(t, p.status(path), want, path, "of a locked file")
	}
	if works, found := findMetric(t, admin, "nemeton_store_works"); !found || works != 0 {
		t.Errorf("got nemeton_store_works %v (found %v), want 0", works, found)
	}
	unlock()
	p.await("/readyz", http.StatusOK)
	expect.Equal(t, expect.First(findMetric(t, admin, "nemeton_store_works")), 1, "nemeton_store_works after the lock")
}
