package storetest

import (
	"context"
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var restarts = []contractCase{
	{"acknowledged changes survive a restart", func(t *testing.T, f Fixture) {
		p, row := createPlayer(t, f.Store), createTableWith(t, f.Store, 3)
		before, log := readTable(t, f.Store, row.ID), readLog(t, f.Store, row.ID)
		reopened := f.Reopen(t)
		wantEqual(t, "table", readTable(t, reopened, row.ID), before)
		wantEqual(t, "log", readLog(t, reopened, row.ID), log)
		wantEqual(t, "player", must.Return(reopened.Player(t.Context(), p.ID))(t), p)
		must.Succeed(t, reopened.Append(t.Context(), newAppend(row.ID, after(t, before.Head, newRecord(t, 4, 0, "c4")))))
	}},
	{"a database of an earlier version keeps its form of entries, and a new one packs them", func(t *testing.T, f Fixture) {
		if f.Exec == nil {
			t.Skip("the store has no database")
		}
		row := createTableWith(t, f.Store, 1)
		head := readTable(t, f.Store, row.ID).Head
		add := func(s store.Store, seq engine.Seq, packed bool) {
			t.Helper()
			r := after(t, head, newRecord(t, seq, 0, fmt.Sprintf("c%d", seq)))
			must.Succeed(t, s.Append(t.Context(), newAppend(row.ID, r)))
			head = r.Hash
			asItIs := f.Exec(t, fmt.Sprintf("UPDATE entries SET time = time WHERE table_key = (SELECT key FROM tables WHERE id = '%s') AND seq = %d AND length(bytes) = %d", row.ID, seq, len(r.Bytes)))
			expect.Equal(t, asItIs == 0, packed, "seq", seq, asItIs, "rows as they are")
		}
		add(f.Store, 2, true)
		f.Exec(t, "UPDATE meta SET readers = 12")
		older := f.Reopen(t)
		add(older, 3, false)
		expect.Equal(t, len(readLog(t, older, row.ID)), 3, "entries")
	}},
	{"a call with a context that has ended changes nothing", func(t *testing.T, f Fixture) {
		p, row := createPlayer(t, f.Store), createTableWith(t, f.Store, 1)
		before := readTable(t, f.Store, row.ID)
		late, stranger := newTable(), newPlayer("Late")
		x := newSession(p.ID, 9)
		ctx := canceled(t)
		for name, do := range map[string]func() error{
			"Append": func() error {
				return f.Store.Append(ctx, newAppend(row.ID, after(t, before.Head, newRecord(t, 2, 0, "c2"))))
			},
			"CreateTable": func() error { return f.Store.CreateTable(ctx, late, row.ID) },
			"CreateTableWithin": func() error {
				return f.Store.CreateTableWithin(ctx, late, row.ID, store.Quota{Player: p.ID})
			},
			"CloseIdleTables":    func() error { _, err := f.Store.CloseIdleTables(ctx, at(99), at(99), 9); return err },
			"RemoveClosedTables": func() error { _, err := f.Store.RemoveClosedTables(ctx, at(99), 9); return err },
			"RemoveIdlePlayers":  func() error { _, _, err := f.Store.RemoveIdlePlayers(ctx, at(99), "", 9); return err },
			"RemoveExpiredLinks": func() error { _, err := f.Store.RemoveExpiredLinks(ctx, at(99), 9); return err },
			"CreatePlayer":       func() error { return f.Store.CreatePlayer(ctx, stranger, newSession("", 8)) },
			"CreateSession":      func() error { return f.Store.CreateSession(ctx, x) },
			"RenamePlayer":       func() error { return f.Store.RenamePlayer(ctx, p.ID, "x") },
			"ErasePlayer":        func() error { _, err := f.Store.ErasePlayer(ctx, p.ID); return err },
			"AddSigningKey":      func() error { return f.Store.AddSigningKey(ctx, newSigningKey(1, 1)) },
			"SigningKeys":        func() error { _, err := f.Store.SigningKeys(ctx); return err },
			"Table":              func() error { _, err := f.Store.Table(ctx, row.ID); return err },
			"Read":               func() error { _, err := f.Store.Read(ctx, row.ID, 0, 9); return err },
			"Ping":               func() error { return f.Store.Ping(ctx) },
			"UpdateTable": func() error {
				_, err := f.Store.UpdateTable(ctx, row.ID, func(r *store.Table) error { r.Host = "x"; return nil })
				return err
			},
		} {
			err := do()
			expect.Error(t, err, context.Canceled, name)
			expect.Error(t, err, store.ErrUnavailable, name)
		}
		wantEqual(t, "table", readTable(t, f.Store, row.ID), before)
		wantEqual(t, "length", len(readLog(t, f.Store, row.ID)), 1)
		expect.Error(t, expect.Second(f.Store.Table(t.Context(), late.ID)), store.ErrNotFound, "late table")
		expect.Error(t, expect.Second(f.Store.Player(t.Context(), stranger.ID)), store.ErrNotFound, "late player")
		wantEqual(t, "player", must.Return(f.Store.Player(t.Context(), p.ID))(t), p)
	}},
	{"a closed store is unavailable", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		must.Succeed(t, f.Store.Ping(t.Context()))
		must.Succeed(t, f.Store.Close())
		expect.Error(t, f.Store.Ping(t.Context()), store.ErrUnavailable, "Ping")
		expect.Error(t, f.Store.Append(t.Context(), newAppend(row.ID, newRecord(t, 1, 0, "c"))), store.ErrUnavailable, "Append")
		expect.Error(t, expect.Second(f.Store.Table(t.Context(), row.ID)), store.ErrUnavailable, "Table")
		must.Succeed(t, f.Store.Close())
	}},
	{"a write can be proven", func(t *testing.T, f Fixture) {
		p, ok := f.Store.(store.WriteProber)
		if !ok {
			t.Fatalf("%T is no store.WriteProber", f.Store)
		}
		must.Succeed(t, p.ProbeWrite(t.Context()))
		must.Succeed(t, p.ProbeWrite(t.Context()))
		expect.Error(t, p.ProbeWrite(canceled(t)), store.ErrUnavailable, "canceled")
		must.Succeed(t, f.Store.Close())
		expect.Error(t, p.ProbeWrite(t.Context()), store.ErrUnavailable, "closed")
	}},
}
