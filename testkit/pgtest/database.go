// Package pgtest gives each test a Postgres database of its own. It starts a throwaway server, or uses the server that NEMETON_TEST_POSTGRES
// names, and copies the databases from a migrated template.
package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"nemeton/bench/scratch"
	"nemeton/migrations"
	"nemeton/server/store/postgres"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgserver"
)

// New returns the address of a migrated database without rows, which the test has for itself. The test fails if there is no server.
func New(t testing.TB) string {
	t.Helper()
	return use(t, lend)
}

// Empty returns the address of a database without tables, which is dropped when the test ends. The test fails if there is no server.
func Empty(t testing.TB) string {
	t.Helper()
	return create(t, scratch.Empty)
}

// Copy returns the address of a copy of a database, which is dropped when the test ends. Nobody may use the database meanwhile.
func Copy(t testing.TB, address string) string {
	t.Helper()
	config := must.Return(pgx.ParseConfig(address))(t)
	return create(t, config.Database)
}

// Server returns the address of the server on which the databases are created. The test fails if there is no server.
func Server(t testing.TB) string {
	t.Helper()
	s := must.Return(shared())(t)
	return s.address
}

func create(t testing.TB, template string) string {
	t.Helper()
	return use(t, func(ctx context.Context, s server) (string, func() error, error) {
		return scratch.Create(ctx, s.address, template)
	})
}

func use(t testing.TB, get func(context.Context, server) (address string, giveBack func() error, err error)) string {
	t.Helper()
	s := must.Return(shared())(t)
	address, giveBack, err := get(context.WithoutCancel(t.Context()), s)
	must.Succeed(t, err)
	t.Cleanup(func() {
		expect.Error(t, giveBack(), nil)
	})
	return address
}

// Env is the environment variable with the address of a server to use instead of a throwaway one.
const Env = "NEMETON_TEST_POSTGRES"

type server struct {
	address, template string
	process           *pgserver.Server // keeps the garbage collector from closing the pipe, which would end the server; nil: Env names the server
}

// shared returns the server of this process, which it starts at the first call. A throwaway server ends with the process.
var shared = sync.OnceValues(func() (server, error) {
	ctx := context.Background()
	s := server{address: os.Getenv(Env)}
	if s.address == "" {
		p, err := pgserver.Start(ctx, "", pgserver.Fast...)
		if err != nil {
			return server{}, fmt.Errorf("%w (%s names a server)", err, Env)
		}
		s.address, s.process = p.Address, p
	}
	var err error
	s.template, err = template(ctx, s.address)
	return s, err
})

// template returns the name of the migrated database from which others are copied. It creates the database if the server has none for the present
// migrations.
func template(ctx context.Context, address string) (_ string, err error) {
	name, err := templateName()
	if err != nil {
		return "", err
	}
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	// Several test processes may start at the same time. The lock ends with the connection.
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtext('nemeton template'))"); err != nil {
		return "", err
	}
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil || exists {
		return name, err
	}
	unfinished := name + "_half"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + unfinished, "CREATE DATABASE " + unfinished + " TEMPLATE template0 ENCODING 'UTF8'"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return "", err
		}
	}
	s, err := postgres.Open(ctx, scratch.Address(address, unfinished), postgres.Options{})
	if err != nil {
		return "", err
	}
	if err := s.Close(); err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+unfinished+" RENAME TO "+name)
	return name, err
}

// templateName returns a name that contains a hash of the migrations.
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
