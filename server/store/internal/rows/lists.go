package rows

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/store/dialect"
)

// selectWhere returns the part of a list's statement after FROM tables t (conditions, order, limit), and the arguments.
func selectWhere(q store.Query) (string, []any) {
	var sql strings.Builder
	var args []any
	// and adds a condition. Each %s in it stands for one argument.
	and := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "%s", "?"+strconv.Itoa(len(args)), 1)
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
		and(access.Listed, slices.Repeat([]any{string(q.Viewer)}, access.ListedCallers)...)
	}
	if !q.Before.IsZero() {
		and("t.listed_at <= %s AND (t.updated_at, t.id) < (%s, %s)", q.Before, q.Before, string(q.BeforeID))
	}
	const order = " ORDER BY t.updated_at DESC, t.id DESC"
	if q.Limit <= 0 {
		return sql.String() + order, args
	}
	// A page of n rows needs only rows with listed_at > edge - ListedWithin, where edge is the n-th newest listed_at: n rows have listed_at >= edge,
	// hence updated_at >= edge. So a row of the page has updated_at >= edge, and its listed_at is less than ListedWithin older. An index finds
	// these rows. They are sorted by key; only the rows of the page are read whole. Without n rows, all are on the page.
	args = append(args, q.Limit-1, q.Limit)
	edge := fmt.Sprintf("(SELECT t.listed_at FROM tables t%s ORDER BY t.listed_at DESC LIMIT 1 OFFSET ?%d)", sql.String(), len(args)-1)
	return fmt.Sprintf(" WHERE t.key IN (SELECT t.key FROM tables t%s AND t.listed_at > coalesce(%s, -4000000000000000000) - %d%s LIMIT ?%d)%s",
		sql.String(), edge, dialect.ListedWithin.Microseconds(), order, len(args), order), args
}
