package scratch

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
)

// ErrNoPgbench names the package to install.
var ErrNoPgbench = errors.New("pgbench is not installed: it comes with the Debian package postgresql-contrib or postgresql")

// Rate is a result of pgbench.
type Rate struct {
	PerSecond float64
	Average   time.Duration // of one transaction
}

// OneRow runs pgbench with a number of clients for a duration, rounded down to whole seconds, at least one. Each transaction inserts one row
// into a table of its own in the database, with a prepared statement. The store's appends are compared with this rate.
func OneRow(ctx context.Context, address string, clients int, duration time.Duration) (r Rate, err error) {
	program, err := pgbench()
	if err != nil {
		return r, err
	}
	err = run(ctx, address, "CREATE TABLE IF NOT EXISTS one_row (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note text NOT NULL)")
	if err != nil {
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
		"-T", strconv.Itoa(max(1, int(duration.Seconds()))), "-f", script.Name(), address)
	output, err := cmd.CombinedOutput()
	if err != nil {
		return r, fmt.Errorf("pgbench: %w\n%s", err, output)
	}
	return parseRate(string(output))
}

var (
	rateLine    = regexp.MustCompile(`(?m)^tps = ([0-9.]+)`)
	averageLine = regexp.MustCompile(`(?m)^latency average = ([0-9.]+) ms`)
)

func parseRate(output string) (r Rate, err error) {
	if strings.Contains(output, "actually processed: 0\n") {
		return Rate{}, nil // a short run on a busy machine
	}
	rate, average := rateLine.FindStringSubmatch(output), averageLine.FindStringSubmatch(output)
	if rate == nil || average == nil {
		return r, fmt.Errorf("unexpected output of pgbench:\n%s", output)
	}
	if r.PerSecond, err = strconv.ParseFloat(rate[1], 64); err != nil {
		return r, err
	}
	ms, err := strconv.ParseFloat(average[1], 64)
	r.Average = time.Duration(ms * float64(time.Millisecond))
	return r, err
}

// pgbench returns the path of the program. Debian does not put it on the PATH of all versions.
func pgbench() (string, error) {
	if path, err := exec.LookPath("pgbench"); err == nil {
		return path, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench")
	if err != nil || len(found) == 0 {
		return "", ErrNoPgbench
	}
	return found[len(found)-1], nil
}
