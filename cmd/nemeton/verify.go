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
	"nemeton/server/store/dial"
)

// verify checks a finished table that was exported, or the running tables of a database.
type verify struct {
	Export    string `arg:"" optional:"" help:"The export of a finished table: a file, or the address of one (…/api/v1/tables/ID/export)."`
	All       bool   `help:"Check the running tables of a database instead: which would today's rules have decided otherwise? Stop the server first."`
	Database  string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"The database of --all: sqlite:PATH or postgres://..."`
	SecretKey string `env:"NEMETON_SECRET_KEY" placeholder:"KEY" help:"The key of a server that encrypts its tables' secrets, for --all."`
	JSON      bool   `name:"json" help:"Print JSON: one object, or one a line with --all."`
}

var (
	errNotVerified = errors.New("the check failed")
	errExportOrAll = errors.New("name an export, or --all")
)

// exportLimit bounds what is read: the longest games make some megabytes.
const exportLimit = 64 << 20

// Run checks. An error is a fault found, or something that could not be read.
func (c *verify) Run(ctx context.Context, to streams) error {
	if c.All == (c.Export != "") {
		return errExportOrAll
	}
	if c.All {
		return c.checkRunning(ctx, to)
	}
	raw, err := fetch(ctx, c.Export)
	if err != nil {
		return err
	}
	r := export.Check(raw, catalog.Find)
	if c.JSON {
		err = json.NewEncoder(to.out).Encode(r)
	} else {
		err = printReport(to.out, r)
	}
	if err == nil && r.Fault != nil {
		return errNotVerified
	}
	return err
}

// printReport says in words what was found.
func printReport(w io.Writer, r export.Report) error {
	if f := r.Fault; f != nil {
		where := ""
		if f.Seq > 0 {
			where = fmt.Sprintf(" at entry %d", f.Seq)
		}
		_, err := fmt.Fprintf(w, "WRONG: %s%s: %s\n", f.Check, where, f.Detail)
		return err
	}
	judged := fmt.Sprintf("%d entries decided again by today's rules, the same to the byte", r.Decided)
	switch {
	case !r.Known:
		judged = "the rules of this title are not known here, so nothing was decided again"
	case r.Older > 0:
		judged += fmt.Sprintf("; %d were decided by other rules and only applied", r.Older)
	}
	_, err := fmt.Fprintf(w, "%s, table %s: all is well\n%d entries chained, %d draws made again from the secret and what the seats gave\n%s\n",
		r.Title, r.Table, r.Entries, r.Draws, judged)
	return err
}

// all checks the running tables of a database.
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
		_, err = fmt.Fprintf(to.out, "%d running tables decide the same, %d otherwise, %d damaged, %d of unknown titles\n",
			count[audit.Same], count[audit.Other], count[audit.Damaged], count[audit.Unknown])
	}
	if err == nil && count[audit.Other]+count[audit.Damaged] > 0 {
		return errNotVerified
	}
	return err
}

// fetch reads a file or an address.
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
		return nil, fmt.Errorf("%s answers %s", from, response.Status)
	}
	return io.ReadAll(io.LimitReader(response.Body, exportLimit))
}
