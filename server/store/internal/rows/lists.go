package rows

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/server/store/dialect"
)

// source is a part of a list that one index has in the order of the list.
type source struct {
	from  string // with the table tables as t
	where string // the columns of the index before the time
	at    string // the time by which the index is ordered; empty: the source is short, and is read whole
}

// list builds the statement of a list.
type list struct {
	q    store.Query
	args []any
}

// arg adds an argument and returns its placeholder.
func (l *list) arg(v any) string {
	l.args = append(l.args, v)
	return "?" + strconv.Itoa(len(l.args))
}

// selectWhere returns the part of a list's statement after FROM tables t (conditions, order, limit), and the arguments.
//
// The rows come from several sources, because no index serves a condition with OR. Of a source, a page of n rows needs those with time > edge - ListedWithin.
// The edge is the n-th newest time there. So n rows have listed_at >= edge, hence updated_at >= edge. A row of the page has updated_at >= edge, and its
// listed_at is less than ListedWithin older. Without n rows, all of the source may be on the page. They are sorted by key; only the rows of the page are
// read whole.
func selectWhere(q store.Query) (string, []any) {
	l := &list{q: q}
	conditions := l.conditions()
	before := strconv.FormatInt(math.MaxInt64, 10)
	if !q.Before.IsZero() {
		before = l.arg(q.Before)
		conditions += fmt.Sprintf(" AND (t.updated_at, t.id) < (%s, %s)", before, l.arg(string(q.BeforeID)))
	}
	sources := l.sources()
	limit, offset := "", ""
	if q.Limit > 0 {
		limit = " LIMIT " + l.arg(q.Limit)
	}
	parts := make([]string, len(sources))
	for n, s := range sources {
		where := s.where + conditions
		if s.at != "" { // also without a time: of a range with two ends, Postgres guesses that it holds few rows
			where += fmt.Sprintf(" AND %s <= %s", s.at, before)
		}
		parts[n] = "SELECT t.key, t.updated_at, t.id FROM " + s.from + " WHERE " + where
		if s.at != "" && limit != "" {
			if offset == "" {
				offset = l.arg(q.Limit - 1)
			}
			parts[n] += fmt.Sprintf(" AND %[1]s > coalesce((SELECT %[1]s FROM %[2]s WHERE %[3]s ORDER BY %[1]s DESC LIMIT 1 OFFSET %[4]s), -4000000000000000000) - %[5]d",
				s.at, s.from, where, offset, dialect.ListedWithin.Microseconds())
		}
	}
	// Postgres would guess that the page has a tenth of all tables, and read them all. Of an array it guesses that it has few elements.
	return " WHERE t.key /*lite IN*//*pg = ANY*/ (/*pg ARRAY(*/SELECT key FROM (" + strings.Join(parts, " UNION ") + ") page ORDER BY page.updated_at DESC, page.id DESC" + limit +
		"/*pg )*/) ORDER BY t.updated_at DESC, t.id DESC", l.args
}

func (l *list) conditions() string {
	var sql strings.Builder
	if l.q.Title != "" {
		sql.WriteString(" AND t.title = " + l.arg(l.q.Title))
	}
	if l.q.Listed {
		sql.WriteString(" AND NOT EXISTS (SELECT 1 FROM unlisted u WHERE u.player = " + l.arg(string(l.q.Player)) + " AND u.table_id = t.id)")
	}
	if l.q.Player == "" || l.q.AllTables {
		return sql.String()
	}
	// The sources are the seats of a player. Their tables need not be visible to the viewer.
	switch l.q.Viewer {
	case l.q.Player:
	case "":
		sql.WriteString(" AND " + access.ListedToAll)
	default:
		sql.WriteString(" AND " + strings.ReplaceAll(access.Listed, "%s", l.arg(string(l.q.Viewer))))
	}
	return sql.String()
}

// sources returns what the list consists of. One row may be in several sources.
func (l *list) sources() (all []source) {
	if len(l.states()) == 0 {
		return []source{{"tables t", "t.id = ''", ""}} // closed tables are never listed
	}
	if l.q.Player != "" {
		return l.seats(string(l.q.Player))
	}
	for _, state := range l.states() {
		ofState := fmt.Sprintf("t.state <> 'closed' AND t.state = '%s'", state)
		switch {
		case l.q.AllTables && l.q.Title == "":
			all = append(all, source{"tables t", ofState, "t.listed_at"})
		case l.q.AllTables:
			for _, v := range []store.Visibility{store.Public, store.Private} {
				all = append(all, source{"tables t", fmt.Sprintf("t.visibility = '%s' AND %s", v, ofState), "t.listed_at"})
			}
		default:
			all = append(all, source{"tables t", access.ListedToAll + " AND " + ofState, "t.listed_at"})
		}
	}
	if l.q.AllTables || l.q.Viewer == "" {
		return all
	}
	viewer := string(l.q.Viewer)
	placeholder := l.arg(viewer)
	for _, state := range l.states() {
		from := "friends f JOIN tables t ON t.friends = 1 AND t.host = f.friend"
		where := fmt.Sprintf("f.player = %s AND f.agreed = 1 AND t.state = '%s' AND %s", placeholder, state, strings.ReplaceAll(access.OpenToFriends, "%s", placeholder))
		all = append(all, source{from, where, "t.listed_at"})
	}
	return append(all, l.seats(viewer)...)
}

func (l *list) states() []store.State {
	listed := []store.State{store.Open, store.Running, store.Finished}
	if l.q.State == "" {
		return listed
	}
	return slices.DeleteFunc(listed, func(s store.State) bool { return s != l.q.State })
}

// seats returns the tables where a player has a seat: first those with live seats, which are few.
func (l *list) seats(player string) (all []source) {
	states := l.states()
	ofPlayer := "p.player <> '' AND p.player = " + l.arg(player)
	in := fmt.Sprintf(" AND t.state IN ('%s')", strings.Join(texts(states), "', '"))
	const from = "places p JOIN tables t ON t.id = p.table_id"
	all = append(all, source{from, ofPlayer + " AND p.ended_at = 0" + in, ""})
	if slices.Contains(states, store.Finished) {
		all = append(all, source{from, ofPlayer + " AND p.ended_at > 0" + in, "p.ended_at"})
	}
	return all
}

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for n, s := range list {
		out[n] = string(s)
	}
	return out
}
