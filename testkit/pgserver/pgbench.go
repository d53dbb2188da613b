package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNoPgbench says what to install.
var ErrNoPgbench = errors.New("pgbench is not installed: it comes with the Debian package postgresql-contrib or postgresql")

// Rate is what pgbench found.
type Rate struct {
	PerSecond float64
	Average   time.Duration // of one transaction
}

// OneRow is what the store is measured against: pgbench with a number of clients, each inserting one row a transaction, as a
// prepared statement, into a table of its own in the database.
func OneRow(ctx context.Context, address string, clients int, during time.Duration) (r Rate, err error) {
	program, err := pgbench()
	if err != nil {
		return r, err
	}
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return r, err
	}
	_, err = conn.Exec(ctx, "CREATE TABLE IF NOT EXISTS one_row (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note text NOT NULL)")
	if err = errors.Join(err, conn.Close(ctx)); err != nil {
		return r, err
	}
	script, err := os.CreateTemp("", "nemeton-pgbench-")
	if err != nil {
		return r, err
	}
	defer func() { _ = os.Remove(script.Name()) }()
	_, err = script.WriteString("INSERT INTO one_row (note) VALUES ('one row of a table');\n")
	if err = errors.Join(err, script.Close()); err != nil {
		return r, err
	}
	cmd := exec.CommandContext(ctx, program, "-n", "-M", "prepared", "-c", strconv.Itoa(clients), "-j", strconv.Itoa(min(clients, 2)), //nolint:gosec // pgbench, with numbers
		"-T", strconv.Itoa(max(1, int(during.Seconds()))), "-f", script.Name(), address)
	said, err := cmd.CombinedOutput()
	if err != nil {
		return r, fmt.Errorf("pgbench: %w\n%s", err, said)
	}
	return readRate(string(said))
}

var (
	rateLine    = regexp.MustCompile(`(?m)^tps = ([0-9.]+)`)
	averageLine = regexp.MustCompile(`(?m)^latency average = ([0-9.]+) ms`)
)

func readRate(said string) (r Rate, err error) {
	if strings.Contains(said, "actually processed: 0\n") {
		return Rate{}, nil // a short time on a busy machine
	}
	rate, average := rateLine.FindStringSubmatch(said), averageLine.FindStringSubmatch(said)
	if rate == nil || average == nil {
		return r, fmt.Errorf("pgbench said something new:\n%s", said)
	}
	if r.PerSecond, err = strconv.ParseFloat(rate[1], 64); err != nil {
		return r, err
	}
	ms, err := strconv.ParseFloat(average[1], 64)
	r.Average = time.Duration(ms * float64(time.Millisecond))
	return r, err
}

// pgbench finds the program beside the server's, or on the PATH.
func pgbench() (string, error) {
	if bin, err := binaries(); err == nil {
		if path := filepath.Join(bin, "pgbench"); executable(path) {
			return path, nil
		}
	}
	path, err := exec.LookPath("pgbench")
	if err != nil {
		return "", ErrNoPgbench
	}
	return path, nil
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&0o111 != 0
}
