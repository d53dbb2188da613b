package storetest

import (
	"context"
	"testing"

	"nemeton/server/store"
)

var deaths = []contractCase{
	{"what was acknowledged is there after a restart", func(t *testing.T, f Fixture) {
		p, row := somebody(t, f.Store), grown(t, f.Store, 3)
		before, log := look(t, f.Store, row.ID), read(t, f.Store, row.ID)
		again := f.Reopen(t)
		same(t, "table", look(t, again, row.ID), before)
		same(t, "log", read(t, again, row.ID), log)
		got, err := again.Player(t.Context(), p.ID)
		must(t, err)
		same(t, "player", got, p)
		must(t, again.Append(t.Context(), adding(row.ID, entry(t, 4, 0, "c4"))))
	}},
	{"a context that is over changes nothing", func(t *testing.T, f Fixture) {
		p, row := somebody(t, f.Store), grown(t, f.Store, 1)
		before := look(t, f.Store, row.ID)
		late, stranger := newTable(), newPlayer("Late")
		x := newSession(p.ID, 9)
		ctx := ended(t)
		for name, do := range map[string]func() error{
			"Append":        func() error { return f.Store.Append(ctx, adding(row.ID, entry(t, 2, 0, "c2"))) },
			"CreateTable":   func() error { return f.Store.CreateTable(ctx, late, row.ID) },
			"CreatePlayer":  func() error { return f.Store.CreatePlayer(ctx, stranger, newSession("", 8)) },
			"CreateSession": func() error { return f.Store.CreateSession(ctx, x) },
			"RenamePlayer":  func() error { return f.Store.RenamePlayer(ctx, p.ID, "x") },
			"ErasePlayer":   func() error { return f.Store.ErasePlayer(ctx, p.ID) },
			"Table":         func() error { _, err := f.Store.Table(ctx, row.ID); return err },
			"Read":          func() error { _, err := f.Store.Read(ctx, row.ID, 0, 9); return err },
			"Ping":          func() error { return f.Store.Ping(ctx) },
			"UpdateTable": func() error {
				_, err := f.Store.UpdateTable(ctx, row.ID, func(r *store.Table) error { r.Host = "x"; return nil })
				return err
			},
		} {
			err := do()
			fails(t, name, err, context.Canceled)
			fails(t, name, err, store.ErrUnavailable)
		}
		same(t, "table", look(t, f.Store, row.ID), before)
		same(t, "length", len(read(t, f.Store, row.ID)), 1)
		_, err := f.Store.Table(t.Context(), late.ID)
		fails(t, "late table", err, store.ErrNotFound)
		_, err = f.Store.Player(t.Context(), stranger.ID)
		fails(t, "late player", err, store.ErrNotFound)
		got, err := f.Store.Player(t.Context(), p.ID)
		must(t, err)
		same(t, "player", got, p)
	}},
	{"a context that ends during an update changes nothing", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := f.Store.UpdateTable(ctx, row.ID, func(r *store.Table) error { r.Host = "x"; cancel(); return nil })
		fails(t, "UpdateTable", err, context.Canceled)
		same(t, "table", look(t, f.Store, row.ID), row)
	}},
	{"a change that panics leaves the store whole", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store)
		func() {
			defer func() { _ = recover() }()
			_, _ = f.Store.UpdateTable(t.Context(), row.ID, func(*store.Table) error { panic("bug") })
		}()
		same(t, "table", look(t, f.Store, row.ID), row)
		must(t, f.Store.Append(t.Context(), adding(row.ID, entry(t, 1, 0, "c"))))
	}},
	{"a closed store says so", func(t *testing.T, f Fixture) {
		row := stored(t, f.Store)
		must(t, f.Store.Ping(t.Context()))
		must(t, f.Store.Close())
		fails(t, "Ping", f.Store.Ping(t.Context()), store.ErrUnavailable)
		fails(t, "Append", f.Store.Append(t.Context(), adding(row.ID, entry(t, 1, 0, "c"))), store.ErrUnavailable)
		_, err := f.Store.Table(t.Context(), row.ID)
		fails(t, "Table", err, store.ErrUnavailable)
		must(t, f.Store.Close())
	}},
}
