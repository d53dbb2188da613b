package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/bundle"
	"nemeton/web"
)

// BundleCmd is the command for the web client in this program.
type BundleCmd struct {
	List  bundleList  `cmd:"" default:"1" help:"Print the files of the web client in this program, each with its SHA-256."`
	Check bundleCheck `cmd:"" help:"Fetch the web client from a server, and compare it with the one in this program."`
}

type bundleList struct{}

type bundleCheck struct {
	Server string `arg:"" help:"Server: http://... or https://..."`
	Hash   string `placeholder:"HEX" help:"Hash of the bundle that the server should serve, as its release states it. Default: that of this program."`
}

func (*bundleCheck) Help() string {
	return `Exit codes:
  0  the server serves this client
  1  at least one file differs
  2  the comparison was not possible: the server cannot be asked, or does not publish the list with the given hash`
}

var (
	errOtherBundle = cli.Exit{Code: exitWrong, Err: errors.New("the server serves another web client")}
	errNoClient    = errors.New("this program was built without its web client")
)

func bundleVersion() string {
	if !ClientBuilt() {
		return "none: " + errNoClient.Error()
	}
	return bundle.Hash([]byte(wiring.OwnBundle()))
}

// ClientBuilt reports whether the client was built before the program.
func ClientBuilt() bool {
	_, err := fs.Stat(web.Client(), "index.html")
	return err == nil
}

// Run prints the list. Its SHA-256 is the hash of the bundle.
func (bundleList) Run(to cli.Streams) error {
	if !ClientBuilt() {
		return errNoClient
	}
	_, err := fmt.Fprint(to.Out, wiring.OwnBundle())
	return err
}

func (c *bundleCheck) Run(ctx context.Context, to cli.Streams) error {
	r, list, err := c.check(ctx)
	if err != nil {
		return cli.Exit{Code: exitUnreadable, Err: err}
	}
	for _, f := range r.Faults {
		if _, err := fmt.Fprintf(to.Out, "DIFFERENT: %s: %s\n", f.Path, cli.Printable(f.Detail)); err != nil {
			return err
		}
	}
	want := bundle.Hash([]byte(list))
	if len(r.Faults) > 0 {
		if r.Stated != "" && r.Stated != want {
			_, err = fmt.Fprintf(to.Out, "the server states the bundle %s. If that is the hash of a release, check again with --hash\n", r.Stated)
		}
		return errors.Join(errOtherBundle, err)
	}
	_, err = fmt.Fprintf(to.Out, "the server serves the bundle %s: %d files and %d pages are the same\n%s\n", want, r.Files, r.Pages,
		"this check cannot find a server that sends another page to some readers only")
	return err
}

func (c *bundleCheck) check(ctx context.Context) (r bundle.Report, list string, err error) {
	checker := bundle.NewChecker(c.Server)
	defer checker.Close()
	if c.Hash != "" {
		list, err = checker.Published(ctx, c.Hash)
	} else if list = wiring.OwnBundle(); !ClientBuilt() {
		err = errNoClient
	}
	if err != nil {
		return r, list, err
	}
	r, err = checker.Check(ctx, list)
	return r, list, err
}
