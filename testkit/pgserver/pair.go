package pgserver

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"
)

// Pair is a primary with a hot standby, which commits do not wait for.
type Pair struct {
	Primary, Standby *Server
	// Address names both servers, for the one that can be written.
	Address string
}

// StartPair starts both servers with the same settings.
func StartPair(ctx context.Context, settings ...string) (p Pair, err error) {
	if p.Primary, err = Start(ctx, "", settings...); err != nil {
		return p, err
	}
	if p.Standby, err = p.Primary.Standby(ctx, "", settings...); err != nil {
		return p, errors.Join(err, p.Primary.Stop())
	}
	hosts := url.QueryEscape(p.Primary.Host() + "," + p.Standby.Host())
	p.Address = "postgres:///postgres?user=postgres&target_session_attrs=read-write&host=" + hosts
	return p, nil
}

// Stop ends both servers and removes their data.
func (p Pair) Stop() error { return errors.Join(p.Standby.Stop(), p.Primary.Stop()) }

// Synchronous makes every commit wait for the standby.
func (p Pair) Synchronous(ctx context.Context) error {
	return errors.Join(execute(ctx, p.Primary.Address, "ALTER SYSTEM SET synchronous_standby_names = '*'"), execute(ctx, p.Primary.Address, "SELECT pg_reload_conf()"))
}

// Part lets the standby receive everything that the primary has committed, and then nothing more. The primary does not notice.
func (p Pair) Part(ctx context.Context) error {
	var at string
	if err := query(ctx, p.Primary.Address, "SELECT pg_current_wal_lsn()::text", &at); err != nil {
		return err
	}
	if err := await(ctx, p.Standby.Address, "SELECT pg_last_wal_replay_lsn() >= '"+at+"'::pg_lsn"); err != nil {
		return err
	}
	for _, statement := range []string{"ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"} {
		if err := execute(ctx, p.Standby.Address, statement); err != nil {
			return err
		}
	}
	return await(ctx, p.Standby.Address, "SELECT count(*) = 0 FROM pg_stat_wal_receiver")
}

// Promote makes the standby the primary. It blocks until the standby can be written.
func (p Pair) Promote(ctx context.Context) error {
	return execute(ctx, p.Standby.Address, "SELECT pg_promote()")
}

// await repeats a question until its answer is true.
func await(ctx context.Context, address, question string) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		var yes bool
		if err := query(ctx, address, question, &yes); err != nil || yes {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func execute(ctx context.Context, address, statement string) error {
	return connected(ctx, address, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, statement)
		return err
	})
}

func query(ctx context.Context, address, statement string, to any) error {
	return connected(ctx, address, func(conn *pgx.Conn) error { return conn.QueryRow(ctx, statement).Scan(to) })
}

func connected(ctx context.Context, address string, do func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	return errors.Join(do(conn), conn.Close(context.WithoutCancel(ctx)))
}
