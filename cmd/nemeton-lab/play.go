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

// playCmd is the command that plays whole games on a running server: a smoke test for operators.
type playCmd struct {
	URL      []string      `help:"Address of the server. Several addresses mean several nodes; the first one serves the players." default:"http://localhost:8080" name:"url"`
	Several  bool          `help:"The address is a proxy in front of several nodes."`
	Title    string        `help:"Title to play." default:"meduris"`
	Seats    int           `help:"Seats per table. 0: every number that the title allows." default:"0"`
	Pace     string        `help:"Time control of the tables: live:600+20 or days:259200+43200, in seconds on each clock and for each turn. Empty: no clocks." default:""`
	Games    int           `help:"Games for each number of seats." default:"1"`
	Seed     uint64        `help:"Seed of moves and of illegal attempts. The same seed makes the same choices." default:"1"`
	Events   bool          `help:"Use event streams and REST, as clients do in networks that block WebSocket."`
	Patience time.Duration `help:"Longest time for which the server may be unavailable." default:"30s"`
	Pause    time.Duration `help:"Delay between two moves, for spectators." default:"0s"`
	Keep     bool          `help:"Leave the guests on the server instead of erasing them at the end."`
	JSON     bool          `help:"Print only the summary, as JSON." name:"json"`
}

// Run plays. It fails if a promise of the protocol is broken, or if a game could not be played.
func (c playCmd) Run(ctx context.Context, to streams) error {
	o := play.Options{
		URLs: c.URL, Several: c.Several, Title: c.Title, Seats: c.Seats, Games: c.Games, Seed: c.Seed, Pace: c.Pace, Events: c.Events,
		Timeout: c.Patience, Pause: c.Pause, KeepGuests: c.Keep,
	}
	if !c.JSON {
		o.Progress = func(g play.Game) { _, _ = fmt.Fprintln(to.Out, g) }
	}
	sum, err := play.Run(ctx, o)
	if c.JSON {
		if encodeErr := printJSON(to.Out, sum, err); encodeErr != nil {
			return encodeErr
		}
		return err
	}
	if err == nil {
		_, _ = fmt.Fprintf(to.Out, "\nall promises kept: %s\n", sum)
	} else if len(sum.Games) > 0 {
		_, _ = fmt.Fprintf(to.Out, "\nbefore the error: %s\n\n", sum)
	}
	return err
}

// printJSON writes the summary and the broken promise as one JSON object.
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
