// Package cli runs the command line of a program.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"nemeton/server/telemetry"
)

// Program describes a command line. Name, Description and Commands are required.
type Program struct {
	Name, Description string
	Commands          any // a pointer to a struct with the tags of kong
	Options           []kong.Option
}

// Streams are the outputs of a command: results go to Out, logs and errors to Errs.
type Streams struct{ Out, Errs io.Writer }

// Run executes one command line and returns the exit code: 0 success, 1 failure, 2 invalid arguments. An Exit has its own code. Commands get a context,
// which the first signal to stop ends, and the Streams.
func (p Program) Run(args []string, out, errs io.Writer) int {
	fail := func(err error) { _, _ = fmt.Fprintln(errs, p.Name+":", telemetry.Redact(PrintableLines(err.Error()))) }
	stopped := -1
	parser, err := kong.New(p.Commands, append([]kong.Option{
		kong.Name(p.Name),
		kong.Description(p.Description),
		kong.Writers(out, errs),
		kong.Exit(func(code int) { stopped = code }),
		kong.UsageOnError(),
	}, p.Options...)...)
	if err != nil {
		fail(err)
		return 1
	}
	if len(args) > 0 && args[0] == "help" {
		args = append(args[1:len(args):len(args)], "--help")
	}
	parsed, err := parser.Parse(args)
	if stopped >= 0 { // --help
		return stopped
	}
	if err != nil {
		fail(err)
		return 2
	}
	for _, flag := range parsed.Flags() {
		if flag.Target.CanInt() && flag.Target.Int() < 0 {
			fail(fmt.Errorf("--%s: %v is less than 0", flag.Name, flag.Target))
			return 2
		}
	}
	ctx, forget := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer forget()
	// The first signal starts a clean stop; the second one ends the program at once.
	context.AfterFunc(ctx, forget)
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.Bind(Streams{Out: out, Errs: errs})
	if err := parsed.Run(); err != nil {
		fail(err)
		if exit := (Exit{}); errors.As(err, &exit) {
			return exit.Code
		}
		return 1
	}
	return 0
}

// Exit is the error of a command whose exit code has a meaning of its own.
type Exit struct {
	Code int
	Err  error
}

func (e Exit) Error() string { return e.Err.Error() }
func (e Exit) Unwrap() error { return e.Err }
