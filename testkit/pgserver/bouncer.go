package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
)

// ErrNoBouncer names the package to install.
var ErrNoBouncer = errors.New("PgBouncer is not installed: install the Debian package pgbouncer")

// Bouncer is a throwaway PgBouncer in front of a server. It ends at Stop, or when the process that started it dies.
type Bouncer struct {
	dir string
	in  io.WriteCloser
	cmd *exec.Cmd
}

// HasBouncer reports whether PgBouncer is installed.
func HasBouncer() bool { return bouncer() != "" }

func bouncer() string {
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// StartBouncer starts PgBouncer before the server at an address, in a mode (session or transaction) and with more settings (name=value). It blocks until it
// answers. Errors: ErrNoBouncer.
func StartBouncer(ctx context.Context, server, mode string, settings ...string) (*Bouncer, error) {
	program := bouncer()
	if program == "" {
		return nil, ErrNoBouncer
	}
	to, err := pgx.ParseConfig(server)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "nemeton-pgb-")
	if err != nil {
		return nil, err
	}
	b := &Bouncer{dir: dir}
	lines := append([]string{
		"[databases]", fmt.Sprintf("* = host=%s port=%d user=%s", to.Host, to.Port, to.User),
		"[pgbouncer]", "listen_addr =", "listen_port = 6432", "unix_socket_dir = " + dir, "auth_type = any", "pool_mode = " + mode,
		"default_pool_size = 20", "logfile = " + filepath.Join(dir, "log"), "admin_users = postgres",
	}, settings...)
	file := filepath.Join(dir, "ini")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		return nil, err
	}
	account, err := unprivileged(dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	// The shell ends PgBouncer when its input closes, also if this process is killed.
	b.cmd = exec.Command("/bin/sh", "-c", `"$0" -q "$1" & pid=$!; read -r _; kill -INT $pid; wait $pid`, program, file)
	b.cmd.Dir, b.cmd.SysProcAttr = dir, account
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := b.cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := waitReady(ctx, b.Address("pgbouncer"), filepath.Join(dir, "failed")); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "log")) // only adds to the error
		return nil, errors.Join(fmt.Errorf("PgBouncer does not answer: %w\n%s", err, log), b.Stop())
	}
	return b, nil
}

// Address returns the address of a database through PgBouncer.
func (b *Bouncer) Address(database string) string {
	return "postgres:///" + database + "?user=postgres&port=6432&host=" + url.QueryEscape(b.dir)
}

// Stop ends PgBouncer.
func (b *Bouncer) Stop() error {
	err := b.in.Close()
	_ = b.cmd.Wait() // its exit code is that of the signal
	return errors.Join(err, os.RemoveAll(b.dir))
}
