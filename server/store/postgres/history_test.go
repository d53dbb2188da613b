package postgres_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/postgres"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/storetest"
	"nemeton/testkit/testsize"
)

// recorder keeps the statements of a store, with their arguments.
type recorder struct {
	mu    sync.Mutex // guards calls
	calls []string   // as EXECUTE statements
	texts []string
}

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	verb, _, _ := strings.Cut(d.SQL, " ")
	if !slices.Contains([]string{"SELECT", "WITH", "UPDATE", "DELETE", "INSERT"}, verb) {
		return ctx
	}
	values := make([]string, len(d.Args))
	for n, arg := range d.Args {
		values[n] = literal(arg)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.texts = append(r.texts, d.SQL)
	r.calls = append(r.calls, "("+strings.Join(values, ", ")+")")
	return ctx
}

func (*recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *recorder) TraceBatchStart(ctx context.Context, conn *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	for _, q := range d.Batch.QueuedQueries {
		r.TraceQueryStart(ctx, conn, pgx.TraceQueryStartData{SQL: q.SQL, Args: q.Arguments})
	}
	return ctx
}

func (*recorder) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*recorder) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// literal returns an argument as SQL.
func literal(arg any) string {
	switch v := arg.(type) {
	case []string:
		quoted := make([]string, len(v))
		for n, s := range v {
			quoted[n] = literal(s)
		}
		return "ARRAY[" + strings.Join(quoted, ", ") + "]::text[]"
	case []byte:
		return fmt.Sprintf("'\\x%x'", v)
	case nil:
		return "NULL"
	case int, int64, int32:
		return fmt.Sprint(v)
	}
	return "'" + strings.ReplaceAll(fmt.Sprint(arg), "'", "''") + "'"
}

// planNode is a node of EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON).
type planNode struct {
	Relation string     `json:"Relation Name"`
	Node     string     `json:"Node Type"`
	Rows     float64    `json:"Actual Rows"`
	Loops    float64    `json:"Actual Loops"`
	Filtered float64    `json:"Rows Removed by Filter"`
	Recheck  float64    `json:"Rows Removed by Index Recheck"`
	Hit      int        `json:"Shared Hit Blocks"`
	Read     int        `json:"Shared Read Blocks"`
	Plans    []planNode `json:"Plans"`
}

// String lists the tables with the numbers of rows read.
func (p planNode) String() string {
	var text strings.Builder
	if p.Relation != "" {
		fmt.Fprintf(&text, "%s %s %.0f*%.0f-%.0f; ", p.Node, p.Relation, p.Rows, p.Loops, p.Filtered)
	}
	for _, part := range p.Plans {
		text.WriteString(part.String())
	}
	return text.String()
}

// read returns the number of rows that a plan read from tables.
func (p planNode) read() (rows int) {
	if p.Relation != "" && p.Node != "ModifyTable" {
		rows = int((p.Rows + p.Filtered + p.Recheck) * p.Loops)
	}
	for _, part := range p.Plans {
		rows += part.read()
	}
	return rows
}

// Every list, sweep, count and plan reads rows in proportion to its answer, after a million finished tables. The limits are rows and pages of
// EXPLAIN (ANALYZE, BUFFERS), with plans for these arguments and with plans for any.
func TestStore_History(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	g := storetest.Grown{Finished: testsize.Pick(0, 200_000, 1_000_000), Live: 500, People: testsize.Pick(0, 20_000, 100_000), Heavy: 1040}
	address := pgtest.New(t)
	for _, statement := range storetest.GrowHistory(g) {
		raw(t, address, statement)
	}
	conn := must.Return(pgx.Connect(t.Context(), address))(t)
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	run := func(statement string) string {
		t.Helper()
		results := must.Return(conn.PgConn().Exec(t.Context(), statement).ReadAll())(t, statement)
		var out strings.Builder
		for _, row := range results[0].Rows {
			out.Write(row[0])
		}
		return out.String()
	}
	r := &recorder{}
	s := must.Return(postgres.Open(t.Context(), address, postgres.Options{Conns: 2, ReadTimeout: time.Minute, Tracer: r}))(t)
	defer func() { _ = s.Close() }()
	for _, look := range storetest.Looks(g) {
		r.texts, r.calls = nil, nil
		answer := look.Call(t, s)
		for n, text := range r.texts {
			for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
				run("SET plan_cache_mode = " + mode)
				run("PREPARE explained AS " + text)
				run("BEGIN")
				call := "explained"
				if r.calls[n] != "()" {
					call += r.calls[n]
				}
				var plans []struct {
					Plan planNode `json:"Plan"`
				}
				must.Succeed(t, json.Unmarshal([]byte(run("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE "+call)), &plans))
				run("ROLLBACK")
				run("DEALLOCATE explained")
				plan := plans[0].Plan
				rows, pages := plan.read(), plan.Hit+plan.Read
				t.Logf("%s, %s: %d rows of the answer, %d read, %d pages", look.Name, mode, answer, rows, pages)
				if most := 1000 + 20*answer + look.Rows; rows > most || pages > 5*most {
					t.Errorf("%s, %s, %d rows: reads %d rows and %d pages, want at most %d rows\n%s\n%s", look.Name, mode, answer, rows, pages, most, plan, strings.Join(strings.Fields(text), " "))
				}
			}
		}
	}
}
