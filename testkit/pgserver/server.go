// Package pgserver starts throwaway Postgres servers from the installed binaries, for tests and measurements. It needs Unix.
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
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNone names the package to install.
var ErrNone = errors.New("no Postgres server is installed: install the Debian package postgresql, or name a server")

// Fast are settings for tests: commits do not wait for the disk, so a crash of the machine loses them.
var Fast = []string{"fsync=off", "synchronous_commit=off", "full_page_writes=off"}

// Server is a throwaway Postgres on a Unix socket. It ends at Stop, or when the process that started it dies.
type Server struct {
	Address string // of the database postgres
	dir     string
	in      io.WriteCloser
	cmd     *exec.Cmd
}

// supervisor is a shell script that is the server's parent and reads commands from a pipe: halt and resume. If the pipe closes, because of
// Stop or because the test process was killed, the script ends the server and removes the folder. It repeats the signal, because a server
// that has just started may miss it.
const supervisor = `trap '' INT TERM HUP
if [ -n "$2" ]; then
	"$1/pg_basebackup" -h "$2" -U postgres -D "$0/data" -R -X stream -c fast --no-sync >"$0/log" 2>&1 </dev/null
else
	"$1/initdb" -D "$0/data" -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >"$0/log" 2>&1 </dev/null
fi
if [ $? = 0 ]; then
	bin=$1
	shift 2
	command=resume
	while
		case $command in
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
		read -r command && continue
		kill -0 "$pid" 2>/dev/null && command=halt || command=end
		exec </dev/null
	done
else
	: >"$0/failed"
	read -r _
fi
rm -rf "$0"`

// Start starts a server with its data in a new folder below parent (empty: the folder for temporary files). It blocks until the server
// answers. Settings (name=value) override the server's defaults. The data is removed when the server ends. Errors: ErrNone.
func Start(ctx context.Context, parent string, settings ...string) (*Server, error) {
	return start(ctx, parent, "", settings)
}

// Standby starts a hot standby of the server. It follows the server until SELECT pg_promote() makes it the primary.
func (s *Server) Standby(ctx context.Context, parent string, settings ...string) (*Server, error) {
	return start(ctx, parent, s.dir, settings)
}

// Host returns the folder of the server's socket, which is the host of its addresses.
func (s *Server) Host() string { return s.dir }

// start starts a server with an empty database, or a standby of the server with its socket in the folder primary.
func start(ctx context.Context, parent, primary string, settings []string) (*Server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, "nemeton-pg-") // short: the path of a socket has at most about 100 bytes
	if err != nil {
		return nil, err
	}
	account, err := unprivileged(dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	s := &Server{dir: dir, Address: "postgres:///postgres?user=postgres&host=" + url.QueryEscape(dir)}
	for _, setting := range settings {
		if port, ok := strings.CutPrefix(setting, "port="); ok {
			s.Address += "&port=" + port
		}
	}
	args := []string{"-c", supervisor, dir, bin, primary}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	s.cmd = exec.Command("/bin/sh", args...)
	s.cmd.Dir, s.cmd.SysProcAttr = dir, account
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := s.cmd.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := waitReady(ctx, s.Address, filepath.Join(dir, "failed")); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "log")) // only adds to the error
		return nil, errors.Join(fmt.Errorf("postgres does not answer: %w\n%s", err, log), s.Stop())
	}
	return s, nil
}

// walFile is the size of a WAL file in MB.
const walFile = 16

// StartSeasoned starts a durable server that writes as one that has run for a while: it reuses that many WAL files. A new server must fill each
// new file with zeros first, and all commits wait for that.
func StartSeasoned(ctx context.Context, parent string, files int) (*Server, error) {
	s, err := Start(ctx, parent, fmt.Sprintf("min_wal_size=%dMB", walFile*(files+5)), fmt.Sprintf("max_wal_size=%dMB", 2*walFile*(files+32)))
	if err != nil {
		return nil, err
	}
	if err := s.fillWAL(ctx, files); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// fillWAL makes that many WAL files and lets the server recycle them.
func (s *Server) fillWAL(ctx context.Context, files int) (err error) {
	conn, err := pgx.Connect(ctx, s.Address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	for range files {
		// The server does not switch from a file that has no content.
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

// Halt ends the server as a crash would and blocks until it is gone. The data stays for Resume: all of it if synchronous_commit is on.
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

// Resume starts a halted server again and blocks until it answers.
func (s *Server) Resume(ctx context.Context) error {
	if _, err := io.WriteString(s.in, "resume\n"); err != nil {
		return err
	}
	return waitReady(ctx, s.Address, filepath.Join(s.dir, "failed"))
}

// waitReady blocks until the server answers, for at most five minutes, which a slow machine does not need. If the file failed exists, the server cannot start.
func waitReady(ctx context.Context, address, failed string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		conn, err := pgx.Connect(ctx, address)
		if err == nil {
			return conn.Close(ctx)
		}
		if _, statErr := os.Stat(failed); statErr == nil {
			return errors.New("initdb failed")
		}
		select {
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
	}
}

// binaries returns the folder of initdb and postgres. Debian does not put it on the PATH.
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

// unprivileged gives the folder to a user without privileges, because Postgres refuses to run as root. It returns the attributes of a process
// of that user; nil if this process is not root.
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
