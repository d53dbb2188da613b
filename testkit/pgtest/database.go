// Package pgtest lends tests a Postgres database each. It starts a throwaway server from the installed binaries, or uses
// the one that NEMETON_TEST_POSTGRES names, and copies databases from a migrated template.
package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"nemeton/migrations"
	"nemeton/server/store/postgres"
	"nemeton/testkit/pgserver"
)

// New gives the address of a database of the test's own, empty and migrated, which goes when the test ends. Where no
// server can be had the test fails.
func New(t testing.TB) string {
	t.Helper()
	return lend(t, func(o origin) string { return o.template })
}

// Empty gives the address of a database of the test's own with nothing in it, which goes when the test ends.
func Empty(t testing.TB) string {
	t.Helper()
	return lend(t, func(origin) string { return "template0" })
}

// Create creates an empty, migrated database that several tests share. The caller removes it with drop.
func Create(ctx context.Context) (address string, drop func() error, err error) {
	return create(ctx, func(o origin) string { return o.template })
}

func lend(t testing.TB, template func(origin) string) string {
	t.Helper()
	address, drop, err := create(context.WithoutCancel(t.Context()), template)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := drop(); err != nil {
			t.Error(err)
		}
	})
	return address
}

func create(ctx context.Context, template func(origin) string) (address string, drop func() error, err error) {
	base, err := base()
	if err != nil {
		return "", nil, err
	}
	name := "nemeton_test_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	if err := pgserver.Run(ctx, base.server, "CREATE DATABASE "+name+" TEMPLATE "+template(base)+" ENCODING 'UTF8'"); err != nil {
		return "", nil, err
	}
	return pgserver.On(base.server, name), func() error {
		return pgserver.Run(ctx, base.server, "DROP DATABASE "+name+" WITH (FORCE)")
	}, nil
}

// Env names the address of a server to use instead of starting one.
const Env = "NEMETON_TEST_POSTGRES"

// Start starts a server for tests. Its data does not outlive it.
func Start(ctx context.Context) (*pgserver.Server, error) {
	s, err := pgserver.Start(ctx, "", pgserver.Fast...)
	if errors.Is(err, pgserver.ErrNone) {
		return nil, fmt.Errorf("%w, by %s", err, Env)
	}
	return s, err
}

type origin struct {
	server, template string
	own              *pgserver.Server // kept, or the collector would close our end of its pipe
}

// base is the process's server and template. A server started here ends with the process.
var base = sync.OnceValues(func() (origin, error) {
	ctx := context.Background()
	o := origin{server: os.Getenv(Env)}
	if o.server == "" {
		s, err := Start(ctx)
		if err != nil {
			return origin{}, err
		}
		o.server, o.own = s.Address, s
	}
	var err error
	o.template, err = template(ctx, o.server)
	return o, err
})

// template makes the migrated database that others are copied from, once for a server and a set of migrations.
func template(ctx context.Context, server string) (_ string, err error) {
	name, err := templateName()
	if err != nil {
		return "", err
	}
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	// Test processes come at the same time; the lock goes with the connection.
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtext('nemeton template'))"); err != nil {
		return "", err
	}
	var there bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil || there {
		return name, err
	}
	half := name + "_half"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + half, "CREATE DATABASE " + half + " TEMPLATE template0 ENCODING 'UTF8'"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return "", err
		}
	}
	s, err := postgres.Open(ctx, pgserver.On(server, half), postgres.Options{})
	if err != nil {
		return "", err
	}
	if err := s.Close(); err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+half+" RENAME TO "+name)
	return name, err
}

// templateName says which migrations went into the template.
func templateName() (string, error) {
	hash := sha256.New()
	files := migrations.Postgres()
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		hash.Write(text)
	}
	return "nemeton_template_" + hex.EncodeToString(hash.Sum(nil)[:8]), nil
}
