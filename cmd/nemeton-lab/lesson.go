package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/lesson"
)

// lessonCmd are the commands for authors of lessons.
type lessonCmd struct {
	Position lessonPosition `cmd:"" help:"Print a position of a lesson, and let bots go on from it as a script."`
	Game     lessonGame     `cmd:"" help:"Measure how often novices win the short game, and how long it is."`
}

// lessonFile is a lesson in a file.
type lessonFile struct {
	Title string `required:"" help:"Title of the lesson."`
	File  string `help:"File of the lesson. Default: that of the title's client."`
}

func (c lessonFile) read() (engine.Title, *lesson.Lesson, *lesson.Player, error) {
	title, ok := catalog.Find(c.Title)
	if !ok {
		return nil, nil, nil, fmt.Errorf("unknown title %q", c.Title)
	}
	if c.File == "" {
		c.File = "web/src/games/" + c.Title + "/lesson/lesson.json"
	}
	raw, err := os.ReadFile(c.File)
	if err != nil {
		return nil, nil, nil, err
	}
	l, err := lesson.Parse(raw)
	if err != nil {
		return nil, nil, nil, err
	}
	p, err := lesson.New(title, l)
	return title, l, p, err
}

type lessonPosition struct {
	lessonFile
	Name    string `help:"Name of the position."`
	Chapter string `help:"Id of a chapter, instead of a position."`
	Step    int    `help:"Number of the step of the chapter, from 1." default:"1"`
	Bots    string `help:"Level of bots that play on from there, at all seats: random, easy or medium."`
	Rivals  string `help:"Level of the bots at all seats but the learner's, if it is another one."`
	Moves   int    `help:"Number of their moves." default:"20"`
	Seed    uint64 `help:"Seed of their chance and choices." default:"1"`
}

// Run prints the learner's view and the open decisions. With bots it first prints their moves, in the form of a script.
func (c *lessonPosition) Run(_ context.Context, s streams) error {
	title, l, p, err := c.read()
	if err != nil {
		return err
	}
	f := p.Fold()
	if c.Chapter != "" {
		if err = p.Go(c.Chapter, c.Step-1); err == nil {
			f = p.Fold()
		}
	} else if c.Name != "" {
		f, err = p.Position(c.Name)
	}
	if err != nil {
		return err
	}
	if c.Bots != "" {
		if f, err = c.goOn(s, title, f.Clone(), l.Learner); err != nil {
			return err
		}
	}
	view, err := codec.AppendJSON(nil, f.View(engine.SeatViewer(l.Learner)))
	if err != nil {
		return err
	}
	if _, err = fmt.Fprintf(s.Out, "view: %s\n", view); err != nil {
		return err
	}
	for _, seat := range f.OwingSeats() {
		for _, d := range f.Decisions(engine.SeatViewer(seat)) {
			if d.Seat != seat {
				continue
			}
			moves, err := json.Marshal(d.Moves)
			if err != nil {
				return err
			}
			if _, err = fmt.Fprintf(s.Out, "seat %d owes %q: %s\n", seat, d.Kind, moves); err != nil {
				return err
			}
		}
	}
	return nil
}

// recorder is chance that notes its outcomes.
type recorder struct {
	chance.Source
	draws lesson.Draws
}

func (r *recorder) Draw(what string, n int) int {
	is := r.Source.Draw(what, n)
	r.draws[what] = append(r.draws[what], is)
	return is
}

func (c *lessonPosition) goOn(s streams, title engine.Title, f *engine.Fold, learner engine.Seat) (*engine.Fold, error) {
	own, err := bot.ParseLevel(c.Bots)
	if err != nil {
		return nil, err
	}
	rivals, err := bot.ParseLevel(orElse(c.Rivals, c.Bots))
	if err != nil {
		return nil, err
	}
	loose := chance.Loose{Rand: rand.New(rand.NewPCG(c.Seed, 0))}
	for n := 0; n < c.Moves && f.Outcome() == nil; n++ {
		seat, level := f.OwingSeats()[0], rivals
		if seat == learner {
			level = own
		}
		found, err := bot.Choose(title, f.Knowledge(engine.SeatViewer(seat)), level, level.Budget(), loose.Uint64())
		if err != nil {
			return nil, err
		}
		chance := &recorder{loose, lesson.Draws{}}
		if err := decideScripted(f, found, chance); err != nil {
			return nil, err
		}
		move, err := codec.Canonical(found.Move)
		if err != nil {
			return nil, err
		}
		pick, err := lesson.PickOf(found.Decision, move)
		if err != nil {
			return nil, err
		}
		line := struct {
			Seat  engine.Seat  `json:"seat"`
			Pick  lesson.Pick  `json:"pick"`
			Draws lesson.Draws `json:"draws,omitempty"`
		}{seat, pick, chance.draws}
		raw, err := json.Marshal(line)
		if err != nil {
			return nil, err
		}
		if _, err := fmt.Fprintf(s.Out, "%s,\n", raw); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// decideScripted makes a move that a bot chose, with the given chance.
func decideScripted(f *engine.Fold, found bot.Choice, chance chance.Source) error {
	move, err := codec.Canonical(found.Move)
	if err != nil {
		return err
	}
	d := found.Decision
	command := engine.Command{ID: string(d.ID), Seat: d.Seat, Actor: engine.ActorPlayer, Decision: d.ID, Move: move}
	if f.Start().Bots[d.Seat] != "" {
		command.Actor = engine.ActorBot
	}
	r, err := f.DecideScripted(command, chance, int64(f.Seq())+1)
	if err == nil {
		_, err = f.Apply(r)
	}
	return err
}
