package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/jackc/pgx/v5"
)

// EnableTLS gives the server a certificate and its key (PEM), and lets it accept TLS.
func (s *Server) EnableTLS(ctx context.Context, certificate, key []byte) (err error) {
	info, err := os.Stat(s.dir)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return errors.New("the folder has no owner")
	}
	conn, err := pgx.Connect(ctx, s.Address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	for setting, content := range map[string][]byte{"ssl_cert_file": certificate, "ssl_key_file": key} {
		path := filepath.Join(s.dir, setting+".pem")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return err
		}
		if err := os.Chown(path, int(owner.Uid), int(owner.Gid)); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, fmt.Sprintf("ALTER SYSTEM SET %s = '%s'", setting, path)); err != nil {
			return err
		}
	}
	for _, statement := range []string{"ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()"} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
