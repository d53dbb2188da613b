package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/must"
)

var errKilled = errors.New("the process was killed")

// When a killed call of the store or the archive ends.
const (
	killBefore = iota // it does
	killHalfway
	killAfter
	moments
)

// killer ends a process at one of its calls: that call fails, and all later ones do nothing.
type killer struct {
	at, moment int // number of the call, from 1
	calls      int
	dead       bool
}

// call runs do, unless the process is dead. half does a part of it; nil: a call that is whole or not at all.
func (k *killer) call(do, half func() error) error {
	if k.dead {
		return errKilled
	}
	k.calls++
	if k.calls != k.at {
		return do()
	}
	k.dead = true
	switch {
	case k.moment == killAfter:
		_ = do()
	case k.moment == killHalfway && half != nil:
		_ = half()
	}
	return errKilled
}

// mortalStore and mortalObjects are the store and the archive of a process that is killed.
type mortalStore struct {
	store.Store
	*killer
}

func (s mortalStore) LogsToArchive(ctx context.Context, before time.Time, after store.FinishedLog, limit int) (list []store.FinishedLog, err error) {
	err = s.call(func() error { list, err = s.Store.LogsToArchive(ctx, before, after, limit); return err }, nil)
	return list, err
}

func (s mortalStore) BeginArchive(ctx context.Context, o store.ArchiveObject, expires time.Time) error {
	return s.call(func() error { return s.Store.BeginArchive(ctx, o, expires) }, nil)
}

func (s mortalStore) ArchiveLog(ctx context.Context, l store.ArchivedLog) error {
	return s.call(func() error { return s.Store.ArchiveLog(ctx, l) }, nil)
}

func (s mortalStore) ReturnLog(ctx context.Context, l store.ArchivedLog, records []engine.Record, expires time.Time) error {
	return s.call(func() error { return s.Store.ReturnLog(ctx, l, records, expires) }, nil)
}

func (s mortalStore) ObjectsToDelete(ctx context.Context, before time.Time, limit int) (list []store.ArchiveObject, err error) {
	err = s.call(func() error { list, err = s.Store.ObjectsToDelete(ctx, before, limit); return err }, nil)
	return list, err
}

func (s mortalStore) ForgetObject(ctx context.Context, o store.ArchiveObject) error {
	return s.call(func() error { return s.Store.ForgetObject(ctx, o) }, nil)
}

type mortalObjects struct {
	directory
	*killer
}

func (o mortalObjects) Put(ctx context.Context, name string, content []byte) error {
	return o.call(func() error { return o.directory.Put(ctx, name, content) }, func() error {
		path := o.path(name)
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path+unfinished, content[:len(content)/2], 0o600))
	})
}

func (o mortalObjects) Get(ctx context.Context, name string, most int64) (content []byte, err error) {
	err = o.call(func() error { content, err = o.directory.Get(ctx, name, most); return err }, nil)
	return content, err
}

func (o mortalObjects) Delete(ctx context.Context, name string) error {
	return o.call(func() error { return o.directory.Delete(ctx, name) }, nil)
}

// A process that is killed at any call, before, during or after it, loses no log and leaves no object behind. It may be archiving logs, deleting unused objects,
// or bringing logs back.
func TestMove_Killed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ids := f.finished(2)
	want := map[store.TableID]string{}
	for _, id := range ids {
		want[id] = f.log(f.inner, id)
	}
	place := directory(t.TempDir())
	f.moved(Wrap(f.inner, place, nil), 2) // the first life has objects to delete: those of logs that came back
	life := func(back bool, k *killer) error {
		s := Wrap(mortalStore{f.inner, k}, mortalObjects{place, k}, nil)
		if _, err := s.Clean(t.Context(), f.job()); err != nil {
			return err
		}
		move := func() (Moved, error) { return s.Move(t.Context(), f.now, f.job()) }
		if back {
			move = func() (Moved, error) { return s.Return(t.Context(), f.job()) }
		}
		_, err := move()
		return err
	}
	check := func(when string) {
		t.Helper()
		s := Wrap(f.inner, place, nil)
		for _, id := range ids {
			if got := f.log(s, id); got != want[id] {
				t.Fatalf("%s: table %s has the log\n%s\nwant\n%s", when, id, got, want[id])
			}
		}
	}
	kills := 0
	for moment := range moments {
		for at := 1; ; at++ {
			var killed int
			for _, back := range []bool{true, false} {
				k := &killer{at: at, moment: moment}
				if err := life(back, k); (err != nil) != k.dead {
					t.Fatal(err)
				}
				if k.dead {
					killed++
				}
				check(fmt.Sprintf("killed at call %d, moment %d, back %v", at, moment, back))
				must.Succeed(t, life(back, &killer{}))
				check("the next process")
				if back {
					f.newer() // SQLite keeps the log with the newest entry
				}
				f.now = f.now.Add(Keep + time.Hour)
			}
			if kills += killed; killed == 0 {
				break
			}
		}
	}
	if kills < 3*20 {
		t.Errorf("%d kills, want one at each call", kills)
	}
	s := Wrap(f.inner, place, nil)
	must.Return(s.Clean(t.Context(), f.job()))(t)
	held := must.Return(s.ArchivedLogs(t.Context(), "", 10))(t)
	var objects []string
	for _, l := range held {
		objects = append(objects, l.Object)
	}
	if got := names(t, place); len(got) != 2 || !slices.Equal(got, objects) {
		t.Errorf("the archive has the objects %v, want those of the logs %v", got, objects)
	}
	must.Succeed(t, filepath.WalkDir(string(place), func(path string, _ os.DirEntry, err error) error {
		if filepath.Ext(path) == unfinished {
			t.Errorf("%s was left behind", path)
		}
		return err
	}))
}
