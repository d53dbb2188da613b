package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/server/store/open"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestRestored(t *testing.T) {
	t.Parallel()
	address, missing := database(t), "sqlite:"+filepath.Join(t.TempDir(), "none.db")
	open := func() store.Store {
		t.Helper()
		return must.Return(open.Store(t.Context(), address, open.Options{}))(t)
	}
	s := open()
	first := must.Return(engine.NewRecord(engine.Entry{Format: engine.EntryFormat, Salt: codec.Optional{1}, Seq: 1, Rules: 1, Kind: engine.KindStart, Seat: engine.NoSeat, Actor: engine.ActorHost}))(t)
	for id, visibility := range map[store.TableID]store.Visibility{"open": store.Public, "running": store.Public, "secret": store.Private} {
		err := s.CreateTable(t.Context(), store.Table{ID: id, Title: "meduris", State: store.Open, Visibility: visibility, Host: "h"}, "")
		if err == nil && id != "open" {
			err = s.Append(t.Context(), store.Append{Table: id, Record: first, State: store.Running})
		}
		must.Succeed(t, err)
	}
	command := func(database string, code int, want string) {
		t.Helper()
		var out, errs bytes.Buffer
		if got := run([]string{"restored", "--database", database}, &out, &errs); got != code || !strings.Contains(out.String()+errs.String(), want) {
			t.Errorf("got code %d\n%s%s, want %d and %q", got, &out, &errs, code, want)
		}
	}
	command(address, 1, "in use") // its server runs
	must.Succeed(t, s.Close())
	for range 2 {
		command(address, 0, "2 running tables are marked as restored")
	}
	command(missing, 1, "none.db")
	s = open()
	defer func() { _ = s.Close() }()
	for id, want := range map[store.TableID]bool{"open": false, "running": true, "secret": true} {
		expect.Equal(t, must.Return(s.Table(t.Context(), id))(t).Restored, want, id, "restored")
	}
}
