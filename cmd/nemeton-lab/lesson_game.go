package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/chance"
	"nemeton/engine/lesson"
)

// lessonGame measures the short game of a lesson.
type lessonGame struct {
	lessonFile
	Position string `help:"Position of the game, instead of that of the lesson."`
	Bot      string `help:"Level of the bot, instead of that of the lesson."`
	Games    int    `default:"200" help:"Number of games of each novice."`
	Seed     uint64 `default:"1" help:"Seed of all games."`
}

// novices are models of a person after the lesson, by the share of their moves that are random; the others are those of an easy bot.
var novices = []struct {
	name   string
	random float64
}{{"random", 1}, {"mostly random", 0.75}, {"half random", 0.5}, {"greedy", 0}}

// decisionTime is the time that a novice takes for a decision with several moves.
const decisionTime = 8 * time.Second

// Run prints for each kind of novice how often it wins, and how long the games are.
func (c *lessonGame) Run(ctx context.Context, s streams) error {
	title, l, p, err := c.read()
	if err != nil {
		return err
	}
	if l.Game != nil {
		c.Position, c.Bot = orElse(c.Position, l.Game.Position), orElse(c.Bot, l.Game.Bot)
	}
	level, err := bot.ParseLevel(c.Bot)
	if err != nil {
		return err
	}
	from, err := p.Position(c.Position)
	if err != nil {
		return err
	}
	for _, novice := range novices {
		wins, lengths, err := measureShort(ctx, title, l, from, level, novice.random, c.Games, c.Seed)
		if err != nil {
			return err
		}
		half, most := lengths[len(lengths)/2], lengths[len(lengths)*9/10]
		if _, err := fmt.Fprintf(s.Out, "%-14s wins %5.1f %% of %d games; %d decisions (%s), nine of ten games at most %d (%s)\n", novice.name,
			100*float64(wins)/float64(c.Games), c.Games, half, time.Duration(half)*decisionTime, most, time.Duration(most)*decisionTime); err != nil {
			return err
		}
	}
	return nil
}

// measureShort plays short games. It returns the number of wins, and the learner's decisions of each game in order.
func measureShort(ctx context.Context, title engine.Title, l *lesson.Lesson, from *engine.Fold, level bot.Level, random float64, games int, seed uint64) (wins int, lengths []int, err error) {
	for n := range games {
		if err := ctx.Err(); err != nil {
			return 0, nil, err
		}
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		won, asked, err := playShort(title, l, from.Clone(), level, random, r)
		if err != nil {
			return 0, nil, err
		}
		if won {
			wins++
		}
		lengths = append(lengths, asked)
	}
	slices.Sort(lengths)
	return wins, lengths, nil
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// playShort plays a game to its end. It returns whether the learner won, and how many decisions with several moves they made.
func playShort(title engine.Title, l *lesson.Lesson, f *engine.Fold, level bot.Level, random float64, r *rand.Rand) (won bool, asked int, err error) {
	for f.Outcome() == nil {
		seat, by := f.OwingSeats()[0], level
		if seat == l.Learner {
			by = bot.Easy
			if r.Float64() < random {
				by = bot.Random
			}
		}
		found, err := bot.Choose(title, f.Knowledge(engine.SeatViewer(seat)), by, by.Budget(), r.Uint64())
		if err != nil {
			return false, 0, err
		}
		if seat == l.Learner && len(found.Decision.Moves) > 1 {
			asked++
		}
		if err := decideScripted(f, found, chance.Loose{Rand: r}); err != nil {
			return false, 0, err
		}
	}
	return slices.Contains(f.Outcome().Winners, l.Learner), asked, nil
}
