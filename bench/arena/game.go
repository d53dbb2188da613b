package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// maxEntries is the number of entries after which a game counts as endless.
const maxEntries = 10_000

var errEndless = errors.New("the game does not end")

// playGame plays game number g: A plays seat g modulo the number of seats.
func (m Match) playGame(ctx context.Context, g int) (result, error) {
	own := engine.Seat(g % m.Seats)
	t := result{}
	key := chance.Key{byte(g), byte(g >> 8), byte(m.Seed), byte(m.Seed >> 8)}
	f, err := m.startGame(key)
	if err != nil {
		return t, err
	}
	for ; f.Outcome() == nil; t.decisions++ {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		if t.decisions > maxEntries {
			return t, errEndless
		}
		seat := f.OwingSeats()[0]
		level, spent, limit, title := m.B, &t.b, 0, m.Title
		if seat == own {
			level, spent, limit = m.A, &t.a, m.Limit
			if m.Seeing {
				title = omniscientTitle{m.Title, f.State()}
			}
		}
		began := time.Now()
		choice, err := m.chooseMove(f, seat, title, level, limit, uint64(g)<<32|m.Seed)
		if err != nil {
			return t, err
		}
		if len(choice.Decision.Moves) > 1 {
			spent.add(effort{decisions: 1, iterations: choice.Iterations, time: time.Since(began)})
		}
		if err := m.applyMove(f, key, choice); err != nil {
			return t, err
		}
	}
	if won := f.Outcome().Winners; slices.Contains(won, own) {
		t.wins = 1 / float64(len(won))
	}
	return t, nil
}

// omniscientTitle is a title that samples the true state.
type omniscientTitle struct {
	engine.Title
	state engine.State
}

func (s omniscientTitle) Sample(engine.Knowledge, *rand.Rand) (engine.State, error) {
	return s.state.Clone(), nil
}

func (m Match) startGame(key chance.Key) (*engine.Fold, error) {
	info := m.Title.Info()
	options, err := engine.Options{}.Complete(info.Options)
	if err != nil {
		return nil, err
	}
	setup := engine.Setup{Colors: info.ColorsFor(m.Seats)[:m.Seats], Options: options}
	f := engine.NewFold(m.Title)
	r, err := engine.Begin(m.Title, engine.Started{
		Table: "arena", Title: info.ID, Setup: setup, Chance: engine.ChanceVersion, Bots: slices.Repeat([]string{string(bot.Easy)}, m.Seats),
		Contributions: make([]string, m.Seats), Names: make([]codec.Optional, m.Seats), Answers: make([]engine.Answer, m.Seats),
	}, key, 0)
	if err != nil {
		return nil, err
	}
	_, err = f.Apply(r)
	return f, err
}

func (m Match) chooseMove(f *engine.Fold, seat engine.Seat, title engine.Title, level bot.Level, limit int, seed uint64) (bot.Choice, error) {
	b := level.Budget()
	if limit > 0 && b.Iterations > 0 {
		b.Iterations = limit
	}
	if m.Think > 0 && level == bot.Hard {
		began := time.Now()
		b.Stop = func(int) bool { return time.Since(began) > m.Think }
	}
	return bot.Choose(title, f.Knowledge(engine.SeatViewer(seat)), level, b, rand.New(rand.NewPCG(seed, uint64(f.Seq()))).Uint64())
}

// applyMove decides and applies a bot's move as a table does.
func (m Match) applyMove(f *engine.Fold, key chance.Key, c bot.Choice) error {
	raw, err := codec.Canonical(c.Move)
	if err != nil {
		return err
	}
	r, err := f.Decide(engine.Command{
		ID: "bot", Seat: c.Decision.Seat, Actor: engine.ActorBot, Decision: c.Decision.ID, Move: raw,
	}, key, int64(f.Seq()))
	if err != nil {
		return fmt.Errorf("%s %s: %w", c.Decision.Kind, raw, err)
	}
	_, err = f.Apply(r)
	return err
}
