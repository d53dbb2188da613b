// Command nemeton is the server, and the tools that go with it. It only reads its arguments; app.go puts the parts together.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// commands are all commands with their flags.
type commands struct {
	Serve   serve      `cmd:"" help:"Serve games until told to stop."`
	Migrate migrate    `cmd:"" help:"Bring a database up to date and stop. Serving does it, too."`
	Backup  backup     `cmd:"" help:"Copy an SQLite store while its server runs."`
	Play    playCmd    `cmd:"" help:"Play whole games on a running server and hold it to the protocol."`
	Bench   bench      `cmd:"" help:"Measure: bots, stores."`
	Torture tortureCmd `cmd:"" help:"Play on a server that is killed again and again, and check that nothing is lost."`
	Verify  verify     `cmd:"" help:"Check an exported table: chain, dice, rules; or the running tables of a database before an upgrade."`
	Version version    `cmd:"" help:"Tell which version this is."`
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run carries out one command line and returns the exit code: 0 done, 1 failed, 2 not understood.
func run(args []string, out, errs io.Writer) int {
	var all commands
	stopped := -1
	parser, err := kong.New(&all,
		kong.Name("nemeton"),
		kong.Description("Tabletop games for friends, in a browser."),
		kong.Writers(out, errs),
		limitDefaults(),
		kong.Exit(func(code int) { stopped = code }),
		kong.UsageOnError(),
	)
	if err != nil {
		_, _ = fmt.Fprintln(errs, "nemeton:", err)
		return 1
	}
	parsed, err := parser.Parse(args)
	if stopped >= 0 { // --help
		return stopped
	}
	if err != nil {
		_, _ = fmt.Fprintln(errs, "nemeton:", err)
		return 2
	}
	ctx, forget := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer forget()
	// The first signal ends work in good order; a second one ends it at once.
	context.AfterFunc(ctx, forget)
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.Bind(streams{out: out, errs: errs})
	if err := parsed.Run(); err != nil {
		_, _ = fmt.Fprintln(errs, "nemeton:", err)
		return 1
	}
	return 0
}

// streams is where commands write: what was asked for to out, what happens meanwhile to errs.
type streams struct{ out, errs io.Writer }
