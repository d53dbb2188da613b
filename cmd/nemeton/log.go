package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"nemeton/engine/export"
	"nemeton/server/httpapi"
	"nemeton/server/notary"
	"nemeton/server/store"
	"nemeton/server/translog"
)

// logCmd is the command for transparency logs.
type logCmd struct {
	Check logCheck `cmd:"" help:"Download the log of a server and check it completely."`
}

// logCheck is the command that checks a log.
type logCheck struct {
	Server string   `arg:"" help:"Server: http://... or https://..."`
	Key    []string `name:"key" required:"" placeholder:"VERIFIER" help:"Verifier key of the server, as its operator gave it to you ('nemeton key'). May be repeated."`
	Seen   string   `placeholder:"FILE" help:"File with the checkpoint of the last check. The log must still contain it. The file is made or replaced if the check succeeds."`
	Export []string `placeholder:"FILE" help:"Export of a finished table that the log must contain. May be repeated. Its own checks are those of 'nemeton verify'."`
}

var errNotLogged = errors.New("the log does not contain the table")

// Run checks the log and prints its size. It fails if a check fails.
func (c logCheck) Run(ctx context.Context, to streams) error {
	if err := notary.CheckKeys(c.Key); err != nil {
		return err
	}
	seen, err := c.lastSeen()
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(c.Server, "/") + httpapi.LogPath
	checked, checkpoint, err := translog.Check(func(path string) ([]byte, error) { return fetch(ctx, base+path) }, c.Key, seen)
	if err != nil {
		return err
	}
	before := "no earlier checkpoint was given"
	if len(seen) > 0 {
		before = "it contains the log of the last check"
	}
	_, err = fmt.Fprintf(to.out, "the log is valid: %d entries, of %d created and %d finished tables\n%s\n", checked.Size, checked.Created, checked.Finished, before)
	for _, path := range c.Export {
		if err == nil {
			err = findExport(to, checked, path)
		}
	}
	if err == nil && c.Seen != "" {
		err = os.WriteFile(c.Seen, checkpoint, 0o600)
	}
	return err
}

// lastSeen returns the checkpoint of the last check, if there was one.
func (c logCheck) lastSeen() ([]byte, error) {
	if c.Seen == "" {
		return nil, nil
	}
	seen, err := os.ReadFile(c.Seen)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err == nil && len(seen) == 0:
		return nil, fmt.Errorf("%s is empty", c.Seen) // an empty checkpoint would count as none
	}
	return seen, err
}

// findExport prints where the log contains an exported table.
func findExport(to streams, checked translog.Checked, path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	doc, err := export.Read(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	table := store.TableID(doc.Table)
	created, known := checked.Find(translog.Entry(store.LogFact{Kind: store.LogCreated, Table: table, Value: doc.Commitment}))
	if !known { // its settings may have changed between its creation and its start
		created, known = checked.Find(translog.Entry(store.LogFact{Kind: store.LogChanged, Table: table, Value: doc.Commitment}))
	}
	if !known {
		return fmt.Errorf("%w %s as created with the commitment %s", errNotLogged, doc.Table, doc.Commitment)
	}
	finished, known := checked.Find(translog.Entry(store.LogFact{Kind: store.LogFinished, Table: table, Value: doc.Head}))
	if !known {
		return fmt.Errorf("%w %s as finished with the head %s", errNotLogged, doc.Table, doc.Head)
	}
	_, err = fmt.Fprintf(to.out, "table %s: created in entry %d, finished in entry %d\n", doc.Table, created, finished)
	return err
}
