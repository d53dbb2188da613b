package postgres_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/dialect"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/storetest"
	"nemeton/testkit/testsize"
)

// keyOf has the column with the table's key, its id or its number, of each database table whose rows belong to one table. They can move with that table.
var keyOf = map[string]string{
	"tables": "id", "places": "table_id", "table_names": "table_id", "entries": "table_key", "snapshots": "table_key", "results": "table_key",
	"invitations": "table_id", "told": "table_id", "notices": "table_id", "nudges": "table_id", "recoveries": "table_id", "archives": "table_id",
	"chat_channels": "table_id", "chat_messages": "table_id", "chat_reactions": "table_id", "chat_reads": "table_id",
}

// shared are the database tables whose rows belong to players or to the server.
var shared = []string{
	"meta", "identity", "players", "sessions", "session_tokens", "links", "blocks", "friends", "unlisted", "notifiers", "channels", "mail_counts", "chat_reports", "bans",
	"acts", "notes", "signing_keys", "server_keys", "pulse", "outages", "nodes", "ways", "attempts", "account_events", "door_codes", "text_suggestions", "changes", "goose_db_version",
}

// column returns the values of a query with one text column.
func column(t testing.TB, address, query string, args ...any) []string {
	t.Helper()
	conn := must.Return(pgx.Connect(t.Context(), address))(t)
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	rows := must.Return(conn.Query(t.Context(), query, args...))(t)
	list := must.Return(pgx.CollectRows(rows, pgx.RowTo[string]))(t, query)
	return list
}

// The rows of a table can move to another database with it. Each unique key contains the table's id or number. Foreign keys connect rows of one table, and
// nothing is triggered. Every check has a name that a migration chose.
func TestSchema_Keys(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	for _, name := range column(t, address, `SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`) {
		if _, ofTable := keyOf[name]; ofTable == slices.Contains(shared, name) {
			t.Errorf("%s: say whether its rows belong to one table", name)
		}
	}
	key := regexp.MustCompile(`\b(table_id|table_key)\b`)
	for name := range keyOf {
		unique := column(t, address, "SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indisunique AND indrelid = $1::regclass", name)
		if len(unique) == 0 {
			t.Errorf("%s has no unique key", name)
		}
		for _, definition := range unique {
			_, columns, _ := strings.Cut(definition, " USING ")
			if !key.MatchString(columns) && (name != "tables" || !strings.HasSuffix(columns, "(id)") && !strings.HasSuffix(columns, "(key)")) {
				t.Errorf("%s: the unique key lacks the table: %s", name, definition)
			}
		}
		for _, definition := range column(t, address, "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass", name) {
			m := regexp.MustCompile(`^FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)\(([^)]*)\)`).FindStringSubmatch(definition)
			if m == nil || keyOf[m[2]] == "" || !key.MatchString(m[1]) || !key.MatchString(m[3]) && m[3] != "id" && m[3] != "key" {
				t.Errorf("%s: the foreign key leads to rows of other tables: %s", name, definition)
			}
		}
		if triggers := column(t, address, "SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = $1::regclass", name); len(triggers) > 0 {
			t.Errorf("%s has triggers: %v", name, triggers)
		}
	}
	unnamed := column(t, address, `SELECT conname::text FROM pg_constraint c JOIN pg_class r ON r.oid = conrelid
		WHERE contype = 'c' AND relnamespace = 'public'::regnamespace AND relname <> 'goose_db_version' AND conname ~ '_check[0-9]*$'`)
	if len(unnamed) > 0 {
		t.Errorf("checks without a name: %v", unnamed)
	}
}

// acrossTables are beginnings of the statements that look for rows of tables that they do not name, with the reasons. None runs for a move or for a reader.
var acrossTables = []string{
	// Sweeps and plans.
	"SELECT id FROM tables WHERE state", "SELECT id, due_at / 1000 FROM tables WHERE due_at > 0", "SELECT table_id, id FROM notices WHERE sent_at = 0",
	"DELETE FROM notices WHERE id IN (SELECT", "DELETE FROM invitations WHERE (table_id, invited) IN (", "SELECT table_id FROM (SELECT DISTINCT table_id FROM places",
	"SELECT id, title, seq, head, listed_at FROM tables", "UPDATE archives SET state = 'unused' WHERE state", "SELECT table_id, object FROM archives", archivedLogs,
	"DELETE FROM chat_", "UPDATE tables SET rematch = ''", fromRecoveries + "WHERE state = 'open'", "SELECT p.player, p.seat, t.id",
	// Lists, counts and the pages of players.
	"SELECT id, kind, code_hash, player, session, coalesce(table_id",
	"SELECT t.id, t.title, t.state, CASE", "SELECT state, count(*)", "SELECT count(DISTINCT p.table_id)", "SELECT (SELECT count(DISTINCT p.table_id)", "SELECT i.invited, count(*)",
	"SELECT i.table_id, i.invited", "SELECT t.id, r.title", "SELECT title, seats, people = 1", "SELECT a.title, count(*)", "SELECT b.player, count(*)", "SELECT EXISTS (SELECT 1 FROM results",
	fromRecoveries + "WHERE (holder", "SELECT id FROM tables WHERE friends = 1", "SELECT DISTINCT player FROM places WHERE player <> '' AND player",
	// The notices of a channel, and notices that were sent.
	"DELETE FROM notices WHERE channel", "UPDATE notices SET sent_at", "UPDATE notices SET due_at",
	// A player's erasure and merge, the end of sessions, a friendship.
	"DELETE FROM table_names WHERE player", "DELETE FROM told WHERE player", "DELETE FROM notices WHERE player", "DELETE FROM nudges WHERE", "DELETE FROM recoveries WHERE holder",
	"DELETE FROM invitations WHERE", "UPDATE invitations SET", "UPDATE recoveries SET holder", "UPDATE recoveries SET claimant", "UPDATE results SET player", "UPDATE table_names SET player",
	"UPDATE tables SET creator", "UPDATE tables SET host", "UPDATE tables SET rev = rev + 1 WHERE friends = 1", "UPDATE places SET player = $2", "SELECT p.table_id FROM places p",
	"SELECT (SELECT count(*) FROM results", "UPDATE chat_", "WITH used AS MATERIALIZED", "SELECT id FROM tables WHERE invite_session",
}

const archivedLogs = "SELECT t.id, t.title, t.seq, t.head, t.listed_at, a.object, a.bytes FROM archives a"

const fromRecoveries = "SELECT table_id, id, seat, holder, claimant, state, confirmed, created_at, due_at, changed_at FROM recoveries "

// ofTable finds the database tables of keyOf in a statement, named the table that a statement names, and refusedForm the forms that Citus 13.2 refused.
var (
	ofTable     = regexp.MustCompile(`\b(FROM|JOIN|INTO|UPDATE) (` + strings.Join(slices.Sorted(maps.Keys(keyOf)), "|") + `)\b`)
	named       = regexp.MustCompile(`\b(table_id|table_key|key|id) (= \$\d|= ANY \(\$\d|= a\.id)`)
	refusedForm = regexp.MustCompile(`(?i)SKIP LOCKED|\bVALUES \([^)]*\(SELECT|\b(random|gen_random_uuid|clock_timestamp|statement_timestamp)\(|\binterval\b`)
)

// across returns the element of acrossTables with which a statement begins. fault is the reason for which its rows cannot be distributed; "" is none.
func across(statement string) (beginning, fault string) {
	text := strings.Join(strings.Fields(statement), " ")
	if !ofTable.MatchString(text) {
		return "", ""
	}
	if form := refusedForm.FindString(text); form != "" {
		return "", "contains " + form
	}
	if strings.HasPrefix(text, "INSERT INTO") {
		return "", ""
	}
	if at := slices.IndexFunc(acrossTables, func(beginning string) bool { return strings.HasPrefix(text, beginning) }); at >= 0 {
		return acrossTables[at], ""
	}
	if !named.MatchString(text) {
		return "", "does not name its table"
	}
	return "", ""
}

func TestAcross(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]string{
		"SELECT seq FROM tables WHERE id = $1":                                                              "",
		"SELECT seq FROM players WHERE name = $1":                                                           "",
		"SELECT seq FROM tables WHERE title = $1":                                                           "does not name its table",
		"UPDATE notices SET sent_at = 1 WHERE table_id = $1 FOR UPDATE SKIP LOCKED":                         "contains SKIP LOCKED",
		"INSERT INTO told (player, table_id, seq) VALUES ($1, $2, (SELECT max(seq) FROM tables))":           "contains VALUES ($1, $2, (SELECT",
		"UPDATE tables SET updated_at = clock_timestamp() WHERE id = $1":                                    "contains clock_timestamp(",
		"UPDATE tables SET due_at = CASE WHEN seq = 1 THEN updated_at + INTERVAL '1 day' END WHERE id = $1": "contains INTERVAL",
	} {
		expect.Equal(t, expect.Second(across(statement)), want, statement)
	}
}

// Each statement names its table by id or number, except for those that look for rows of many. Those that the contract runs are checked as well, by statements.check.
func TestStatements_Keys(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	found := 0
	for _, q := range dialect.Statements() {
		beginning, fault := across(q.Postgres)
		used[beginning] = true
		expect.Equal(t, fault, "", q.Postgres)
		if ofTable.MatchString(q.Postgres) {
			found++
		}
	}
	if found < 50 {
		t.Errorf("found %d statements, want all of the store", found)
	}
	for _, beginning := range acrossTables {
		if !used[beginning] && !strings.HasPrefix(beginning, "SELECT t.id, t.title") { // lists are made when they are asked for
			t.Errorf("no statement begins with %q", beginning)
		}
	}
}

// statements are the texts that stores of tests ran, except for those of appends.
type statements struct{ seen sync.Map }

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	s.seen.Store(d.SQL, true)
	return ctx
}

func (*statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (s *statements) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	for _, q := range d.Batch.QueuedQueries {
		s.seen.Store(q.SQL, true)
	}
	return ctx
}

func (*statements) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*statements) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

func (s *statements) check(t testing.TB) {
	t.Helper()
	s.seen.Range(func(text, _ any) bool {
		expect.Equal(t, expect.Second(across(text.(string))), "", text)
		return true
	})
}

// The contract holds with all rows of tables in eight partitions by hash, each by its own key. Such partitions have no unique key without it.
func TestStore_Partitioned(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	template := pgtest.New(t)
	partition(t, template)
	storetest.Run(t, func(t testing.TB) storetest.Fixture {
		t.Helper()
		address := pgtest.Copy(t, template)
		return fixtureAt(t, address, address)
	})
}

// partition replaces each empty database table of keyOf by one in eight partitions by hash, with the same columns, checks, keys and indexes. The number of a
// table is no unique key then, because its partitions are by id; so the foreign keys to it go, too.
func partition(t testing.TB, address string) {
	t.Helper()
	var foreign []string
	for name := range keyOf {
		for _, definition := range column(t, address, "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid = $1::regclass", name) {
			if !strings.Contains(definition, "REFERENCES tables(key)") {
				foreign = append(foreign, fmt.Sprintf("ALTER TABLE %s ADD %s", name, definition))
			}
		}
	}
	for name, key := range keyOf {
		indexes := column(t, address, "SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = $1::regclass ORDER BY indexrelid", name)
		raw(t, address, fmt.Sprintf("ALTER TABLE %s RENAME TO old_%[1]s", name))
		raw(t, address, fmt.Sprintf("CREATE TABLE %s (LIKE old_%[1]s INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (%s)", name, key))
		if name == "tables" {
			raw(t, address, "CREATE SEQUENCE numbers; ALTER TABLE tables ALTER key SET DEFAULT nextval('numbers')")
		}
		raw(t, address, fmt.Sprintf("DROP TABLE old_%s CASCADE", name))
		for n := range 8 {
			raw(t, address, fmt.Sprintf("CREATE TABLE %s_%d PARTITION OF %[1]s FOR VALUES WITH (MODULUS 8, REMAINDER %[2]d)", name, n))
		}
		for _, definition := range indexes {
			definition = strings.Replace(definition, " ON ONLY ", " ON ", 1)
			if name == "tables" && strings.HasSuffix(definition, "(key)") {
				definition = strings.Replace(definition, "UNIQUE ", "", 1)
			}
			raw(t, address, strings.NewReplacer("old_", "").Replace(definition))
		}
	}
	for _, statement := range foreign {
		raw(t, address, statement)
	}
}
