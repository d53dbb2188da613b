// Command nemeton is the game server and its tools. This file parses arguments; app.go wires the server.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // quiet hours need time zones, which small images lack

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // certificate authorities, for images and systems that have none

	"nemeton/server/telemetry"
)

// commands are the commands with their flags.
type commands struct {
	Serve    serve      `cmd:"" help:"Run the game server until a signal stops it."`
	Migrate  migrate    `cmd:"" help:"Migrate a database to the current schema. serve does this too."`
	Backup   backup     `cmd:"" help:"Copy an SQLite database while its server runs."`
	Health   readyCmd   `cmd:"" help:"Ask a server of this machine whether it is ready. Exit code 0: yes."`
	Doctor   doctorCmd  `cmd:"" help:"Check the set-up of a server: database, disk, clock, TLS, proxy, limits and versions. Takes the flags of serve, and changes nothing."`
	Restored restored   `cmd:"" help:"Mark a database as restored to an earlier moment. Backups made by the backup command need no mark."`
	Play     playCmd    `cmd:"" help:"Play whole games on a running server and check the protocol."`
	Bench    bench      `cmd:"" help:"Measure bots, servers and stores."`
	Torture  tortureCmd `cmd:"" help:"Play on a server that is killed again and again, and check that no move is lost."`
	Verify   verify     `cmd:"" help:"Check an exported table (chain, draws, rules), or the running tables of a database before an upgrade."`
	Key      keyCmd     `cmd:"" help:"Print or rotate the keys with which a server signs exports."`
	Log      logCmd     `cmd:"" help:"Check the transparency log of a server."`
	Bundle   bundleCmd  `cmd:"" help:"Print the hashes of the web client's files, or compare them with those of a server."`
	Page     checkPage  `cmd:"" name:"check-page" help:"Print a web page that checks records without a server: nemeton check-page > check.html."`
	History  historyCmd `cmd:"" help:"Rebuild the results on the pages of players."`
	Admin    adminCmd   `cmd:"" help:"Show tables, people, limits, disk and backups of a server; close a table; ban an address."`
	Reports  reportsCmd `cmd:"" help:"List and close the chat messages that people have reported."`
	Version  version    `cmd:"" help:"Print the version of the program and of the protocol, and the hash of the web client."`
	Licenses licenses   `cmd:"" help:"Print the license of the program, and of the software and fonts in it."`
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit code: 0 success, 1 failure, 2 invalid arguments. An exitError has its own code.
func run(args []string, out, errs io.Writer) int {
	var all commands
	stopped := -1
	parser, err := kong.New(&all,
		kong.Name("nemeton"),
		kong.Description("Tabletop games for friends, in a browser."),
		kong.Writers(out, errs),
		limitDefaults(), keepDefaults(),
		kong.Exit(func(code int) { stopped = code }),
		kong.UsageOnError(),
	)
	if err != nil {
		_, _ = fmt.Fprintln(errs, "nemeton:", telemetry.Redact(err.Error()))
		return 1
	}
	parsed, err := parser.Parse(args)
	if stopped >= 0 { // --help
		return stopped
	}
	if err != nil {
		_, _ = fmt.Fprintln(errs, "nemeton:", telemetry.Redact(err.Error()))
		return 2
	}
	ctx, forget := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer forget()
	// The first signal starts a clean stop; the second one ends the program at once.
	context.AfterFunc(ctx, forget)
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.Bind(streams{out: out, errs: errs})
	if err := parsed.Run(); err != nil {
		_, _ = fmt.Fprintln(errs, "nemeton:", telemetry.Redact(err.Error()))
		if exit := (exitError{}); errors.As(err, &exit) {
			return exit.code
		}
		return 1
	}
	return 0
}

// exitError is the error of a command whose exit code has a meaning of its own.
type exitError struct {
	code int
	error
}

func (e exitError) Unwrap() error { return e.error }

// streams are the outputs of a command: results go to out, logs and errors to errs.
type streams struct{ out, errs io.Writer }
