// Command pgrun starts a throwaway Postgres server, runs a command with the server's address in NEMETON_TEST_POSTGRES, and stops the
// server. It exits with the command's code. If NEMETON_TEST_POSTGRES is set already, the command gets that server.
//
//	go run ./testkit/pgtest/pgrun go test ./...
//	go run ./testkit/pgtest/pgrun -durable sh -c 'nemeton-lab bench store --store "$NEMETON_TEST_POSTGRES"'
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"nemeton/testkit/pgserver"
	"nemeton/testkit/pgtest"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "pgrun:", err)
	}
	os.Exit(code)
}

func run(args []string) (code int, err error) {
	flags := flag.NewFlagSet("pgrun", flag.ContinueOnError)
	durable := flags.Bool("durable", false, "sync every commit to the disk, as a production server does")
	dir := flags.String("dir", "", "folder of the server's data (default: the folder for temporary files)")
	season := flags.Int("season", 60, "with -durable: number of WAL files, of 16 MB each, that the server can reuse at the start, as one that has run for a while; 0: it creates each when it needs it")
	if err := flags.Parse(args); err != nil {
		return 2, nil // the flag package has printed the reason
	}
	if flags.NArg() == 0 {
		return 2, errors.New("no command is given")
	}
	// A signal ends the command; the server stops after the command.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	address := os.Getenv(pgtest.Env)
	if address == "" {
		start := func() (*pgserver.Server, error) { return pgserver.Start(ctx, *dir, pgserver.Fast...) }
		if *durable {
			start = func() (*pgserver.Server, error) { return pgserver.StartSeasoned(ctx, *dir, *season) }
		}
		server, err := start()
		if err != nil {
			return 1, err
		}
		defer func() { err = errors.Join(err, server.Stop()) }()
		address = server.Address
	}
	cmd := exec.CommandContext(ctx, flags.Arg(0), flags.Args()[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), pgtest.Env+"="+address)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		return max(exit.ExitCode(), 1), nil
	} else if err != nil {
		return 1, err
	}
	return 0, nil
}
