// Package pgserver starts throwaway Postgres servers from the installed binaries, for tests and for measuring.
package pgserver

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

// ErrNone says what to install.
var ErrNone = errors.New("no Postgres server is installed: install the Debian package postgresql, or name a server")

// Fast keeps nothing through a crash of the machine: for tests, which would wait for the disk in vain.
var Fast = []string{"fsync=off", "synchronous_commit=off", "full_page_writes=off"}

// Server is a throwaway Postgres on a Unix socket. It ends with Stop, or when the process that started it dies.
type Server struct {
	Address string // of its database postgres
	dir     string
	in      io.WriteCloser
	cmd     *exec.Cmd
}

// The shell is the server's parent and sits on our end of a pipe: when that closes, by Stop or because we were
// killed, it ends its own child and removes the folder. On the pipe it is told to halt and to resume. Early in its life a server may
// miss the signal, so it is repeated.
const keeper = `trap '' INT TERM HUP
if "$1/initdb" -D "$0/data" -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >"$0/log" 2>&1 </dev/null; then
	bin=$1
	shift
	word=resume
	while
		case $word in
		resume)
			"$bin/postgres" -D "$0/data" -k "$0" -c listen_addresses= -c max_connections=300 "$@" >>"$0/log" 2>&1 </dev/null &
			pid=$!
			;;
		halt)
			for i in 1 2 3 4 5 6 7 8 9 10; do
				kill -QUIT "$pid" 2>/dev/null || break
				sleep 0.2
			done
			wait "$pid"
			;;
		end) break ;;
		esac
	do
		read -r word && continue
		kill -0 "$pid" 2>/dev/null && word=halt || word=end
		exec </dev/null
	done
else
	: >"$0/failed"
	read -r _
fi
rm -rf "$0"`

// Start starts a server with its data in a new folder below the one named (empty: the system's for temporary files). Its
// data does not outlive it. Settings are added to those it comes with: name=value.
func Start(ctx context.Context, below string, settings ...string) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(below, "nemeton-pg-") // short: a socket's path holds about 100 bytes
	if err != nil {
		return nil, err
	}
	who, err := unprivileged(dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s := &Server{dir: dir, Address: "postgres:///postgres?user=postgres&host=" + url.QueryEscape(dir)}
	args := []string{"-c", keeper, dir, bin}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	s.cmd = exec.Command("/bin/sh", args...) //nolint:gosec,noctx // settings are the program's own; it ends by its pipe
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

// Season lets a server that is new write as one does that has been at work for a while: by files of its log that it has no more use for. Where there are
// none it makes the next one, zero by zero, whenever one is full, and all that is to be stored waits. Files is how many there are then, of 16 MB each; the
// server's min_wal_size must have room for them.
func (s *Server) Season(ctx context.Context, files int) (err error) {
	conn, err := pgx.Connect(ctx, s.Address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	for range files {
		// A file in which nothing is written is not left.
		for _, statement := range []string{"SELECT pg_logical_emit_message(false, '', '')", "SELECT pg_switch_wal()"} {
			if _, err := conn.Exec(ctx, statement); err != nil {
				return err
			}
		}
	}
	_, err = conn.Exec(ctx, "CHECKPOINT")
	return err
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

// Halt ends the server as its sudden death would, and waits until it is gone. Its data stays, for Resume; what was committed does
// so where synchronous_commit is on.
func (s *Server) Halt(ctx context.Context) error {
	if _, err := io.WriteString(s.in, "halt\n"); err != nil {
		return err
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, s.Address)
		if err != nil {
			return ctx.Err()
		}
		_ = conn.Close(ctx)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// Resume starts a halted server again, and waits until it answers.
func (s *Server) Resume(ctx context.Context) error {
	if _, err := io.WriteString(s.in, "resume\n"); err != nil {
		return err
	}
	return answers(ctx, s.Address, filepath.Join(s.dir, "failed"))
}

// answers waits until the server can be used. A file named failed means that it never will.
func answers(ctx context.Context, address, failed string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute) // a slow machine must not reach it
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
		return "", ErrNone
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
