package postgres_test

import (
	"strings"
	"testing"
	"time"

	"nemeton/migrations"
	"nemeton/server/store/postgres"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

// An inspection finds version, settings and rights, and changes no row.
func TestInspect(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	raw(t, address, "UPDATE meta SET epoch = 41")
	raw(t, address, `INSERT INTO players (id, name, created_at) VALUES ('p', 'Ada', 1); INSERT INTO ways (id, player, kind, key, name, data, created_at)
		VALUES ('1', 'p', 'passkey', '1', '', '{"name":"a.example"}', 1), ('2', 'p', 'oidc', '2', '', '{}', 1)`)
	found := must.Return(postgres.Inspect(t.Context(), address, nil))(t)
	if found.Version != migrations.Newest() || found.Unwritable != nil || found.Untried != "" || found.Number < 150000 || !strings.HasPrefix(found.Engine, "Postgres ") {
		t.Errorf("got %+v, want a writable database of this version", found)
	}
	expect.Deep(t, found.Passkeys, map[string]int{"a.example": 1})
	if apart := time.Since(found.Now).Abs(); apart > time.Hour || found.Settings["fsync"] == "" || found.Settings["synchronous_commit"] == "" {
		t.Errorf("got a clock %v apart and the settings %v", apart, found.Settings)
	}
	if p := *found.Postgres; p.Role == "" || len(p.Lacking) > 0 || p.ReadOnly {
		t.Errorf("got %+v, want a role with all rights", p)
	}
	expect.Error(t, tryRaw(t, address, "DO $$ BEGIN ASSERT (SELECT epoch FROM meta) = 41; END $$"), nil, "the inspection changed a row")
}

func TestInspect_Bad(t *testing.T) {
	t.Parallel()
	address := pgtest.New(t)
	role := strings.ToLower("reader_" + databaseOf(t, address))
	raw(t, address, "CREATE ROLE "+role+" LOGIN")
	t.Cleanup(func() { dropRole(t, address, role) })
	raw(t, address, "GRANT USAGE ON SCHEMA public TO "+role+"; GRANT SELECT ON ALL TABLES IN SCHEMA public TO "+role+"; GRANT UPDATE, INSERT, DELETE ON meta TO "+role)
	found, err := postgres.Inspect(t.Context(), asRole(t, address, role), nil)
	must.Succeed(t, err)
	if lacking := strings.Join(found.Postgres.Lacking, " "); !strings.Contains(lacking, "tables") || strings.Contains(lacking, "meta") || strings.Contains(lacking, "goose") || found.Postgres.Superuser {
		t.Errorf("got %+v, want a role without rights on tables", *found.Postgres)
	}
	raw(t, address, "REVOKE UPDATE ON meta FROM "+role)
	if found, err = postgres.Inspect(t.Context(), asRole(t, address, role), nil); err != nil || found.Unwritable == nil {
		t.Errorf("without the right to write: got %v and error %v", found.Unwritable, err)
	}
	raw(t, address, "ALTER ROLE "+role+" SET default_transaction_read_only = on; DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)")
	if found, err = postgres.Inspect(t.Context(), asRole(t, address, role), nil); err != nil || !found.Postgres.ReadOnly || found.Version == 0 || found.Version >= migrations.Newest() {
		t.Errorf("read-only and old: got %+v, %+v and error %v", found, found.Postgres, err)
	}
	if found, err := postgres.Inspect(t.Context(), pgtest.Empty(t), nil); err != nil || found.Version != 0 || found.Untried == "" {
		t.Errorf("empty: got %+v, %v", found, err)
	}
	_, err = postgres.Inspect(t.Context(), "postgres://ada:hush@127.0.0.1:1/x?connect_timeout=1", nil)
	if err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("unreachable: got error %v, want one without the password", err)
	}
}
