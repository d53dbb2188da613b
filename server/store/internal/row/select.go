package row

import (
	"strings"
	"time"

	"nemeton/server/store"
)

// Dialect is how a database writes the parameters of a statement.
type Dialect struct {
	Param func(n int) string // of the n-th, from 1
	Time  func(time.Time) any
}

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
	case q.Every:
	case q.Viewer == "":
		and("t.visibility = 'public'")
	case q.Viewer != q.Player:
		and("(t.visibility = 'public' OR "+sits+")", string(q.Viewer))
	}
	if !q.Before.IsZero() {
		and("(t.updated_at, t.id) < (%s, %s)", d.Time(q.Before), string(q.BeforeID))
	}
	sql.WriteString(" ORDER BY t.updated_at DESC, t.id DESC")
	if q.Limit > 0 {
		args = append(args, q.Limit)
		sql.WriteString(" LIMIT " + d.Param(len(args)))
	}
	return sql.String(), args
}
