package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"nemeton/cmd/internal/cli"
	"nemeton/server/store"
	"nemeton/server/store/open"
)

// ReportsCmd lists and closes the chat messages that people have reported.
type ReportsCmd struct {
	List  listReports  `cmd:"" default:"withargs" help:"Print the open reports, the oldest first."`
	Close closeReports `cmd:"" help:"Close reports that need no more attention."`
}

type reportsDatabase struct {
	Database string `default:"sqlite:nemeton.db" env:"NEMETON_DATABASE" help:"Database of the server: sqlite:PATH (stop its server first) or postgres://..."`
}

func (d reportsDatabase) open(ctx context.Context, reading bool) (store.Store, error) {
	s, err := open.Store(ctx, d.Database, open.Options{Existing: true, Reading: reading})
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	return s, nil
}

const maxListedReports = 1000

type listReports struct {
	reportsDatabase
	All bool `help:"Print closed reports, too."`
}

func (c listReports) Run(ctx context.Context, to cli.Streams) error {
	s, err := c.open(ctx, true)
	if err != nil {
		return err
	}
	list, err := s.Reports(ctx, c.All, maxListedReports)
	var ids []store.PlayerID
	for _, r := range list {
		ids = append(ids, r.Message.Author, r.Reporter)
	}
	names := map[store.PlayerID]string{}
	if err == nil && len(ids) > 0 {
		names, err = s.PlayerNames(ctx, ids)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if len(list) == 0 {
		_, err = fmt.Fprintln(to.Out, "no reports")
		return err
	}
	for _, r := range list {
		if err := printChatReport(to.Out, r, names); err != nil {
			return err
		}
	}
	return nil
}

// printChatReport prints a report. Texts of players are quoted, so that they cannot move the cursor of a terminal.
func printChatReport(out io.Writer, r store.ChatReport, names map[store.PlayerID]string) error {
	m := r.Message
	said := m.Text
	if m.Phrase != "" {
		said = "(phrase) " + m.Phrase
	}
	state := ""
	if !r.ClosedAt.IsZero() {
		state = ", closed " + r.ClosedAt.Format(time.RFC3339)
	}
	person := func(id store.PlayerID) string {
		if id == "" {
			return "an erased player"
		}
		return strconv.Quote(names[id]) + " " + string(id)
	}
	_, err := fmt.Fprintf(out, "report %s of %s%s\n  table   %s, %s\n  author  %s, %s\n  message %s\n  by      %s\n  reason  %s\n",
		r.ID, r.CreatedAt.Format(time.RFC3339), state, m.Table, m.Channel, person(m.Author), m.CreatedAt.Format(time.RFC3339),
		strconv.Quote(said), person(r.Reporter), strconv.Quote(r.Reason))
	return err
}

type closeReports struct {
	IDs []string `arg:"" name:"report" help:"Ids of the reports."`
	reportsDatabase
}

// Run closes the reports. It fails if one of them is not open.
func (c closeReports) Run(ctx context.Context, to cli.Streams) error {
	s, err := c.open(ctx, false)
	if err != nil {
		return err
	}
	for _, id := range c.IDs {
		closed := s.CloseReport(ctx, id, time.Now())
		if errors.Is(closed, store.ErrNotFound) {
			closed = fmt.Errorf("there is no open report %s", strconv.Quote(id))
		} else if closed == nil {
			_, closed = fmt.Fprintf(to.Out, "closed %s\n", id)
		}
		err = errors.Join(err, closed)
	}
	return errors.Join(err, s.Close())
}
