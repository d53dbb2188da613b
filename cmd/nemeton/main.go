// Command nemeton is the game server and its tools. This package parses arguments; its internal packages wire the server and implement the commands.
package main

import (
	"io"
	"os"
	_ "time/tzdata" // quiet hours need time zones, which small images lack

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // certificate authorities, for images and systems that have none

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/commands"
	"nemeton/cmd/nemeton/internal/wiring"
)

type commandLine struct {
	Serve    wiring.Serve        `cmd:"" help:"Run the game server until a signal stops it."`
	Migrate  commands.Migrate    `cmd:"" help:"Migrate a database to the current schema. serve does this too."`
	Backup   commands.Backup     `cmd:"" help:"Copy an SQLite database while its server runs."`
	Health   commands.ReadyCmd   `cmd:"" help:"Ask a server of this machine whether it is ready. Exit code 0: yes."`
	Doctor   commands.DoctorCmd  `cmd:"" help:"Check the set-up of a server: database, disk, clock, TLS, proxy, limits and versions. Takes the flags of serve, and changes nothing."`
	Restored commands.Restored   `cmd:"" help:"Mark a database as restored to an earlier moment. Backups made by the backup command need no mark."`
	Check    commands.CheckCmd   `cmd:"" help:"Play a short game on a running server, and check what the server promises."`
	Verify   commands.Verify     `cmd:"" help:"Check an exported table (chain, draws, rules), or the running tables of a database before an upgrade."`
	Key      commands.KeyCmd     `cmd:"" help:"Print or rotate the keys with which a server signs exports."`
	Bundle   commands.BundleCmd  `cmd:"" help:"Print the hashes of the web client's files, or compare them with those of a server."`
	Page     commands.CheckPage  `cmd:"" name:"check-page" help:"Print a web page that checks records without a server: nemeton check-page > check.html."`
	History  commands.HistoryCmd `cmd:"" help:"Rebuild the results on the pages of players."`
	Archive  commands.ArchiveCmd `cmd:"" help:"Move the logs of old games to an archive, where the server still reads them, or back."`
	Admin    commands.AdminCmd   `cmd:"" help:"Show tables, people, limits, disk and backups of a server; close a table; ban an address."`
	Version  commands.Version    `cmd:"" help:"Print the version of the program and of the protocol, and the hash of the web client."`
	Licenses commands.Licenses   `cmd:"" help:"Print the license of the program, and of the software and fonts in it."`
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit code.
func run(args []string, out, errs io.Writer) int {
	return cli.Program{
		Name: "nemeton", Description: "Tabletop games for friends, in a browser.", Commands: &commandLine{},
		Options: []kong.Option{wiring.LimitDefaults(), wiring.KeepDefaults()},
	}.Run(args, out, errs)
}
