// Command nemeton is the game server and its tools. This file parses arguments; app.go wires the server.
package main

import (
	"io"
	"os"
	_ "time/tzdata" // quiet hours need time zones, which small images lack

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // certificate authorities, for images and systems that have none

	"nemeton/cmd/internal/cli"
)

// commands are the commands with their flags.
type commands struct {
	Serve    serve      `cmd:"" help:"Run the game server until a signal stops it."`
	Migrate  migrate    `cmd:"" help:"Migrate a database to the current schema. serve does this too."`
	Backup   backup     `cmd:"" help:"Copy an SQLite database while its server runs."`
	Health   readyCmd   `cmd:"" help:"Ask a server of this machine whether it is ready. Exit code 0: yes."`
	Doctor   doctorCmd  `cmd:"" help:"Check the set-up of a server: database, disk, clock, TLS, proxy, limits and versions. Takes the flags of serve, and changes nothing."`
	Restored restored   `cmd:"" help:"Mark a database as restored to an earlier moment. Backups made by the backup command need no mark."`
	Check    checkCmd   `cmd:"" help:"Play a short game on a running server, and check what the server promises."`
	Verify   verify     `cmd:"" help:"Check an exported table (chain, draws, rules), or the running tables of a database before an upgrade."`
	Key      keyCmd     `cmd:"" help:"Print or rotate the keys with which a server signs exports."`
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

// run executes one command line and returns the exit code.
func run(args []string, out, errs io.Writer) int {
	return cli.Program{
		Name: "nemeton", Description: "Tabletop games for friends, in a browser.", Commands: &commands{},
		Options: []kong.Option{limitDefaults(), keepDefaults()},
	}.Run(args, out, errs)
}

// streams are the outputs of a command.
type streams = cli.Streams

// exitError is the error of a command whose exit code has a meaning of its own.
type exitError = cli.Exit
