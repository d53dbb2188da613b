package commands

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"nemeton/cmd/internal/cli"
	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/admin"
	"nemeton/texts/sources"
)

type adminTexts struct {
	List    adminTextsList    `cmd:"" default:"withargs" help:"Print the open suggestions, or a patch."`
	Dismiss adminTextsDismiss `cmd:"" help:"Close a suggestion."`
}

type adminTextsList struct {
	Patch bool `help:"Print a patch of the files of texts, for git apply in a copy of the project. The errors name the suggestions that it leaves out, with the reason."`
	adminTarget
}

func (c adminTextsList) Run(ctx context.Context, to cli.Streams) error {
	return c.run(ctx, true, func(a administrator) error {
		list, err := a.Suggestions(ctx)
		if err != nil {
			return err
		}
		if c.Patch {
			return printPatch(to, list)
		}
		return c.print(to.Out, list, func(w io.Writer) error { return rows(w, suggestionLines(list)...) })
	})
}

// suggestionLines describes suggestions. Texts of people are quoted.
func suggestionLines(list []admin.Suggestion) [][]any {
	if len(list) == 0 {
		return [][]any{{"no suggestions"}}
	}
	lines := [][]any{{"SUGGESTION", "LANGUAGE", "FILE", "KEY", "MADE", "TEXT", "NOW"}}
	for _, s := range list {
		lines = append(lines, []any{s.ID, s.Language, s.File, s.Key, minute(s.At), strconv.Quote(s.Text), strconv.Quote(s.Own)})
	}
	return lines
}

// printPatch prints a patch of the files of this program.
func printPatch(to cli.Streams, list []admin.Suggestion) error {
	var all []sources.Correction
	for _, s := range list {
		all = append(all, sources.Correction{Language: s.Language, File: s.File, Key: s.Key, Text: s.Text})
	}
	patch, left, err := wiring.TextSources().Patch(all)
	if err != nil {
		return err
	}
	for _, r := range left {
		_, _ = fmt.Fprintf(to.Errs, "left out %s %s %s %s: %v\n", r.Language, r.File, r.Key, strconv.Quote(r.Text), r.Why)
	}
	_, err = to.Out.Write(patch)
	return err
}

type adminTextsDismiss struct {
	Suggestion string `arg:"" help:"Id of the suggestion."`
	Reason     string `help:"Reason, for the log of acts."`
	adminTarget
}

func (c adminTextsDismiss) Run(ctx context.Context, to cli.Streams) error {
	return c.act(ctx, to, "closed suggestion %q\n", func(a administrator) (string, error) {
		return c.Suggestion, a.DismissSuggestion(ctx, localOperator(), c.Suggestion, c.Reason)
	})
}
