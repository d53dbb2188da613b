package storetest

import (
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// Earlier is a database as an earlier program left it, and how to look at it.
type Earlier struct {
	// Does runs a statement past the store; its parameters are question marks.
	Does func(t testing.TB, statement string, args ...any)
	Time func(time.Time) any // as the database holds it
	// Open opens the store, which brings the database up to date.
	Open func(t testing.TB) store.Store
}

// Carried checks that what the schema of step 4 held is there, whole, after the steps that follow it, and can be played on.
func Carried(t *testing.T, e Earlier) {
	t.Helper()
	running, finished := carriedTable(1, store.Running), carriedTable(2, store.Finished)
	running.StandIns, running.Owing = []string{"", "medium"}, []engine.Seat{1, 0}
	finished.Winners = []engine.Seat{1}
	logs := map[store.TableID][]engine.Record{
		running.ID: {
			entry(t, 1, engine.NoSeat, ""), entry(t, 2, 0, "0190a8a4-7f1b-7c3e-8a11-3d2c1b0a9f8e"), entry(t, 3, 1, "0190a8a4-7f1b-7c3e-8a11-3d2c1b0a9f8e"),
			entry(t, 4, 0, "0190A8A4-7F1B-7C3E-8A11-3D2C1B0A9F8E"), entry(t, 5, 0, "-190a8a4-7f1b-7c3e-8a11-3d2c1b0a9f8e"), entry(t, 6, 1, "é☎"),
			entry(t, 7, 0, "0190a8a47f1b7c3e8a113d2c1b0a9f8e"), entry(t, 8, engine.NoSeat, ""),
		},
		finished.ID: {entry(t, 1, engine.NoSeat, ""), entry(t, 2, 1, "c")},
	}
	// Logs of tables that are played at the same time lie mixed.
	for seq := range logs[running.ID] {
		for _, row := range []*store.Table{&running, &finished} {
			if seq < len(logs[row.ID]) {
				r := logs[row.ID][seq]
				if seq == 0 {
					e.adds(t, row)
				}
				row.Seq = r.Entry.Seq
				e.Does(t, "INSERT INTO entries (table_id, seq, seat, command, bytes, hash, time) VALUES (?, ?, ?, ?, ?, ?, ?)",
					string(row.ID), int64(r.Entry.Seq), int(r.Entry.Seat), r.Entry.Command, r.Bytes, r.Hash[:], e.Time(at(seq)))
			}
		}
	}
	e.Does(t, "UPDATE tables SET seq = ? WHERE id = ?", int64(running.Seq), string(running.ID))
	e.Does(t, "UPDATE tables SET seq = ? WHERE id = ?", int64(finished.Seq), string(finished.ID))

	s := e.Open(t)
	for _, row := range []store.Table{running, finished} {
		same(t, "row", look(t, s, row.ID), row)
		same(t, "log", read(t, s, row.ID), logs[row.ID])
		for _, r := range logs[row.ID] {
			if r.Entry.Command == "" {
				continue
			}
			got, err := s.Command(t.Context(), row.ID, r.Entry.Seat, r.Entry.Command)
			must(t, err)
			same(t, "record of "+r.Entry.Command, got, r)
			again := adding(row.ID, entry(t, row.Seq+1, r.Entry.Seat, r.Entry.Command))
			fails(t, "again "+r.Entry.Command, s.Append(t.Context(), again), store.ErrDuplicate)
		}
	}
	same(t, "all", listed(t, s, store.Query{}), []store.TableID{finished.ID, running.ID})
	same(t, "one", listed(t, s, store.Query{Limit: 1}), []store.TableID{finished.ID})
	same(t, "tables with bots", listed(t, s, store.Query{State: store.Running, Bots: true, Limit: 5}), []store.TableID{running.ID})

	next := adding(running.ID, entry(t, 9, 0, "next"))
	next.Now = at(100)
	must(t, s.Append(t.Context(), next))
	same(t, "log, played on", read(t, s, running.ID), append(logs[running.ID], next.Record))
	same(t, "all, played on", listed(t, s, store.Query{}), []store.TableID{running.ID, finished.ID})
	fresh := stored(t, s)
	must(t, s.Append(t.Context(), adding(fresh.ID, entry(t, 1, engine.NoSeat, ""))))
}

func carriedTable(n int, state store.State) store.Table {
	return newTable(func(t *store.Table) {
		t.State, t.Rev, t.UpdatedAt, t.Seats = state, 3, at(n), []store.Seat{{Color: "red", Player: "host"}, {Color: "blue", Bot: "easy"}}
	})
}

// adds inserts the row as the schema of step 4 has it.
func (e Earlier) adds(t testing.TB, row *store.Table) {
	t.Helper()
	owing, winners, standIns := "[1,0]", "null", `["","medium"]`
	if row.State == store.Finished {
		owing, winners, standIns = "null", "[1]", ""
	}
	e.Does(t, `INSERT INTO tables (id, title, state, visibility, invite, host, options, rev, owing, winners, secret, contributions, stand_ins, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, string(row.ID), row.Title, string(row.State), string(row.Visibility), row.Invite, string(row.Host),
		`{"board":1,"hints":0}`, row.Rev, owing, winners, row.Secret[:], `["AP8=",null]`, standIns, e.Time(row.CreatedAt), e.Time(row.UpdatedAt))
	for seat, p := range row.Seats {
		e.Does(t, "INSERT INTO places (table_id, seat, color, player, bot) VALUES (?, ?, ?, ?, ?)", string(row.ID), seat, p.Color, string(p.Player), p.Bot)
	}
}
