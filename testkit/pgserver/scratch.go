package pgserver

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Scratch makes a database of its own on the server that the address names. Drop removes it, whoever is still connected.
func Scratch(ctx context.Context, server string) (address string, drop func() error, err error) {
	name := "nemeton_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	if err := Run(ctx, server, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'UTF8'"); err != nil {
		return "", nil, err
	}
	drop = func() error {
		return Run(context.WithoutCancel(ctx), server, "DROP DATABASE "+name+" WITH (FORCE)")
	}
	return On(server, name), drop, nil
}

// On is the address of another database of a server.
func On(server, database string) string {
	u, err := url.Parse(server)
	if err != nil {
		return server // Connect will say what is wrong with it
	}
	u.Path = "/" + database
	return u.String()
}

// Run carries out one statement on a connection of its own.
func Run(ctx context.Context, address, statement string) (err error) {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	_, err = conn.Exec(ctx, statement)
	return err
}
