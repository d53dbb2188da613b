package blackbox_test

import (
	"bytes"
	"context"
	"database/sql" //nolint:depguard // to damage what is stored, as a bad disk or a stranger would
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" //nolint:depguard // the same
	_ "modernc.org/sqlite"             //nolint:depguard // the same

	"nemeton/client"
	"nemeton/engine"
	"nemeton/play"
	"nemeton/play/torture"
	"nemeton/server/store/dialect"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// vandal changes stored rows directly in the database.
type vandal struct {
	t    *testing.T
	db   *sql.DB
	blob func([]byte) string // encodes bytes as an SQL literal
	file bool                // the database is SQLite's
}

// ofTable is the SQL condition for the entries of the table with an id.
const ofTable = "table_key = (SELECT key FROM tables WHERE id = '%s')"

func newVandal(t *testing.T, database string) *vandal {
	t.Helper()
	v := &vandal{t: t}
	driver, at := "pgx", database
	v.blob = func(b []byte) string { return fmt.Sprintf(`'\x%x'::bytea`, b) }
	if path, file := strings.CutPrefix(database, "sqlite:"); file {
		driver, at, v.file = "sqlite", path, true
		v.blob = func(b []byte) string { return fmt.Sprintf("x'%x'", b) }
	}
	var err error
	if v.db, err = sql.Open(driver, at); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.db.Close() })
	return v
}

func (v *vandal) does(format string, args ...any) {
	v.t.Helper()
	done := must.Return(v.db.ExecContext(v.t.Context(), fmt.Sprintf(format, args...)))(v.t)
	expect.Equal(v.t, must.Return(done.RowsAffected())(v.t), 1)
}

// forgets lets an SQLite file count its newest entry as removed, so that the whole file does not count as behind its mark.
func (v *vandal) forgets() {
	if v.file {
		v.does("UPDATE meta SET entries = (SELECT max(n) FROM entries)")
	}
}

// stores replaces the stored record that has the same seq.
func (v *vandal) stores(table string, r engine.Record) {
	v.does("UPDATE entries SET bytes = %s, hash = %s WHERE "+ofTable+" AND seq = %d", v.blob(dialect.Pack(nil, r.Bytes)), v.blob(r.Hash[:]), table, r.Entry.Seq)
}

// flip returns a copy with one bit changed.
func flip(b []byte, at int) []byte {
	b = bytes.Clone(b)
	b[at] ^= 1
	return b
}

// A table with a damaged log, or with a log of a newer program, is refused. All other tables play on.
func TestDamage_OneTableAlone(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	type harm struct {
		does func(v *vandal, table string, log []engine.Record)
		code string
		ends int // the close code of its sockets
	}
	reseal := func(t *testing.T, r engine.Record, change func(*engine.Entry)) engine.Record {
		t.Helper()
		change(&r.Entry)
		return must.Return(engine.NewRecord(r.Entry))(t)
	}
	last := func(log []engine.Record) engine.Record { return log[len(log)-1] }
	harms := map[string]harm{
		"a flipped bit in an entry": {func(v *vandal, table string, log []engine.Record) {
			v.does("UPDATE entries SET bytes = %s WHERE "+ofTable+" AND seq = 2", v.blob(dialect.Pack(nil, flip(log[1].Bytes, len(log[1].Bytes)/2))), table)
		}, "damaged", 4011},
		"a flipped bit in a hash": {func(v *vandal, table string, log []engine.Record) {
			v.does("UPDATE entries SET hash = %s WHERE "+ofTable+" AND seq = 2", v.blob(flip(log[1].Hash[:], 7)), table)
		}, "damaged", 4011},
		"an entry that was changed and hashed anew": {func(v *vandal, table string, log []engine.Record) {
			v.stores(table, reseal(v.t, log[1], func(e *engine.Entry) { e.Time++ }))
		}, "damaged", 4011},
		"an entry missing": {func(v *vandal, table string, _ []engine.Record) {
			v.does("DELETE FROM entries WHERE "+ofTable+" AND seq = 2", table)
		}, "damaged", 4011},
		"the last entry missing": {func(v *vandal, table string, log []engine.Record) {
			v.forgets()
			v.does("DELETE FROM entries WHERE "+ofTable+" AND seq = %d", table, len(log))
		}, "damaged", 4011},
		"an event nobody knows": {func(v *vandal, table string, log []engine.Record) {
			v.stores(table, reseal(v.t, last(log), func(e *engine.Entry) { e.Events = []engine.Stored{{Name: "volcano", Version: 1, Data: []byte("{}")}} }))
		}, "newer_program", 4507},
		"an event of a later version": {func(v *vandal, table string, log []engine.Record) {
			v.stores(table, reseal(v.t, last(log), func(e *engine.Entry) { e.Events[0].Version = 99 }))
		}, "newer_program", 4507},
		"an event with data of another": {func(v *vandal, table string, log []engine.Record) {
			v.stores(table, reseal(v.t, last(log), func(e *engine.Entry) { e.Events[0].Data = []byte("[]") }))
		}, "damaged", 4011},
		"rules of a later version": {func(v *vandal, table string, log []engine.Record) {
			v.stores(table, reseal(v.t, last(log), func(e *engine.Entry) { e.Rules = 99 }))
		}, "newer_program", 4507},
		"rules of a version that never was": {func(v *vandal, table string, log []engine.Record) {
			v.stores(table, reseal(v.t, last(log), func(e *engine.Entry) { e.Rules = 0 }))
		}, "damaged", 4011},
	}
	onBothStores(t, func(t *testing.T, database string) {
		p := serve(t, database)
		tables := map[string]string{"whole": p.begun(1)}
		for name := range harms {
			tables[name] = p.begun(uint64(len(tables) + 1))
		}
		p.kill()
		logs := map[string][]engine.Record{}
		for name, table := range tables {
			log := must.Return(torture.ReadStored(t.Context(), database, table))(t)
			logs[name] = log
		}
		v := newVandal(t, database)
		for name, h := range harms {
			h.does(v, tables[name], logs[name])
		}
		must.Succeed(t, v.db.Close())
		admin := freeAddress(t)
		p = serve(t, database, "--admin-addr", admin)
		for name, h := range harms {
			path := p.url + "/api/v1/tables/" + tables[name]
			for _, look := range []string{"/view", "/log"} {
				expect.Equal(t, problem(t, path+look), h.code, name, look)
			}
			expect.Equal(t, closedWith(t, path), h.ends, name, "the socket closed")
		}
		expect.Equal(t, p.status("/api/v1/tables/"+tables["whole"]+"/view"), http.StatusOK, "the table beside them")
		if p.begun(99) == "" {
			t.Error("no other table can be played")
		}
		if got := metric(t, admin, "nemeton_damaged_logs_total"); got < float64(len(harms)) {
			t.Errorf("got %v damaged logs counted, want %d at least", got, len(harms))
		}
	})
}

// A table whose secret is encrypted with a missing key is refused, and no other table is. With the key it goes on.
func TestDamage_KeyMissing(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		const key = "a key of this test alone"
		p := serve(t, database, "--secret-key", key)
		sealed := p.begun(1)
		p.kill()
		admin := freeAddress(t)
		p = serve(t, database, "--admin-addr", admin)
		other := p.begun(2)
		path := func(id string) string { return p.url + "/api/v1/tables/" + id }
		for _, look := range []string{"", "/view", "/log"} {
			expect.Equal(t, problem(t, path(sealed)+look), "sealed", look, "is answered")
		}
		expect.Equal(t, closedWith(t, path(sealed)), 4011, "the socket closed")
		for _, about := range []string{p.url + "/api/v1/tables", p.url + "/api/v1/tables?state=running", path(other) + "/view"} {
			expect.Equal(t, problem(t, about), "", about, "is answered")
		}
		if got := metric(t, admin, "nemeton_damaged_logs_total"); got == 0 {
			t.Error("it was not counted")
		}
		p.kill()
		p = serve(t, database, "--secret-key", key)
		for _, id := range []string{sealed, other} {
			expect.Equal(t, p.status("/api/v1/tables/"+id+"/view"), http.StatusOK, "with the key")
		}
	})
}

// begun creates a public table with a few entries and returns its id.
func (p *process) begun(seed uint64) (table string) {
	p.t.Helper()
	moves := 0
	_, err := play.Run(p.t.Context(), play.Options{
		URLs: []string{p.url}, Title: "druids", Seats: 2, Seed: seed, KeepGuests: true, Timeout: hangs, Lag: hangs,
		Moved:  func(m play.Moment) { moves = m.Moves },
		Enough: func() bool { return moves >= 2 },
		Ended:  func(l play.Transcript) error { table = l.Game.Table; return nil },
	})
	must.Succeed(p.t, err)
	return table
}

// fetch returns the body of the answer, regardless of its status.
func fetch(t *testing.T, url string) []byte {
	t.Helper()
	req := must.Return(http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody))(t)
	resp, err := http.DefaultClient.Do(req)
	must.Succeed(t, err)
	defer func() { _ = resp.Body.Close() }()
	return must.Return(io.ReadAll(resp.Body))(t)
}

// problem returns the error code in the answer; empty if the answer is no error.
func problem(t *testing.T, url string) string {
	t.Helper()
	var said struct {
		Code string `json:"code"`
	}
	raw := fetch(t, url)
	must.Succeed(t, json.Unmarshal(raw, &said), string(raw))
	return said.Code
}

// closedWith opens a table's socket and returns the code that the server closes it with.
func closedWith(t *testing.T, table string) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hangs)
	defer cancel()
	socket := must.Return(client.Dial(ctx, client.Options{}, "ws"+strings.TrimPrefix(table, "http")+"/socket", nil))(t)
	defer func() { _ = socket.Close(0) }()
	for {
		if _, err := socket.Read(ctx); err != nil {
			return client.Closed(err)
		}
	}
}

// freeAddress returns a loopback address with a free port. The port is below those that systems hand out by themselves, so that no other connection or
// listener gets it meanwhile.
func freeAddress(t *testing.T) string {
	t.Helper()
	var listen net.ListenConfig
	for range 100 {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(20_000+rand.IntN(10_000)))
		if l, err := listen.Listen(t.Context(), "tcp", address); err == nil {
			_ = l.Close()
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}

// metric returns the value of a metric at an admin address. The test fails if there is none.
func metric(t *testing.T, admin, name string) float64 {
	t.Helper()
	n, found := findMetric(t, admin, name)
	if !found {
		t.Fatalf("no metric %s", name)
	}
	return n
}

// findMetric returns the value of a metric, named with its labels, and whether there is one.
func findMetric(t *testing.T, admin, name string) (float64, bool) {
	t.Helper()
	for line := range strings.Lines(string(fetch(t, "http://"+admin+"/metrics"))) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return parseMetric(t, value), true
		}
	}
	return 0, false
}

// sumMetric returns the sum of the series of a metric whose labels contain a text.
func sumMetric(t *testing.T, admin, name, label string) (sum float64) {
	t.Helper()
	for line := range strings.Lines(string(fetch(t, "http://"+admin+"/metrics"))) {
		labels, value, found := strings.Cut(line, "} ")
		if found && strings.HasPrefix(labels, name+"{") && strings.Contains(labels, label) {
			sum += parseMetric(t, value)
		}
	}
	return sum
}

func parseMetric(t *testing.T, value string) float64 {
	t.Helper()
	return must.Return(strconv.ParseFloat(strings.TrimSpace(value), 64))(t)
}
