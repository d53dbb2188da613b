package archive

import (
	"crypto/rand"
	"fmt"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
	"nemeton/testkit/tabletest"
)

func TestMain(m *testing.M) {
	for name, value := range map[string]string{"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// places returns an empty archive of each kind.
func places(t testing.TB) map[string]Objects {
	t.Helper()
	return map[string]Objects{"directory": directory(t.TempDir()), "bucket": newBucket(t, "/games/some/where")}
}

// newBucket returns an archive in an S3 server of this process.
func newBucket(t testing.TB, path string) Objects {
	t.Helper()
	backend := s3mem.New()
	must.Succeed(t, backend.CreateBucket("games"))
	server := httptest.NewServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server())
	t.Cleanup(server.Close)
	return must.Return(Open(server.URL + path))(t)
}

// fixture is a store with an archive, in which games were played.
type fixture struct {
	*tabletest.Fixture
	t     *testing.T
	inner store.Store
	now   time.Time
	node  *table.Registry // on the store without an archive
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	inner := sqlitetest.Open(t)
	h := tabletest.On(t, inner)
	return &fixture{Fixture: h, t: t, inner: inner, now: time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC), node: h.Registry()}
}

// finished plays n games, and begins another one, because SQLite keeps the log with the newest entry.
func (f *fixture) finished(n int) (ids []store.TableID) {
	f.t.Helper()
	for range n {
		id := f.Running(f.node, 2)
		f.PlayOut(f.node, id)
		ids = append(ids, id)
	}
	f.newer()
	return ids
}

func (f *fixture) job() Job {
	return Job{
		Now: func() time.Time { return f.now }, Entropy: rand.Reader,
		Skipped: func(l store.FinishedLog, err error) { f.t.Errorf("table %s was skipped: %v", l.Table, err) },
	}
}

// moved archives all logs, whose number must be that one.
func (f *fixture) moved(s *Store, want int) Moved {
	f.t.Helper()
	m := must.Return(s.Move(f.t.Context(), f.now, f.job()))(f.t)
	if m.Logs != want {
		f.t.Fatalf("%d logs were moved, want %d", m.Logs, want)
	}
	return m
}

func (f *fixture) log(s store.Store, id store.TableID) (text string) {
	f.t.Helper()
	for after := engine.Seq(0); ; {
		page := must.Return(s.Read(f.t.Context(), id, after, 3))(f.t)
		if len(page) == 0 {
			return text
		}
		for _, r := range page {
			text += fmt.Sprintf("%d %s %s\n", r.Entry.Seq, r.Hash, r.Bytes)
			after = r.Entry.Seq
		}
	}
}

func names(t testing.TB, o Objects) (list []string) {
	t.Helper()
	must.Succeed(t, o.List(t.Context(), func(name string) error {
		list = append(list, name)
		return nil
	}))
	return list
}

// newer begins a game, whose entry is the newest one.
func (f *fixture) newer() { f.Running(f.node, 2) }
