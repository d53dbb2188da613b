package row

import (
	"strings"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/access"
)

// Dialect holds the differences between the SQL of the databases.
type Dialect struct {
	Param  func(n int) string       // placeholder of the n-th argument, from 1
	Time   func(time.Time) any      // argument for a time
	Before func(edge string) string // expression of the time ListedWithin before edge; before all times if edge is NULL
}

// ListedWithin is the maximum time by which the indexed column listed_at is older than updated_at. It is never newer. An append leaves listed_at
// unchanged while updated_at is within this time, so that few appends change an index.
const ListedWithin = time.Minute

// Unlist has the arguments player and table.
const Unlist = `INSERT INTO unlisted (player, table_id) SELECT player, table_id FROM places WHERE player <> '' AND player = ?1 AND table_id = ?2
	ON CONFLICT (player, table_id) DO NOTHING`

// Select returns the part of a list's statement after FROM tables t (conditions, order, limit), and the arguments.
func Select(q store.Query, d Dialect) (string, []any) {
	var sql strings.Builder
	var args []any
	// and adds a condition. Each %s in it stands for one argument.
	and := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "%s", d.Param(len(args)), 1)
		}
		sql.WriteString(" AND " + condition)
	}
	sql.WriteString(" WHERE t.state <> 'closed'")
	if q.State != "" {
		and("t.state = %s", string(q.State))
	}
	if q.Title != "" {
		and("t.title = %s", q.Title)
	}
	if q.Player != "" {
		and(access.Sits, string(q.Player))
	}
	if q.Listed {
		and("t.id NOT IN (SELECT table_id FROM unlisted WHERE player = %s)", string(q.Player))
	}
	if q.Bots {
		and("(t.stand_ins <> '' OR t.id IN (SELECT table_id FROM places WHERE bot <> ''))")
	}
	switch {
	case q.AllTables:
	case q.Viewer == "":
		and(access.ListedToAll)
	case q.Viewer != q.Player:
		and(access.Listed, string(q.Viewer))
	}
	if !q.Before.IsZero() {
		and("t.listed_at <= %s AND (t.updated_at, t.id) < (%s, %s)", d.Time(q.Before), d.Time(q.Before), string(q.BeforeID))
	}
	const order = " ORDER BY t.updated_at DESC, t.id DESC"
	if q.Limit <= 0 {
		return sql.String() + order, args
	}
	// A page of n rows needs only rows with listed_at > edge - ListedWithin, where edge is the n-th newest listed_at: n rows have listed_at >= edge,
	// hence updated_at >= edge. So a row of the page has updated_at >= edge, and its listed_at is less than ListedWithin older. An index finds
	// these rows. They are sorted by key; only the rows of the page are read whole.
	args = append(args, q.Limit-1, q.Limit)
	skip, limit := d.Param(len(args)-1), d.Param(len(args))
	edge := "(SELECT t.listed_at FROM tables t" + sql.String() + " ORDER BY t.listed_at DESC LIMIT 1 OFFSET " + skip + ")"
	return " WHERE t.key IN (SELECT t.key FROM tables t" + sql.String() + " AND t.listed_at > " + d.Before(edge) + order + " LIMIT " + limit + ")" + order, args
}
