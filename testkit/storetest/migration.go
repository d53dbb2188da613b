package storetest

import (
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// OldDatabase is a database with the schema of migration 4, and access to it.
type OldDatabase struct {
	// Exec runs a statement with question marks as placeholders.
	Exec func(t testing.TB, statement string, args ...any)
	Time func(time.Time) any // argument for a time
	// Open opens the store, which migrates the database.
	Open func(t testing.TB) store.Store
}

// CheckMigration checks that the rows of schema 4 are unchanged after the migration, and that their games can go on.
func CheckMigration(t *testing.T, e OldDatabase) {
	t.Helper()
	running, finished := oldTable(1, store.Running), oldTable(2, store.Finished)
	running.StandIns, running.Owing = []string{"", "medium"}, []engine.Seat{1, 0}
	finished.Winners = []engine.Seat{1}
	logs := map[store.TableID][]engine.Record{
		running.ID: chain(t,
			newRecord(t, 1, engine.NoSeat, ""), newRecord(t, 2, 0, "0190a8a4-7f1b-7c3e-8a11-3d2c1b0a9f8e"), newRecord(t, 3, 1, "0190a8a4-7f1b-7c3e-8a11-3d2c1b0a9f8e"),
			newRecord(t, 4, 0, "0190A8A4-7F1B-7C3E-8A11-3D2C1B0A9F8E"), newRecord(t, 5, 0, "-190a8a4-7f1b-7c3e-8a11-3d2c1b0a9f8e"), newRecord(t, 6, 1, "é☎"),
			newRecord(t, 7, 0, "0190a8a47f1b7c3e8a113d2c1b0a9f8e"), newRecord(t, 8, engine.NoSeat, ""),
		),
		finished.ID: chain(t, newRecord(t, 1, engine.NoSeat, ""), newRecord(t, 2, 1, "c")),
	}
	// Insert the entries of both tables alternately, as concurrent games do.
	for seq := range logs[running.ID] {
		for _, row := range []*store.Table{&running, &finished} {
			if seq < len(logs[row.ID]) {
				r := logs[row.ID][seq]
				if seq == 0 {
					e.insert(t, row)
				}
				row.Seq, row.Head = r.Entry.Seq, r.Hash
				e.Exec(t, "INSERT INTO entries (table_id, seq, seat, command, bytes, hash, time) VALUES (?, ?, ?, ?, ?, ?, ?)",
					string(row.ID), int64(r.Entry.Seq), int(r.Entry.Seat), r.Entry.Command, r.Bytes, r.Hash[:], e.Time(at(seq)))
			}
		}
	}
	e.Exec(t, "UPDATE tables SET seq = ? WHERE id = ?", int64(running.Seq), string(running.ID))
	e.Exec(t, "UPDATE tables SET seq = ? WHERE id = ?", int64(finished.Seq), string(finished.ID))

	s := e.Open(t)
	for _, row := range []store.Table{running, finished} {
		row.Chance = 1 // as in the old database
		wantEqual(t, "row", readTable(t, s, row.ID), row)
		wantEqual(t, "log", readLog(t, s, row.ID), logs[row.ID])
		for _, r := range logs[row.ID] {
			if r.Entry.Command == "" {
				continue
			}
			got, err := s.Command(t.Context(), row.ID, r.Entry.Seat, r.Entry.Command)
			must(t, err)
			wantEqual(t, "record of "+r.Entry.Command, got, r)
			duplicate := newAppend(row.ID, newRecord(t, row.Seq+1, r.Entry.Seat, r.Entry.Command))
			wantError(t, "duplicate of "+r.Entry.Command, s.Append(t.Context(), duplicate), store.ErrDuplicate)
		}
	}
	wantEqual(t, "all", listTables(t, s, store.Query{}), []store.TableID{finished.ID, running.ID})
	wantEqual(t, "one", listTables(t, s, store.Query{Limit: 1}), []store.TableID{finished.ID})
	wantEqual(t, "tables with bots", listTables(t, s, store.Query{State: store.Running, Bots: true, Limit: 5}), []store.TableID{running.ID})

	wantError(t, "an append without the predecessor", s.Append(t.Context(), newAppend(running.ID, newRecord(t, 9, 0, "next"))), store.ErrDiverged)
	next := newAppend(running.ID, after(t, running.Head, newRecord(t, 9, 0, "next")))
	next.Now = at(100)
	must(t, s.Append(t.Context(), next))
	wantEqual(t, "log after another append", readLog(t, s, running.ID), append(logs[running.ID], next.Record))
	wantEqual(t, "all after another append", listTables(t, s, store.Query{}), []store.TableID{running.ID, finished.ID})
	fresh := createTable(t, s)
	must(t, s.Append(t.Context(), newAppend(fresh.ID, newRecord(t, 1, engine.NoSeat, ""))))
}

func oldTable(n int, state store.State) store.Table {
	return newTable(func(t *store.Table) {
		t.State, t.Rev, t.UpdatedAt, t.Seats = state, 3, at(n), []store.Seat{{Color: "red", Player: "host"}, {Color: "blue", Bot: "easy"}}
	})
}

// insert inserts the row as the schema of step 4 has it.
func (e OldDatabase) insert(t testing.TB, row *store.Table) {
	t.Helper()
	owing, winners, standIns := "[1,0]", "null", `["","medium"]`
	if row.State == store.Finished {
		owing, winners, standIns = "null", "[1]", ""
	}
	e.Exec(t, `INSERT INTO tables (id, title, state, visibility, invite, host, options, rev, owing, winners, secret, contributions, stand_ins, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, string(row.ID), row.Title, string(row.State), string(row.Visibility), row.Invite, string(row.Host),
		`{"board":1,"hints":0}`, row.Rev, owing, winners, row.Secret[:], `["AP8=",null]`, standIns, e.Time(row.CreatedAt), e.Time(row.UpdatedAt))
	for seat, p := range row.Seats {
		e.Exec(t, "INSERT INTO places (table_id, seat, color, player, bot) VALUES (?, ?, ?, ?, ?)", string(row.ID), seat, p.Color, string(p.Player), p.Bot)
	}
}
