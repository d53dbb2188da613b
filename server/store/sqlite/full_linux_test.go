package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"nemeton/server/store/sqlite"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// fullEnv is the environment variable that turns the test binary into a process that opens a store on a disk without room for its index.
const fullEnv = "NEMETON_TEST_FULL"

func init() {
	path := os.Getenv(fullEnv)
	if path == "" {
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	page := syscall.Rlimit{Cur: 4096, Max: 4096}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &page); err != nil {
		panic(err)
	}
	_, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	fmt.Println(err) // to a pipe, which the limit does not cover
	os.Exit(0)
}

// A limit on the size of files stands for a disk that is full at the start. The error names the cause; SQLite alone says "disk I/O error".
func TestOpen_FullDisk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	must.Succeed(t, open(t, path).Close())
	other := exec.CommandContext(t.Context(), os.Args[0])
	other.Env = append(os.Environ(), fullEnv+"="+path)
	expect.Contains(t, string(must.Return(other.Output())(t)), "the disk is full")
}
