package operators

import (
	"context"
	"strings"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

var (
	people = dialect.SQL(`SELECT p.id, p.name, min(p.created_at), coalesce(max(s.seen_at), 0), count(s.id)
		FROM players p LEFT JOIN sessions s ON s.player = p.id
		WHERE p.erased = 0 AND (?1 = '' OR p.name /*lite LIKE*//*pg ILIKE*/ ?1 ESCAPE '\') GROUP BY p.id, p.name ORDER BY 4 DESC, p.id LIMIT ?2 OFFSET ?3`)
	counts = dialect.SQL(`SELECT (SELECT count(*) FROM players p WHERE p.erased = 0), (SELECT count(*) FROM sessions), (SELECT count(*) FROM chat_reports WHERE closed_at = 0), 
		/*lite (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size())*//*pg pg_database_size(current_database())*/`)
)

var tablesByState = dialect.SQL("SELECT state, count(*) FROM tables GROUP BY state")

// escape keeps the characters of a text from being wildcards of a pattern.
var escape = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func (s *Operators) People(ctx context.Context, q store.PeopleQuery) (list []store.Person, err error) {
	if !dialect.Storable(q.Name) {
		return nil, nil
	}
	pattern := ""
	if q.Name != "" {
		pattern = "%" + escape.Replace(q.Name) + "%"
	}
	err = s.db.Query(ctx, func(scan dialect.Scan) error {
		var p store.Person
		var created, seen time.Time
		err := scan(&p.ID, &p.Name, &created, &seen, &p.Sessions)
		p.CreatedAt, p.SeenAt = created, seen
		list = append(list, p)
		return err
	}, people, pattern, q.Limit, q.Skip)
	return list, err
}

func (s *Operators) Totals(ctx context.Context) (t store.Totals, err error) {
	t.Tables = map[store.State]int{}
	err = dialect.Row(ctx, s.db, counts, nil, &t.People, &t.Sessions, &t.Reports, &t.Bytes)
	if err != nil {
		return t, err
	}
	err = s.db.Query(ctx, func(scan dialect.Scan) error {
		var state store.State
		var n int
		err := scan(&state, &n)
		t.Tables[state] = n
		return err
	}, tablesByState)
	return t, err
}
