package commands

import (
	"context"
	"fmt"
	"strconv"

	"nemeton/cmd/internal/cli"
	"nemeton/server/admin"
)

type adminReports struct {
	All bool `help:"Print closed reports, too."`
	adminTarget
}

func (c adminReports) Run(ctx context.Context, to cli.Streams) error {
	return c.show(ctx, to, func(a administrator) (any, [][]any, error) {
		list, err := a.Reports(ctx, c.All)
		return list, reportLines(list), err
	})
}

// reportLines describes reports. Texts of people are quoted.
func reportLines(list []admin.Report) [][]any {
	if len(list) == 0 {
		return [][]any{{"no reports"}}
	}
	lines := [][]any{{"REPORT", "TABLE", "MESSAGE", "SAID", "AUTHOR", "TEXT", "BY", "REASON", "STATE"}}
	for _, r := range list {
		text, state := strconv.Quote(r.Text), "open"
		if r.Phrase != "" {
			text = "(phrase) " + r.Phrase
		}
		if r.Closed {
			state = "closed"
		}
		if r.Gone {
			state += ", removed"
		}
		lines = append(lines, []any{
			r.ID, r.Table, fmt.Sprintf("%s-%d", r.Channel, r.Number), minute(r.Said), strconv.Quote(r.Author.Name), text, strconv.Quote(r.By.Name), strconv.Quote(r.Reason), state,
		})
	}
	return lines
}

type reportAct struct {
	Report string `arg:"" help:"Id of the report."`
	Reason string `help:"Reason, for the log of acts."`
	adminTarget
}

func (c reportAct) settle(ctx context.Context, to cli.Streams, format string, do func(a administrator) error) error {
	return c.act(ctx, to, format, func(a administrator) (string, error) { return c.Report, do(a) })
}

type adminRemove struct{ reportAct }

func (c adminRemove) Run(ctx context.Context, to cli.Streams) error {
	return c.settle(ctx, to, "removed the message of report %q\n", func(a administrator) error { return a.RemoveMessage(ctx, localOperator(), c.Report, c.Reason) })
}

type adminDismiss struct{ reportAct }

func (c adminDismiss) Run(ctx context.Context, to cli.Streams) error {
	return c.settle(ctx, to, "closed report %q\n", func(a administrator) error { return a.DismissReport(ctx, localOperator(), c.Report, c.Reason) })
}
