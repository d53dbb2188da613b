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
)

// longest is how many entries a game may have before something is wrong.
const longest = 10_000

var errEndless = errors.New("the game does not end")

// game plays game number g: A sits on seat g modulo the seats.
func (m Match) game(ctx context.Context, g int) (tally, error) {
	own := engine.Seat(g % m.Seats)
	t := tally{}
	key := engine.NewKey(engine.Secret{byte(g), byte(g >> 8), byte(m.Seed), byte(m.Seed >> 8)}, nil)
	f, seen, err := m.begin(key)
	if err != nil {
		return t, err
	}
	for ; f.Outcome() == nil; t.decisions++ {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		if t.decisions > longest {
			return t, errEndless
		}
		seat := f.OwingSeats()[0]
		level, spent, limit, title := m.B, &t.b, 0, m.Title
		if seat == own {
			level, spent, limit = m.A, &t.a, m.Limit
			if m.Seeing {
				title = seeing{m.Title, f.State()}
			}
		}
		began := time.Now()
		choice, err := m.think(f, seat, title, seen[seat], level, limit, uint64(g)<<32|m.Seed)
		if err != nil {
			return t, err
		}
		if len(choice.Decision.Moves) > 1 {
			spent.add(thinking{decisions: 1, iterations: choice.Iterations, time: time.Since(began)})
		}
		if err := m.answer(f, key, choice, seen); err != nil {
			return t, err
		}
	}
	if won := f.Outcome().Winners; slices.Contains(won, own) {
		t.wins = 1 / float64(len(won))
	}
	return t, nil
}

// seeing is a title in which whoever imagines a world imagines the true one.
type seeing struct {
	engine.Title
	world engine.State
}

// Sample implements engine.Title.
func (s seeing) Sample(engine.Knowledge, *rand.Rand) (engine.State, error) {
	return s.world.Clone(), nil
}

// begin starts a table and what each seat was told.
func (m Match) begin(key engine.Key) (*engine.Fold, [][]any, error) {
	info := m.Title.Info()
	options, err := engine.Options{}.Complete(info.Options)
	if err != nil {
		return nil, nil, err
	}
	setup := engine.Setup{Colors: info.ColorsFor(m.Seats)[:m.Seats], Options: options}
	f, seen := engine.NewFold(m.Title), make([][]any, m.Seats)
	r, err := engine.Begin(m.Title, engine.Started{Table: "arena", Title: info.ID, Setup: setup}, key, 0)
	if err != nil {
		return nil, nil, err
	}
	return f, seen, apply(f, r, seen)
}

// think asks a bot for the move of a seat.
func (m Match) think(f *engine.Fold, seat engine.Seat, title engine.Title, seen []any, level bot.Level, limit int, seed uint64) (bot.Choice, error) {
	v := engine.SeatViewer(seat)
	b := level.Budget()
	if limit > 0 && b.Iterations > 0 {
		b.Iterations = limit
	}
	if m.Think > 0 && level == bot.Hard {
		began := time.Now()
		b.Stop = func() bool { return time.Since(began) > m.Think }
	}
	k := engine.Knowledge{Viewer: v, Setup: f.Start().Setup, View: f.View(v).Title, Decisions: f.Decisions(v), Seen: seen}
	return bot.Choose(title, k, level, b, rand.New(rand.NewPCG(seed, uint64(f.Seq()))).Uint64())
}

// answer gives a bot's move to the table, the way a client would.
func (m Match) answer(f *engine.Fold, key engine.Key, c bot.Choice, seen [][]any) error {
	raw, err := engine.Canonical(c.Move)
	if err != nil {
		return err
	}
	r, err := f.Decide(engine.Command{
		ID: "bot", Seat: c.Decision.Seat, Actor: engine.ActorBot, Decision: c.Decision.ID, Move: raw,
	}, key, int64(f.Seq()))
	if err != nil {
		return fmt.Errorf("%s %s: %w", c.Decision.Kind, raw, err)
	}
	return apply(f, r, seen)
}

// apply moves the table on and tells the seats.
func apply(f *engine.Fold, r engine.Record, seen [][]any) error {
	events, err := f.Apply(r)
	if err != nil {
		return err
	}
	for seat := range seen {
		for _, told := range f.Redact(events, engine.SeatViewer(engine.Seat(seat))) {
			seen[seat] = append(seen[seat], told.Data)
		}
	}
	return nil
}
