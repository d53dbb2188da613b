package postgres_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/postgres"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
	"nemeton/testkit/storetest"
	"nemeton/testkit/testsize"
)

// grants are the statements of docs/operations.md for a server whose role owns nothing.
const grants = `GRANT USAGE ON SCHEMA public TO %s;
	GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %s;
	ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %s;`

// The server's role owns nothing; another role migrates.
func TestOpen_TwoRoles(t *testing.T) {
	t.Parallel()
	owner := pgtest.Empty(t)
	role := strings.ToLower("server_" + databaseOf(t, owner))
	raw(t, owner, "CREATE ROLE "+role+" LOGIN")
	t.Cleanup(func() { dropRole(t, owner, role) })
	raw(t, owner, strings.ReplaceAll(grants, "%s", role))
	as := asRole(t, owner, role)
	if s, err := postgres.Open(t.Context(), as, postgres.Options{}); err == nil || errors.Is(err, store.ErrUnavailable) {
		t.Fatalf("without an address for migrations: got store %v and error %v, want a refusal", s, err)
	}
	s := must.Return(postgres.Open(t.Context(), as, postgres.Options{Conns: 8, Migrate: owner}))(t)
	t.Cleanup(func() { _ = s.Close() })
	expect.Error(t, s.ProbeWrite(t.Context()), nil)
	if testsize.Get() == testsize.Long {
		storetest.TwoStores(t, s, open(t, as), cut(owner))
	}
	expect.Failure(t, tryRaw(t, as, "ALTER TABLE players ADD COLUMN x text"), "the server's role can change tables")
}

// asRole returns the address with another user.
func asRole(t *testing.T, address, role string) string {
	t.Helper()
	u := must.Return(url.Parse(address))(t)
	query := u.Query()
	query.Set("user", role)
	u.User, u.RawQuery = nil, query.Encode()
	return u.String()
}

func dropRole(t *testing.T, address, role string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return // the database has gone, and with it the grants
	}
	defer func() { _ = conn.Close(ctx) }()
	_, _ = conn.Exec(ctx, "DROP OWNED BY "+role)
	_, _ = conn.Exec(ctx, "DROP ROLE "+role)
}
