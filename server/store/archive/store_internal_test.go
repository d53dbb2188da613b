package archive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/server/apperr"
	"nemeton/server/results"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func toys(id string) (engine.Title, bool) { return toy.Title{}, id == "toy" }

// shown is everything that a new node shows of a finished table: views, pages of the log, the export, a fork, and the answer to a command sent again. It also
// makes the results from the log.
func (f *fixture) shown(s *Store, id store.TableID, sent table.Command) (all []string) {
	f.t.Helper()
	ctx := f.t.Context()
	r := f.Registry(func(c *table.Config) { c.Store = s })
	f.Running(r, 2) // the node learns what the others can read
	for seat := engine.NoSeat; seat < 2; seat++ {
		view := must.Return(r.View(ctx, id, engine.SeatViewer(seat), false))(f.t)
		log := must.Return(r.Log(ctx, id, engine.SeatViewer(seat), 2))(f.t)
		all = append(all, string(view), string(log))
	}
	raw := must.Return(r.Export(ctx, id, nil))(f.t)
	expect.Equal(f.t, export.Check(raw, toys).Verdict, export.Holds, "the export")
	row := must.Return(s.Table(ctx, id))(f.t)
	origin := must.Return(r.Moment(ctx, row, 5, engine.ForkSame))(f.t)
	fork := f.Running(r, 2, func(t *store.Table) { t.Origin = &origin })
	started := must.Return(s.Read(ctx, fork, 0, 1))(f.t)
	forked := string(started[0].Entry.Events[1].Data) // the log of the origin
	again := must.Return(r.Act(ctx, id, sent))(f.t)
	answer, err := json.Marshal(again) //nolint:musttag // compared with another of its kind
	must.Succeed(f.t, err)
	rebuilt, err := results.Rebuild(ctx, s, toys, func(k results.Skipped) error { return k.Cause })
	if err != nil || rebuilt == 0 {
		f.t.Errorf("the results of %d tables were made, with error %v", rebuilt, err)
	}
	return append(all, string(raw), forked, string(answer))
}

// Nodes show an archived table as before, in both kinds of archives. No snapshot of it is stored.
func TestStore_Readers(t *testing.T) {
	t.Parallel()
	for name, place := range places(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			id := f.Running(f.node, 2)
			command, _ := f.Choose(f.node, id, 1)
			sent := table.Command{ID: command.ID, Seat: command.Seat, Decision: command.Decision, Move: command.Move}
			must.Return(f.node.Act(t.Context(), id, sent))(t)
			f.PlayOut(f.node, id)
			f.newer()
			s := Wrap(f.inner, place, nil)
			want := f.shown(s, id, sent)
			m := f.moved(s, 1)
			if m.Entries < 10 || m.Archived == 0 || m.Archived > m.Bytes {
				t.Errorf("moved %+v", m)
			}
			page := must.Return(s.Read(t.Context(), id, 0, 2))(t)
			_ = append(page, engine.Record{}) // a caller may use the page as it likes
			if list, err := f.inner.Read(t.Context(), id, 0, 9); err != nil || len(list) > 0 {
				t.Errorf("the database has still %d entries (%v)", len(list), err)
			}
			expect.Equal(t, cmp.Diff(want, f.shown(s, id, sent)), "", "the archived table is shown otherwise (-want +got)")
			must.Succeed(t, s.SaveSnapshot(t.Context(), store.Snapshot{Table: id, Seq: 1, Bytes: []byte("x")}))
			expect.Error(t, expect.Second(s.LatestSnapshot(t.Context(), id, 9)), store.ErrNotFound, "the snapshot of an archived table")
			expect.Error(t, expect.Second(s.Command(t.Context(), id, 0, "never sent")), store.ErrNotFound, "an unknown command")
			must.Succeed(t, place.Delete(t.Context(), must.Return(s.ArchivedLog(t.Context(), id))(t).Object))
			expect.Equal(t, len(must.Return(s.Read(t.Context(), id, 2, 2))(t)), 2, "entries of a log that was just read, from memory")
			expect.Equal(t, sizeOf([]engine.Record{{Bytes: make([]byte, maxRecent+1)}}), maxRecent, "a large log fits alone: size")
		})
	}
}

// A missing, damaged or foreign object is damage of its table alone, which a check and an inspection name.
func TestStore_Damage(t *testing.T) {
	t.Parallel()
	for name, place := range places(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			ids := f.finished(5)
			s := Wrap(f.inner, place, nil)
			f.moved(s, len(ids))
			held := must.Return(s.ArchivedLogs(t.Context(), "", 10))(t)
			get := func(n int) []byte {
				return must.Return(place.Get(t.Context(), held[n].Object, maxLog))(t)
			}
			put := func(n int, content []byte) { must.Succeed(t, place.Put(t.Context(), held[n].Object, content)) }
			must.Succeed(t, place.Delete(t.Context(), held[0].Object))
			flipped := get(1)
			flipped[len(flipped)-3] ^= 1
			put(1, flipped)
			put(2, get(2)[:20])
			put(3, get(4)) // the log of another table
			wrong := map[store.TableID]string{}
			intact, err := s.Check(t.Context(), func(l store.ArchivedLog, cause error) error {
				wrong[l.Table] = cause.Error()
				return nil
			})
			must.Succeed(t, err)
			if got := slices.Sorted(maps.Keys(wrong)); intact != 1 || !slices.Equal(got, []store.TableID{held[0].Table, held[1].Table, held[2].Table, held[3].Table}) {
				t.Errorf("%d logs are intact, and these are damaged: %v", intact, wrong)
			}
			i := Inspect(t.Context(), place, nil)
			for _, l := range held {
				must.Succeed(t, i.See(l))
			}
			i.Finish(t.Context())
			if i.Logs != 5 || i.Missing != 1 || i.Damaged != 3 || i.Read != 1 || len(i.Faults) != 4 || i.Failed != nil || !strings.Contains(i.Faults[0], held[0].Object) {
				t.Errorf("got %+v", i.Findings)
			}
			fresh := Wrap(f.inner, place, nil)
			for n, l := range held {
				_, err := fresh.Read(t.Context(), l.Table, 0, 9)
				if want := n < 4; errors.Is(err, engine.ErrCorrupt) != want || err != nil && !want {
					t.Errorf("log %d: got error %v, want damage: %v", n, err, want)
				}
			}
			r := f.Registry(func(c *table.Config) { c.Store = fresh })
			expect.Equal(t, apperr.CodeOf(expect.Second(r.View(t.Context(), held[0].Table, engine.Spectator(), false))), apperr.Damaged, "the table of a missing object")
			skipped := 0
			job := f.job()
			job.Skipped = func(store.FinishedLog, error) { skipped++ }
			if m, err := fresh.Return(t.Context(), job); err != nil || m.Logs != 1 || skipped != 4 {
				t.Errorf("%d logs came back and %d were skipped (%v)", m.Logs, skipped, err)
			}
		})
	}
}

// An archive that cannot be reached, and one that no flag names, are unavailable: their logs are not damaged.
func TestStore_Unreachable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.finished(1)[0]
	place := directory(t.TempDir())
	f.moved(Wrap(f.inner, place, nil), 1)
	must.Succeed(t, os.RemoveAll(string(place)))
	nobody := must.Return(Open("http://127.0.0.1:1/games?region=here"))(t)
	for name, objects := range map[string]Objects{"a directory that is gone": place, "a server that is gone": nobody, "no flag": nil} {
		s := Wrap(f.inner, objects, nil)
		if _, err := s.Read(t.Context(), id, 0, 9); !errors.Is(err, store.ErrUnavailable) || errors.Is(err, engine.ErrCorrupt) {
			t.Errorf("%s, read: got error %v, want unavailable", name, err)
		}
		expect.Error(t, expect.Second(s.Check(t.Context(), nil)), store.ErrUnavailable, name, "check")
		l := must.Return(s.ArchivedLog(t.Context(), id))(t)
		i := Inspect(t.Context(), objects, nil)
		must.Succeed(t, i.See(l))
		i.Finish(t.Context())
		if !errors.Is(i.Failed, store.ErrUnavailable) || i.Missing+i.Damaged > 0 {
			t.Errorf("%s, inspection: got %+v", name, i.Findings)
		}
		if objects != nil {
			expect.Error(t, objects.Put(t.Context(), "a/b", []byte("x")), store.ErrUnavailable, name, "put")
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expect.Error(t, expect.Second(Wrap(f.inner, place, nil).Read(ctx, id, 0, 9)), store.ErrUnavailable, "a canceled reader")
}

// With the key of the server, objects tell nothing without it. An object of another table cannot be used.
func TestStore_Encrypted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.finished(1)[0]
	place := directory(t.TempDir())
	key := []byte("a key of this server")
	want := f.log(f.inner, id)
	s := Wrap(f.inner, place, key)
	f.moved(s, 1)
	expect.Equal(t, f.log(s, id), want, "the log")
	for name, want := range map[string]error{"": store.ErrSealed, "the key of another server": engine.ErrCorrupt} {
		expect.Error(t, expect.Second(Wrap(f.inner, place, []byte(name)).Read(t.Context(), id, 0, 9)), want, "key", name)
	}
	content := must.Return(place.Get(t.Context(), names(t, place)[0], maxLog))(t)
	expect.Error(t, expect.Second(s.reader.encrypter.OpenLog("another table", content)), engine.ErrCorrupt, "an object of another table")
	z := must.Return(zipper())(t)
	if frame := z.EncodeAll([]byte("x"), nil)[:4]; bytes.Contains(content, frame) {
		t.Error("the object has the beginning of a compressed log")
	}
}

// Logs that cannot be read stay in the database.
func TestMove_Damaged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ids := f.finished(2)
	s := Wrap(corrupt{f.inner, ids[0]}, directory(t.TempDir()), nil)
	var skipped []store.TableID
	job := f.job()
	job.Skipped = func(l store.FinishedLog, _ error) { skipped = append(skipped, l.Table) }
	m, err := s.Move(t.Context(), f.now, job)
	if err != nil || m.Logs != 1 || !slices.Equal(skipped, ids[:1]) {
		t.Errorf("%d logs were moved and these skipped: %v (%v)", m.Logs, skipped, err)
	}
	if list, err := f.inner.Read(t.Context(), ids[0], 0, 9); err != nil || len(list) == 0 {
		t.Errorf("the damaged log has %d entries in the database (%v)", len(list), err)
	}
}

// corrupt lacks the last entry of a log.
type corrupt struct {
	store.Store
	id store.TableID
}

func (s corrupt) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	list, err := s.Store.Read(ctx, id, after, limit)
	if len(list) > 0 && id == s.id {
		list = list[:len(list)-1]
	}
	return list, err
}

// An archive that loses or changes what it is given gets no log.
func TestMove_Unfaithful(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.finished(1)[0]
	want := f.log(f.inner, id)
	for name, change := range map[string]func([]byte) []byte{
		"cut": func(b []byte) []byte { return b[:len(b)-1] }, "changed": func(b []byte) []byte { b[30] ^= 4; return b }, "empty": func([]byte) []byte { return nil },
	} {
		_, err := Wrap(f.inner, unfaithful{directory(t.TempDir()), change}, nil).Move(t.Context(), f.now, f.job())
		expect.Error(t, err, store.ErrUnavailable, name)
		expect.Equal(t, f.log(f.inner, id), want, name, "the log has left the database")
	}
}

type unfaithful struct {
	directory
	change func([]byte) []byte
}

func (u unfaithful) Put(ctx context.Context, name string, content []byte) error {
	return u.directory.Put(ctx, name, u.change(content))
}
