package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"nemeton/engine/catalog"
	"nemeton/engine/export"
	"nemeton/server/audit"
	"nemeton/server/notary"
	"nemeton/server/store/dial"
)

// verify is the command that checks an exported table, or the running tables of a database.
type verify struct {
	Export    string   `arg:"" optional:"" help:"Export of a finished table: a file or a URL (…/api/v1/tables/ID/export)."`
	All       bool     `help:"Check the running tables of a database instead: would the current rules decide them the same way? Stop the server first."`
	Database  string   `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database for --all: sqlite:PATH or postgres://..."`
	SecretKey string   `env:"NEMETON_SECRET_KEY" placeholder:"KEY" help:"Key of a server that encrypts the secrets of its tables, for --all."`
	Key       []string `name:"key" placeholder:"VERIFIER" help:"Verifier key of the server that must have signed the export, as its operator gave it to you ('nemeton key'). May be repeated."`
	JSON      bool     `name:"json" help:"Print JSON: one object, or with --all one object per line."`
}

var (
	errNotVerified = errors.New("the check failed")
	errExportOrAll = errors.New("expected an export or --all")
)

// exportLimit is the largest export in bytes. The longest games need a few megabytes.
const exportLimit = 64 << 20

// Run checks. It fails if a check fails or the input cannot be read.
func (c *verify) Run(ctx context.Context, to streams) error {
	if c.All == (c.Export != "") {
		return errExportOrAll
	}
	if c.All {
		return c.checkRunning(ctx, to)
	}
	if err := notary.CheckKeys(c.Key); err != nil {
		return err
	}
	raw, err := fetch(ctx, c.Export)
	if err != nil {
		return err
	}
	r := export.Check(raw, catalog.Find)
	signed := checkSignature(raw, c.Key, &r)
	if c.JSON {
		err = json.NewEncoder(to.out).Encode(signedReport{r, signed})
	} else if err = printReport(to.out, r); err == nil && r.Fault == nil {
		err = printSignature(to.out, signed)
	}
	if err == nil && r.Fault != nil {
		return errNotVerified
	}
	return err
}

// printReport prints the result of a check.
func printReport(w io.Writer, r export.Report) error {
	if f := r.Fault; f != nil {
		where := ""
		if f.Seq > 0 {
			where = fmt.Sprintf(" at entry %d", f.Seq)
		}
		_, err := fmt.Fprintf(w, "INVALID: %s%s: %s\n", f.Check, where, f.Detail)
		return err
	}
	judged := fmt.Sprintf("%d entries decided again by the current rules, with identical bytes", r.Decided)
	switch {
	case !r.Known:
		judged = "this program does not know the title, so no entry was decided again"
	case r.Older > 0:
		judged += fmt.Sprintf("; %d were decided by an older version of the rules and only applied", r.Older)
	}
	_, err := fmt.Fprintf(w, "%s, table %s: the export is valid\n%d entries form a valid chain, and %d draws follow from the secret and the contributions\n%s\n%s\n",
		r.Title, r.Table, r.Entries, r.Draws, restores(r.Restores), judged)
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

// checkRunning checks the running tables of a database.
func (c *verify) checkRunning(ctx context.Context, to streams) error {
	s, err := dial.Open(ctx, c.Database, dial.Options{SecretKey: []byte(c.SecretKey)})
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	count := map[audit.Verdict]int{}
	encode := json.NewEncoder(to.out)
	err = audit.Running(ctx, s, catalog.Find, func(f audit.Finding) error {
		count[f.Verdict]++
		if c.JSON {
			return encode.Encode(f)
		}
		if f.Verdict == audit.Same {
			return nil
		}
		_, err := fmt.Fprintf(to.out, "%s %s: %s at entry %d: %s\n", f.Title, f.Table, f.Verdict, f.Seq, f.Detail)
		return err
	})
	if err != nil {
		return err
	}
	if !c.JSON {
		_, err = fmt.Fprintf(to.out, "%d running tables decide the same, %d decide differently, %d are damaged, %d have unknown titles\n",
			count[audit.Same], count[audit.Other], count[audit.Damaged], count[audit.Unknown])
	}
	if err == nil && count[audit.Other]+count[audit.Damaged] > 0 {
		return errNotVerified
	}
	return err
}

// fetch reads a file or a URL.
func fetch(ctx context.Context, from string) ([]byte, error) {
	if !strings.HasPrefix(from, "http://") && !strings.HasPrefix(from, "https://") {
		return os.ReadFile(from)
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
	return io.ReadAll(io.LimitReader(response.Body, exportLimit))
}
