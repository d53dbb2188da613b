package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"nemeton/cmd/internal/cli"
	"nemeton/engine/catalog"
	"nemeton/engine/export"
	"nemeton/server/signedexport"
)

// Verify is the command that checks an exported table, or the running tables and archived logs of a database.
type Verify struct {
	Export    string   `arg:"" optional:"" help:"Export of a finished table: a file or a URL (…/api/v1/tables/ID/export)."`
	All       bool     `help:"Check a database instead. Would the current rules decide the running tables the same way, and is every archived log intact? Stop the server first."`
	Database  string   `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database for --all: sqlite:PATH or postgres://..."`
	SecretKey string   `env:"NEMETON_SECRET_KEY" placeholder:"KEY" help:"Key of a server that encrypts the secrets of its tables, for --all."`
	Archive   string   `env:"NEMETON_ARCHIVE" placeholder:"DIRECTORY" help:"Archive of the server, for --all: a directory, or the URL of a bucket."`
	Key       []string `name:"key" placeholder:"VERIFIER" help:"Verifier key of the server that must have signed the export, as its operator gave it to you ('nemeton key'). May be repeated."`
	JSON      bool     `name:"json" help:"Print JSON: one object, or with --all one object per line."`
}

func (*Verify) Help() string {
	return `Exit codes:
  0  everything was checked and holds
  1  something is wrong
  2  the input cannot be read: a missing file, an HTTP error, or no export of a known format
  3  NOT CHECKED: no fault was found, but older rules or older chance decided some of it, or the title is unknown. A forged record can have this result`
}

// These are the exit codes of verify, besides 0.
const (
	exitWrong      = 1
	exitUnreadable = 2
	exitNotJudged  = 3
)

var (
	// ErrNotVerified means that the check found something wrong.
	ErrNotVerified = cli.Exit{Code: exitWrong, Err: errors.New("the check failed")}
	errUnreadable  = cli.Exit{Code: exitUnreadable, Err: errors.New("the input cannot be read")}
	// ErrNotJudged means that some part could not be checked.
	ErrNotJudged   = cli.Exit{Code: exitNotJudged, Err: errors.New("not everything was checked")}
	errExportOrAll = cli.Exit{Code: exitUnreadable, Err: errors.New("expected an export or --all")}
	errTooLarge    = errors.New("the export is too large")
)

// verdictErrors has the error, and with it the exit code, of each verdict.
var verdictErrors = map[export.Verdict]error{
	export.Holds: nil, export.Wrong: ErrNotVerified, export.Unreadable: errUnreadable, export.NotJudged: ErrNotJudged,
}

// ExportLimit is the size of the largest export that can be read, in bytes. The longest games need a few megabytes.
const ExportLimit = 64 << 20

// Run checks. The exit code of its error is that of the verdict. All errors that prevent a check count as unreadable input.
func (c *Verify) Run(ctx context.Context, to cli.Streams) error {
	if c.All == (c.Export != "") {
		return errExportOrAll
	}
	check := c.checkExport
	if c.All {
		check = c.checkAll
	}
	err := check(ctx, to)
	if exit := (cli.Exit{}); err != nil && !errors.As(err, &exit) {
		return cli.Exit{Code: exitUnreadable, Err: err}
	}
	return err
}

func (c *Verify) checkExport(ctx context.Context, to cli.Streams) error {
	if err := signedexport.CheckKeys(c.Key); err != nil {
		return err
	}
	raw, err := fetch(ctx, c.Export)
	if err != nil {
		return err
	}
	r := export.Check(raw, catalog.Find)
	signed := checkSignature(raw, c.Key, &r)
	if c.JSON {
		err = json.NewEncoder(to.Out).Encode(signedReport{r, signed})
	} else if err = printReport(to.Out, r); err == nil && r.Fault == nil {
		err = printSignature(to.Out, signed)
	}
	if err != nil {
		return err
	}
	return verdictErrors[r.Verdict]
}

func printReport(w io.Writer, r export.Report) error {
	if f := r.Fault; f != nil {
		verdict, where := "INVALID", ""
		if r.Verdict == export.Unreadable {
			verdict = "UNREADABLE"
		}
		if f.Seq > 0 {
			where = fmt.Sprintf(" at entry %d", f.Seq)
		}
		_, err := fmt.Fprintf(w, "%s: %s%s: %s\n", verdict, f.Check, where, cli.Printable(f.Detail))
		return err
	}
	head, result, judged := "", "the export is valid", fmt.Sprintf("%d entries decided again by the current rules, with identical bytes", r.Decided)
	if r.Verdict == export.NotJudged {
		result = "no success, because a forged record can have the same result"
		head = "NOT CHECKED: "
		if r.Older > 0 {
			judged += fmt.Sprintf("; %d state older rules than those of this program, which nothing in a record proves", r.Older)
		}
		if !r.Known {
			judged = "this program does not know the title, so no entry was decided again, and the outcome was not checked"
		}
	}
	if o := r.Origin; o != nil {
		judged += fmt.Sprintf("\nit is played on from entry %d of table %s, whose log up to there is checked as well; the record of that table has the hash %s there", o.Seq, cli.Printable(o.Table), o.Head)
	}
	_, err := fmt.Fprintf(w, "%s%s, table %s: %s\n%d entries form a valid chain, and %d draws follow from the secret and the contributions\n%s\n%s\n%s %s\n",
		head, cli.Printable(r.Title), cli.Printable(r.Table), result, r.Entries, r.Draws, restores(r.Restores), judged,
		"compare this fingerprint with the one on the table's page before the start:", r.Fingerprint)
	return err
}

// restores describes how often entries were lost.
func restores(n int) string {
	switch n {
	case 0:
		return "the table was never restored to an earlier moment"
	case 1:
		return "the table was restored to an earlier moment once; later draws use new entropy"
	default:
		return fmt.Sprintf("the table was restored to an earlier moment %d times; later draws use new entropy", n)
	}
}

// fetch reads a file or a URL. It fails if there are more than exportLimit bytes.
func fetch(ctx context.Context, from string) ([]byte, error) {
	if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") {
		file, err := os.Open(from)
		if err != nil {
			return nil, err
		}
		defer func() { _ = file.Close() }()
		return readLimited(file)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("GET %s: %s", from, response.Status)
	}
	return readLimited(response.Body)
}

// readLimited reads everything, and fails if it is more than exportLimit bytes.
func readLimited(from io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(from, ExportLimit+1))
	if err == nil && len(raw) > ExportLimit {
		err = errTooLarge
	}
	return raw, err
}
