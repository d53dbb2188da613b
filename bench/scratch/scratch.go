// Package scratch makes Postgres databases for one measurement or test, and measures a server's plain inserts with pgbench.
package scratch

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Empty is the template of a database without tables.
const Empty = "template0"

// Create makes a database with a new name on the server at the address, as a copy of a template. It returns the address of the database,
// and drop, which removes the database and disconnects its clients.
func Create(ctx context.Context, server, template string) (address string, drop func() error, err error) {
	name := "nemeton_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	if err := run(ctx, server, "CREATE DATABASE "+name+" TEMPLATE "+template+" ENCODING 'UTF8'"); err != nil {
		return "", nil, err
	}
	drop = func() error {
		return run(context.WithoutCancel(ctx), server, "DROP DATABASE "+name+" WITH (FORCE)")
	}
	return Address(server, name), drop, nil
}

// Address returns the address of another database on the same server.
func Address(server, database string) string {
	u, err := url.Parse(server)
	if err != nil {
		return server // the connection attempt reports the fault
	}
	u.Path = "/" + database
	return u.String()
}

// run executes one statement on a connection of its own.
func run(ctx context.Context, address, statement string) (err error) {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	_, err = conn.Exec(ctx, statement)
	return err
}
