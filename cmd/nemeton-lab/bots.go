package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"nemeton/bench/arena"
	"nemeton/engine/bot"
	"nemeton/engine/catalog"
)

// benchBots is the command that lets bots play against each other.
type benchBots struct {
	Title    string        `required:"" help:"Title to play."`
	Seats    int           `default:"2" help:"Number of seats."`
	A        string        `default:"hard" help:"Level of one bot: random, easy, medium or hard."`
	B        string        `default:"easy" help:"Level of all other bots."`
	Games    int           `default:"100" help:"Number of games; the seats rotate."`
	Think    time.Duration `default:"2s" help:"Time that a hard bot thinks about a decision, on one core."`
	Limit    int           `help:"Iterations of A's searches, instead of those of its level."`
	Seeing   bool          `help:"Let A see hidden data, to measure how much luck remains. Bots at a table cannot."`
	Seed     uint64        `default:"1" help:"Seed of all games."`
	Parallel int           `help:"Games at once. Default: one per core."`
	JSON     bool          `name:"json" help:"Print one JSON object."`
}

// Run plays the games and prints how often A won.
func (c *benchBots) Run(ctx context.Context, s streams) error {
	title, ok := catalog.Find(c.Title)
	if !ok {
		return fmt.Errorf("unknown title %q", c.Title)
	}
	info := title.Info()
	if c.Seats < info.MinSeats || c.Seats > info.MaxSeats {
		return fmt.Errorf("%s is for %d to %d players", info.Name, info.MinSeats, info.MaxSeats)
	}
	if c.Games < 1 {
		return fmt.Errorf("--games: %d is less than 1", c.Games)
	}
	a, err := bot.ParseLevel(c.A)
	if err != nil {
		return err
	}
	b, err := bot.ParseLevel(c.B)
	if err != nil {
		return err
	}
	r, err := arena.Run(ctx, arena.Match{
		Title: title, Seats: c.Seats, A: a, B: b, Games: c.Games, Think: c.Think, Limit: c.Limit, Seeing: c.Seeing, Seed: c.Seed, Parallel: c.Parallel,
	})
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(s.Out).Encode(r)
	}
	_, err = fmt.Fprintf(s.Out, "%s, %d seats, %s against %s: %.1f of %d games won, %.1f %% (95 %% interval: %.1f to %.1f; equal bots: %.1f)\n"+
		"%.1f ms and %.0f iterations per decision against %.1f ms and %.0f; %.0f iterations per second; %.0f decisions per game\n",
		info.Name, r.Seats, r.A, r.B, r.Wins, r.Games, 100*r.Rate, 100*r.Low, 100*r.High, 100*r.Fair,
		r.TimeA, r.SearchA, r.TimeB, r.SearchB, r.Playouts, r.PerGame)
	return err
}
