package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// epoch is a time with nanoseconds, which stores drop, in a zone other than UTC.
var epoch = time.Date(2031, 5, 4, 12, 30, 15, 123456789, time.FixedZone("elsewhere", 7200))

// at returns the time n seconds after epoch, as stores return it.
func at(n int) time.Time {
	return time.UnixMicro(epoch.Add(time.Duration(n) * time.Second).UnixMicro()).UTC()
}

func newPlayer(name string) store.Player {
	return store.Player{ID: store.PlayerID(uuid.NewString()), Name: name, CreatedAt: at(0), Shown: store.ShownToCompanions}
}

func newSession(p store.PlayerID, n byte) store.Session {
	return store.Session{ID: uuid.NewString(), TokenHash: [32]byte{n, 1, 0, 0xff}, Player: p, Label: "phone ☎", CreatedAt: at(int(n)), SeenAt: at(int(n)), TokenAt: at(int(n))}
}

// newLink returns a device link of the session that expires at(10).
func newLink(x store.Session, n byte) store.Link {
	return store.Link{
		ID: uuid.NewString(), Kind: store.DeviceLink, CodeHash: [32]byte{n, 2, 0, 0xff}, Player: x.Player, Session: x.ID, CreatedAt: at(int(n)), ExpiresAt: at(10),
	}
}

// newAppLink returns an app link of the session that expires at(10).
func newAppLink(x store.Session, n byte) store.Link {
	l := newLink(x, n)
	l.Kind = store.AppLink
	return l
}

// newOffer returns an offer of the session's seat at a table that expires at(10).
func newOffer(x store.Session, n byte, table store.TableID, seat engine.Seat) store.Link {
	l := newLink(x, n)
	l.Kind, l.Table, l.Seat = store.HandoverLink, table, seat
	return l
}

// createSession creates a player with a session and returns that session.
func createSession(t testing.TB, s store.Store) store.Session {
	t.Helper()
	list := must.Return(s.Sessions(t.Context(), createPlayer(t, s).ID))(t)
	return list[0]
}

// createPlayer creates a player with a session.
func createPlayer(t testing.TB, s store.Store) store.Player {
	t.Helper()
	p := newPlayer("Ada")
	x := newSession(p.ID, 0)
	copy(x.TokenHash[:], p.ID) // unique
	must.Succeed(t, s.CreatePlayer(t.Context(), p, x))
	return p
}

func newTable(change ...func(*store.Table)) store.Table {
	id := uuid.Must(uuid.NewV7()).String()
	t := store.Table{
		ID: store.TableID(id), Title: "meduris", State: store.Open, Visibility: store.Public, Host: "host",
		Options:       engine.Options{"board": 1, "hints": 0},
		Seats:         []store.Seat{{Color: "red", Player: "host"}, {Color: "blue"}},
		Rev:           1,
		Secret:        chance.Secret{1, 2, 3, 31: 0xff},
		Chance:        engine.ChanceVersion,
		Contributions: [][]byte{{0, 0xff}, nil},
		CreatedAt:     at(0), UpdatedAt: at(0),
	}
	for _, c := range change {
		c(&t)
	}
	return t
}

func createTable(t testing.TB, s store.Store, change ...func(*store.Table)) store.Table {
	t.Helper()
	row := newTable(change...)
	must.Succeed(t, s.CreateTable(t.Context(), row, ""))
	return row
}

// newRecord returns a record of no title: stores do not know the rules. It has no predecessor; see after. An empty command makes it a start.
func newRecord(t testing.TB, seq engine.Seq, seat engine.Seat, command string) engine.Record {
	t.Helper()
	e := engine.Entry{
		Format: engine.EntryFormat, Salt: codec.Optional{1}, Seq: seq, Rules: 1, Kind: engine.KindMove, Seat: seat, Actor: engine.ActorPlayer, Command: command,
		Decision: "d1", Move: json.RawMessage(`{"to":"<&\u2028é"}`), Time: at(int(seq)).UnixMilli(),
	}
	if command == "" {
		e.Kind, e.Actor, e.Decision, e.Move = engine.KindStart, engine.ActorHost, "", nil
	}
	canonical := must.Return(codec.Canonical(e.Move))(t)
	e.Move = canonical
	return must.Return(engine.NewRecord(e))(t)
}

// after returns the record with another predecessor.
func after(t testing.TB, prev codec.Hash, r engine.Record) engine.Record {
	t.Helper()
	e := r.Entry
	e.Prev = prev
	r = must.Return(engine.NewRecord(e))(t)
	return r
}

// chain makes each record follow the one before it.
func chain(t testing.TB, records ...engine.Record) []engine.Record {
	t.Helper()
	var prev codec.Hash
	for i, r := range records {
		records[i] = after(t, prev, r)
		prev = records[i].Hash
	}
	return records
}

func newAppend(table store.TableID, r engine.Record) store.Append {
	return store.Append{Table: table, Record: r, State: store.Running, Owing: []engine.Seat{1, 0}, Now: at(int(r.Entry.Seq))}
}

// createTableWith creates a table with n records, whose commands are c1, c2 and so on. It returns the row without them.
func createTableWith(t testing.TB, s store.Store, n int) store.Table {
	t.Helper()
	row := createTable(t, s)
	var prev codec.Hash
	for i := 1; i <= n; i++ {
		r := after(t, prev, newRecord(t, engine.Seq(i), 0, fmt.Sprintf("c%d", i)))
		must.Succeed(t, s.Append(t.Context(), newAppend(row.ID, r)))
		prev = r.Hash
	}
	return row
}

func readLog(t testing.TB, s store.Store, id store.TableID) []engine.Record {
	t.Helper()
	return must.Return(s.Read(t.Context(), id, 0, 1000))(t)
}

func readTable(t testing.TB, s store.Store, id store.TableID) store.Table {
	t.Helper()
	return must.Return(s.Table(t.Context(), id))(t)
}

func wantEqual(t testing.TB, what string, got, want any) {
	t.Helper()
	expect.Equal(t, cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateComparable(netip.Prefix{})), "", what, "(-want +got)")
}

// canceled returns a context that has ended.
func canceled(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
