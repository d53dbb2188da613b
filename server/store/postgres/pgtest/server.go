// Package pgtest lends tests a Postgres database each. It starts a throwaway server from the installed binaries, or uses
// the one that NEMETON_TEST_POSTGRES names, and copies databases from a migrated template.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Env names the address of a server to use instead of starting one.
const Env = "NEMETON_TEST_POSTGRES"

// ErrNoPostgres says what to install.
var ErrNoPostgres = errors.New("no Postgres server is installed: install the Debian package postgresql, or set " + Env)

// Server is a throwaway Postgres on a Unix socket. It ends with Stop, or when the process that started it dies.
type Server struct {
	Address string // of its database postgres
	in      io.Closer
	cmd     *exec.Cmd
}

// The shell is the server's parent and sits on our end of a pipe: when that closes, by Stop or because we were
// killed, it ends its own child and removes the folder. Early in its life a server may miss the signal, so it is repeated.
const keeper = `trap '' INT TERM HUP
if "$1/initdb" -D "$0/data" -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >"$0/log" 2>&1 </dev/null; then
	"$1/postgres" -D "$0/data" -k "$0" -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
		-c max_connections=300 >>"$0/log" 2>&1 </dev/null &
	pid=$!
	read -r _
	for i in 1 2 3 4 5 6 7 8 9 10; do
		kill -QUIT "$pid" 2>/dev/null || break
		sleep 0.2
	done
	wait "$pid"
else
	: >"$0/failed"
	read -r _
fi
rm -rf "$0"`

// Start starts a server. Its data does not outlive it.
func Start(ctx context.Context) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "nemeton-pg-") // short: a socket's path holds about 100 bytes
	if err != nil {
		return nil, err
	}
	who, err := unprivileged(dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s := &Server{Address: "postgres:///postgres?user=postgres&host=" + url.QueryEscape(dir)}
	s.cmd = exec.Command("/bin/sh", "-c", keeper, dir, bin) // no context: it ends by its pipe
	s.cmd.Dir, s.cmd.SysProcAttr = dir, who
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := s.cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := answers(ctx, s.Address, filepath.Join(dir, "failed")); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "log")) // the best there is
		return nil, errors.Join(fmt.Errorf("postgres does not answer: %w\n%s", err, log), s.Stop())
	}
	return s, nil
}

// Stop ends the server and removes its data.
func (s *Server) Stop() error {
	err := s.in.Close()
	var exit *exec.ExitError
	if ended := s.cmd.Wait(); ended != nil && !errors.As(ended, &exit) {
		err = errors.Join(err, ended)
	}
	return err
}

// answers waits until the server can be used. A file named failed means that it never will.
func answers(ctx context.Context, address, failed string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, address)
		if err == nil {
			return conn.Close(ctx)
		}
		if _, bad := os.Stat(failed); bad == nil {
			return errors.New("initdb failed")
		}
		select {
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
	}
}

// binaries finds the folder of initdb and postgres, which Debian keeps off the PATH.
func binaries() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	initdb, err := exec.LookPath("initdb")
	if err != nil {
		return "", ErrNoPostgres
	}
	if initdb, err = filepath.EvalSymlinks(initdb); err != nil {
		return "", err
	}
	return filepath.Dir(initdb), nil
}

// unprivileged gives the folder to a user other than root, whom Postgres refuses to serve, and says how to become that
// user; nil where we are not root.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	if err := os.Chown(dir, int(uid), int(gid)); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}
