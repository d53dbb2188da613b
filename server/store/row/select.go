package row

import (
	"strings"
	"time"

	"nemeton/server/store"
)

// Dialect is how a database writes what their statements do not have in common.
type Dialect struct {
	Param  func(n int) string // of the n-th, from 1
	Time   func(time.Time) any
	Before func(edge string) string // the time ListedWithin before edge, which may be NULL: then one before all
}

// ListedWithin bounds how much earlier than updated_at the column listed_at may be, which indexes hold. It is never later. A
// row's listed_at stays as it is while its updated_at moves on for less than this, so that few appends touch an index.
const ListedWithin = time.Minute

// Select is the part of a list's statement after FROM tables t: conditions, order, limit, and their arguments.
func Select(q store.Query, d Dialect) (string, []any) {
	var sql strings.Builder
	var args []any
	// Each %s of a condition is one argument.
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
	const sits = "t.id IN (SELECT table_id FROM places WHERE player <> '' AND player = %s)"
	if q.Player != "" {
		and(sits, string(q.Player))
	}
	if q.Bots {
		and("(t.stand_ins <> '' OR t.id IN (SELECT table_id FROM places WHERE bot <> ''))")
	}
	switch {
	case q.AllTables:
	case q.Viewer == "":
		and("t.visibility = 'public'")
	case q.Viewer != q.Player:
		and("(t.visibility = 'public' OR "+sits+")", string(q.Viewer))
	}
	if !q.Before.IsZero() {
		and("t.listed_at <= %s AND (t.updated_at, t.id) < (%s, %s)", d.Time(q.Before), d.Time(q.Before), string(q.BeforeID))
	}
	const order = " ORDER BY t.updated_at DESC, t.id DESC"
	if q.Limit <= 0 {
		return sql.String() + order, args
	}
	// The page's last row was updated no earlier than the last of as many rows by listed_at was listed. So none of the page
	// was listed longer before that than ListedWithin, and an index leads to them. They are sorted by their keys; only what is on the page
	// is read whole.
	args = append(args, q.Limit-1, q.Limit)
	skip, limit := d.Param(len(args)-1), d.Param(len(args))
	edge := "(SELECT t.listed_at FROM tables t" + sql.String() + " ORDER BY t.listed_at DESC LIMIT 1 OFFSET " + skip + ")"
	return " WHERE t.key IN (SELECT t.key FROM tables t" + sql.String() + " AND t.listed_at > " + d.Before(edge) + order + " LIMIT " + limit + ")" + order, args
}
