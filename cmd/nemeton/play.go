package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"nemeton/play"
)

// playCmd plays whole games on a running server and holds it to the protocol: a smoke test for those who host one.
type playCmd struct {
	URL      []string      `help:"Address of the server; several for several nodes of one server, home first." default:"http://localhost:8080" name:"url"`
	Several  bool          `help:"Behind the address stand several nodes (a proxy in front of them)."`
	Title    string        `help:"What to play." default:"meduris"`
	Seats    int           `help:"Seats at each table; 0 plays every number the title allows." default:"0"`
	Games    int           `help:"Games for each number of seats." default:"1"`
	Seed     uint64        `help:"Chooses moves and mischief: the same seed makes the same choices." default:"1"`
	Patience time.Duration `help:"How long the server may be gone before that is a fault." default:"30s"`
	Pause    time.Duration `help:"Wait between two moves, to watch them." default:"0s"`
	Keep     bool          `help:"Leave the guests on the server; otherwise they are erased at the end."`
	JSON     bool          `help:"Print the summary as JSON, and nothing else." name:"json"`
}

// Run plays. An error is a broken promise, or a game that could not be played.
func (c playCmd) Run(ctx context.Context, to streams) error {
	o := play.Options{
		URLs: c.URL, Several: c.Several, Title: c.Title, Seats: c.Seats, Games: c.Games, Seed: c.Seed,
		Timeout: c.Patience, Pause: c.Pause, KeepGuests: c.Keep,
	}
	if !c.JSON {
		o.Progress = func(g play.Game) { _, _ = fmt.Fprintln(to.out, g) }
	}
	sum, err := play.Run(ctx, o)
	if c.JSON {
		if encodeErr := printJSON(to.out, sum, err); encodeErr != nil {
			return encodeErr
		}
		return err
	}
	if err == nil {
		_, _ = fmt.Fprintf(to.out, "\nall promises kept: %s\n", sum)
	} else if len(sum.Games) > 0 {
		_, _ = fmt.Fprintf(to.out, "\nuntil then: %s\n\n", sum)
	}
	return err
}

// printJSON writes the summary, and what was broken, as one JSON object.
func printJSON(w io.Writer, sum play.Summary, err error) error {
	out := struct {
		OK bool `json:"ok"`
		play.Summary
		Broken *play.Broken `json:"broken,omitempty"`
		Error  string       `json:"error,omitempty"`
	}{OK: err == nil, Summary: sum}
	if err != nil {
		out.Error = err.Error()
		errors.As(err, &out.Broken)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
