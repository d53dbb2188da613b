package storetest

import (
	"errors"
	"fmt"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
)

// oneHash adds facts in a form that a test can read: an entry names its fact, and adds one hash.
func oneHash(size int64, facts []store.LogFact, _ store.HashReader) (entries [][]byte, added [][32]byte, err error) {
	for i, f := range facts {
		entries = append(entries, entryOf(f))
		added = append(added, [32]byte{0xff, byte(size) + byte(i)})
	}
	return entries, added, nil
}

func entryOf(f store.LogFact) []byte { return fmt.Appendf(nil, "%d %s %x", f.Kind, f.Table, f.Value) }

func created(t testing.TB, row store.Table) store.LogFact {
	t.Helper()
	commitment, err := row.Commitment()
	must(t, err)
	return store.LogFact{Kind: store.LogCreated, Table: row.ID, Value: commitment}
}

// growAll moves all queued facts to the log, in batches of two, and returns their number.
func growAll(t testing.TB, s store.Store) (grown int) {
	t.Helper()
	for {
		n, err := s.GrowLog(t.Context(), 2, oneHash)
		must(t, err)
		if grown += n; n == 0 {
			return grown
		}
	}
}

// readEntries returns the whole log as texts.
func readEntries(t testing.TB, s store.Store) (texts []string) {
	t.Helper()
	list, err := s.LogEntries(t.Context(), 0, 1000)
	must(t, err)
	size, err := s.LogSize(t.Context())
	must(t, err)
	wantEqual(t, "size of the log", size, int64(len(list)))
	for _, e := range list {
		texts = append(texts, string(e))
	}
	return texts
}

// finish appends a record that finishes the table, and returns the fact.
func finish(t testing.TB, s store.Store, row store.Table) store.LogFact {
	t.Helper()
	now := readTable(t, s, row.ID)
	end := newAppend(row.ID, after(t, now.Head, newRecord(t, now.Seq+1, 0, "end")))
	end.State = store.Finished
	must(t, s.Append(t.Context(), end))
	return store.LogFact{Kind: store.LogFinished, Table: row.ID, Value: end.Record.Hash}
}

var transparency = []contractCase{
	{"is empty at first", func(t *testing.T, f Fixture) {
		wantEqual(t, "moved facts", growAll(t, f.Store), 0)
		wantEqual(t, "entries", len(readEntries(t, f.Store)), 0)
	}},
	{"has all created and finished tables, each once, also after a restart", func(t *testing.T, f Fixture) {
		one, two := createTableWith(t, f.Store, 2), createTable(t, f.Store)
		wantEqual(t, "entries before growth", len(readEntries(t, f.Store)), 0)
		end := finish(t, f.Store, one)
		closeTable(t, f.Store, two.ID, at(0))
		three := newTable()
		must(t, f.Store.CreateTableWithin(t.Context(), three, "", store.Quota{Player: "ada"}))
		wantEqual(t, "moved facts", growAll(t, f.Store), 4)
		wantEqual(t, "moved facts later", growAll(t, f.Store), 0)
		want := []string{string(entryOf(created(t, one))), string(entryOf(created(t, two))), string(entryOf(end)), string(entryOf(created(t, three)))}
		wantEqual(t, "entries", readEntries(t, f.Store), want)
		reopened := f.Reopen(t)
		wantEqual(t, "moved facts after a restart", growAll(t, reopened), 0)
		wantEqual(t, "entries after a restart", readEntries(t, reopened), want)
	}},
	{"keeps queued facts over a restart", func(t *testing.T, f Fixture) {
		createTable(t, f.Store)
		wantEqual(t, "moved facts", growAll(t, f.Reopen(t)), 1)
	}},
	{"has nothing of a refused table or append", func(t *testing.T, f Fixture) {
		row := createTableWith(t, f.Store, 1)
		wantError(t, "a second table with this id", f.Store.CreateTable(t.Context(), row, ""), store.ErrConflict)
		late := newAppend(row.ID, newRecord(t, 1, 0, "late"))
		late.State = store.Finished
		wantError(t, "an append with an old seq", f.Store.Append(t.Context(), late), store.ErrConflict)
		wantEqual(t, "moved facts", growAll(t, f.Store), 1)
	}},
	{"has each new commitment of a table", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store, func(r *store.Table) { r.Chance = engine.ChancePool })
		want := []string{string(entryOf(created(t, row)))}
		for _, change := range []func(*store.Table){
			func(r *store.Table) { r.Options["hints"] = 1 },
			func(r *store.Table) { r.Seats = append(r.Seats, store.Seat{Color: "green"}) },
			func(r *store.Table) { r.Visibility, r.Invite, r.Seats[1].Player = store.Private, "code", "guest" }, // the same terms
		} {
			before := row
			var err error
			row, err = f.Store.UpdateTable(t.Context(), row.ID, func(r *store.Table) error { change(r); return nil })
			must(t, err)
			if !store.SameTerms(before, row) {
				fact := created(t, row)
				fact.Kind = store.LogChanged
				want = append(want, string(entryOf(fact)))
			}
		}
		old := createTable(t, f.Store) // whose commitment covers the secret alone
		_, err := f.Store.UpdateTable(t.Context(), old.ID, func(r *store.Table) error { r.Options["hints"] = 1; return nil })
		must(t, err)
		growAll(t, f.Store)
		wantEqual(t, "entries", readEntries(t, f.Store), append(want, string(entryOf(created(t, old)))))
	}},
	{"keeps removed tables", func(t *testing.T, f Fixture) {
		row := createTable(t, f.Store)
		closeTable(t, f.Store, row.ID, at(0))
		removeClosed(t, f.Store, 1000)
		wantEqual(t, "moved facts", growAll(t, f.Store), 1)
		wantEqual(t, "entries", readEntries(t, f.Store), []string{string(entryOf(created(t, row)))})
	}},
	{"does not grow if the caller fails", func(t *testing.T, f Fixture) {
		createTable(t, f.Store)
		broken := errors.New("broken")
		_, err := f.Store.GrowLog(t.Context(), 9, func(int64, []store.LogFact, store.HashReader) ([][]byte, [][32]byte, error) { return nil, nil, broken })
		wantError(t, "GrowLog", err, broken)
		wantEqual(t, "entries", len(readEntries(t, f.Store)), 0)
		wantEqual(t, "moved facts", growAll(t, f.Store), 1)
	}},
	{"returns pages of entries, and hashes in the asked order", func(t *testing.T, f Fixture) {
		for range 5 {
			createTable(t, f.Store)
		}
		growAll(t, f.Store)
		all := readEntries(t, f.Store)
		page, err := f.Store.LogEntries(t.Context(), 3, 1)
		must(t, err)
		wantEqual(t, "page", []string{string(page[0])}, all[3:4])
		page, err = f.Store.LogEntries(t.Context(), 5, 9)
		must(t, err)
		wantEqual(t, "page after the end", len(page), 0)
		hashes, err := f.Store.LogHashes(t.Context(), []int64{4, 0, 2})
		must(t, err)
		wantEqual(t, "hashes", hashes, [][32]byte{{0xff, 4}, {0xff, 0}, {0xff, 2}})
		_, err = f.Store.LogHashes(t.Context(), []int64{0, 5})
		wantError(t, "a missing hash", err, store.ErrDamaged)
		_, err = f.Store.GrowLog(t.Context(), 9, oneHash)
		must(t, err)
		createTable(t, f.Store)
		_, err = f.Store.GrowLog(t.Context(), 9, func(size int64, facts []store.LogFact, hashes store.HashReader) ([][]byte, [][32]byte, error) {
			got, err := hashes([]int64{size - 1})
			wantEqual(t, "hash within the transaction", got, [][32]byte{{0xff, 4}})
			if err != nil {
				return nil, nil, err
			}
			return oneHash(size, facts, hashes)
		})
		must(t, err)
		wantEqual(t, "entries", len(readEntries(t, f.Store)), 6)
	}},
	{"moves each fact once at several nodes", func(t *testing.T, f Fixture) {
		const rows = 20
		var grown [contenders]int
		concurrently(t, contenders, func(i int) error {
			for n := range rows {
				if i == 0 {
					if err := f.Store.CreateTable(t.Context(), newTable(), ""); err != nil {
						return err
					}
				}
				moved, err := f.Store.GrowLog(t.Context(), 1+n%3, oneHash)
				if err != nil {
					return err
				}
				grown[i] += moved
			}
			return nil
		}, nil)
		sum := growAll(t, f.Store)
		for _, n := range grown {
			sum += n
		}
		wantEqual(t, "moved facts", sum, rows)
		seen := map[string]bool{}
		for _, entry := range readEntries(t, f.Store) {
			seen[entry] = true
		}
		wantEqual(t, "different entries", len(seen), rows)
	}},
	{"of two facts in one batch of appends", func(t *testing.T, f Fixture) {
		rows := []store.Table{createTableWith(t, f.Store, 1), createTableWith(t, f.Store, 1)}
		heads := []engine.Hash{readTable(t, f.Store, rows[0].ID).Head, readTable(t, f.Store, rows[1].ID).Head}
		concurrently(t, 2, func(i int) error {
			end := newAppend(rows[i].ID, after(t, heads[i], newRecord(t, 2, 0, "end")))
			end.State = store.Finished
			return f.Store.Append(t.Context(), end)
		}, nil)
		wantEqual(t, "moved facts", growAll(t, f.Store), 4)
	}},
}
