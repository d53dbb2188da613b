package postgres

import (
	"context"
	"crypto/tls"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// readOnly is the code of a refused change: the server is a standby, or the former primary after a failover.
const readOnly = "25006"

// endsConnection reports whether a connection that answers this code is lost: the server is read-only or ends, or the connection has failed.
func endsConnection(code string) bool {
	return code == readOnly || strings.HasPrefix(code, "57P0") || strings.HasPrefix(code, "08")
}

// keepConnection returns a handler of the server's errors, which returns false to close the connection. Such a connection must not go back to the pool: it
// would fail again, and its reads would be old. If the server is read-only, all connections lead to the same server, so none of them is used again.
func (s *Store) keepConnection(before pgconn.PgErrorHandler) pgconn.PgErrorHandler {
	return func(conn *pgconn.PgConn, failure *pgconn.PgError) bool {
		if failure.Code == readOnly && s.opened.Load() {
			s.pool.Reset()
			s.appendPool.Reset()
		}
		return !endsConnection(failure.Code) && before(conn, failure)
	}
}

// refusal is fail for the start: a server that answers, and refuses this program, is no passing outage. An operator has to change something.
func refusal(ctx context.Context, err error) error {
	var certificate *tls.CertificateVerificationError
	switch c := code(err); {
	case err == nil || ctx.Err() != nil:
	case errors.As(err, &certificate), c == "08P01", c == "3D000", strings.HasPrefix(c, "28"), strings.HasPrefix(c, "42"):
		return err
	}
	return fail(ctx, err)
}
