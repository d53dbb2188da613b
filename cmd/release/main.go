// Command release makes the files of a release from a commit. Every machine with the same Go and Node makes the same bytes. The files are programs, packages,
// images, compose files, notices, a parts list, the section of the changelog, and checksums. `make release` runs it from the top of the repository.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// options are the arguments of the command.
type options struct {
	revision  string // of git
	version   string // empty: that of the tag
	out       string // folder of the results
	platforms []platform
}

// parse reads the arguments.
func parse(args []string, errs io.Writer) (options, error) {
	o := options{platforms: allPlatforms}
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.StringVar(&o.revision, "revision", "HEAD", "commit or tag to make the release from")
	flags.StringVar(&o.version, "version", "", "version, as v1.2.3; default: the tag, or the commit and its time")
	flags.StringVar(&o.out, "out", "dist", "folder of the results; it must be empty or missing")
	names := flags.String("platforms", "", "make these platforms alone, as linux/amd64,windows/amd64")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if *names != "" {
		o.platforms = nil
		for name := range strings.SplitSeq(*names, ",") {
			p, err := platformOf(name)
			if err != nil {
				return o, err
			}
			o.platforms = append(o.platforms, p)
		}
	}
	var err error
	o.out, err = filepath.Abs(o.out)
	return o, err
}

// run makes a release in a temporary folder of its own. It fails if the folder of the results is not empty.
func run(ctx context.Context, args []string, log io.Writer) (err error) {
	o, err := parse(args, log)
	if err != nil {
		return err
	}
	if files, err := os.ReadDir(o.out); err == nil && len(files) > 0 {
		return fmt.Errorf("%s is not empty", o.out)
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil { //nolint:gosec // a release is for everybody
		return err
	}
	dir, err := os.MkdirTemp("", "nemeton-release-")
	if err != nil {
		return err
	}
	defer func() {
		if failed := os.RemoveAll(dir); err == nil {
			err = failed
		}
	}()
	from, err := export(ctx, o.revision, filepath.Join(dir, "source"))
	if err != nil {
		return err
	}
	if o.version != "" {
		if from.version, err = parseVersion(o.version); err != nil {
			return err
		}
	}
	r := &release{source: from, out: o.out, work: dir, log: log}
	return r.make(ctx, o.platforms)
}
