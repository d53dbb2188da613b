package operators

import (
	"context"
	"strings"
	"unicode/utf8"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

var (
	// lastSeen lists people by their sessions, of which the last seen one of a person counts. Erased people have none. OFFSET 0 and the plain subqueries keep
	// Postgres from joining all people.
	lastSeen = dialect.SQL(`SELECT x.player, (SELECT p.name FROM players p WHERE p.id = x.player), (SELECT p.created_at FROM players p WHERE p.id = x.player), x.seen_at,
			(SELECT count(*) FROM sessions s WHERE s.player = x.player)
		FROM sessions x WHERE x.seen_at >= 0
			AND NOT EXISTS (SELECT 1 FROM sessions y WHERE y.player = x.player AND (y.seen_at, y.id) > (x.seen_at, x.id) LIMIT 1 OFFSET 0)
		ORDER BY x.seen_at DESC, x.player LIMIT ?1 OFFSET ?2`)
	byName = dialect.SQL(`SELECT p.id, p.name, p.created_at, coalesce((SELECT max(s.seen_at) FROM sessions s WHERE s.player = p.id), 0),
			(SELECT count(*) FROM sessions s WHERE s.player = p.id)
		FROM players p WHERE p.erased = 0 AND lower(p.name) >= ?3 AND lower(p.name) < ?4 ORDER BY lower(p.name), p.id LIMIT ?1 OFFSET ?2`)
	counts = dialect.SQL(`SELECT (SELECT count(*) FROM players p WHERE p.erased = 0), (SELECT count(*) FROM sessions), (SELECT count(*) FROM chat_reports WHERE closed_at = 0), 
		/*lite (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size())*//*pg pg_database_size(current_database())*/`)
	// tablesByState counts finished tables by the sum that ended ones were added to.
	tablesByState = dialect.SQL(`SELECT state, count(*) FROM tables WHERE state <> 'closed' AND state = 'open' GROUP BY state
		UNION ALL SELECT state, count(*) FROM tables WHERE state <> 'closed' AND state = 'running' GROUP BY state
		UNION ALL SELECT state, count(*) FROM tables WHERE state = 'closed' GROUP BY state
		UNION ALL SELECT 'finished', finished + (SELECT count(*) FROM tables WHERE state = 'finished' AND ended = 0) FROM meta WHERE one = 1`)
)

// lower is the function lower of both databases, which changes ASCII letters alone.
func lower(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

func (s *Operators) People(ctx context.Context, q store.PeopleQuery) ([]store.Person, error) {
	statement, args := lastSeen, []any{q.Limit, q.Skip}
	if q.Name != "" {
		first := lower(q.Name)
		statement, args = byName, append(args, first, first+string(utf8.MaxRune))
	}
	return dialect.Collect(ctx, s.db, dialect.Into(func(p *store.Person) []any {
		return []any{&p.ID, &p.Name, &p.CreatedAt, &p.SeenAt, &p.Sessions}
	}), statement, args...)
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
		if n > 0 {
			t.Tables[state] = n
		}
		return err
	}, tablesByState)
	return t, err
}
