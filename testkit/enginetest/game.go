package enginetest

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// style is the style of a random game.
type style bool

const (
	plain  style = false // moves only
	lively style = true  // with take-backs, and players who leave and return
)

// game is one random game of a title, played through Fold.Decide and Fold.Apply.
type game struct {
	suite
	seats   int
	seed    uint64
	style   style
	key     chance.Key
	start   engine.Started
	r       *rand.Rand
	fold    *engine.Fold
	log     []engine.Record
	viewers []engine.Viewer // every seat and the spectator
	secret  chance.Secret
	pool    *poolPlayers // nil without devices
}

// newGame prepares a game that depends on seats and seed alone.
func (x suite) newGame(seats int, seed uint64, m style) *game {
	g := &game{
		suite: x, seats: seats, seed: seed, style: m,
		r:       rand.New(rand.NewPCG(seed, uint64(seats))),
		fold:    engine.NewFold(x.title),
		viewers: []engine.Viewer{engine.Spectator()},
	}
	for s := range seats {
		g.viewers = append(g.viewers, engine.SeatViewer(engine.Seat(s)))
	}
	var secret chance.Secret
	binary.BigEndian.PutUint64(secret[:], seed)
	g.secret = secret
	g.start = engine.Started{Table: poolTable, Title: x.title.Info().ID, Setup: x.setup(seats, seed, g.r)}
	g.key = Sit(&g.start, secret)
	if x.pool {
		g.sitWithDevices()
	}
	return g
}

func (x suite) setup(seats int, seed uint64, r *rand.Rand) engine.Setup {
	if x.Setup != nil {
		return x.Setup(seats, r)
	}
	info := x.title.Info()
	setup := engine.Setup{Colors: slices.Clone(info.ColorsFor(seats)[:seats]), Options: engine.Options{}}
	for _, o := range info.Options {
		setup.Options[o.ID] = o.Default
		if low, high := o.Span(); seed > 0 {
			setup.Options[o.ID] = low + r.IntN(high-low+1)
		}
	}
	return setup
}

// at describes the position in the game, for messages.
func (g *game) at() string {
	return fmt.Sprintf("%d seats, seed %d, after entry %d", g.seats, g.seed, g.fold.Seq())
}

func (g *game) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %w", g.at(), fmt.Errorf(format, args...))
}

// time is the time of the next entry: one second per entry.
func (g *game) time() int64 { return int64(g.fold.Seq()) * 1000 }

// over reports whether the game cannot continue: it has an outcome, or no seat owes a decision.
func (g *game) over() bool {
	return len(g.log) > 0 && (g.fold.Outcome() != nil || len(g.fold.OwingSeats()) == 0)
}

// next plays one entry.
func (g *game) next() (engine.Record, []engine.Event, error) {
	r, err := g.choose()
	if err == nil {
		r, err = g.sealed(r)
	}
	if err != nil {
		return engine.Record{}, nil, g.errorf("%w", err)
	}
	events, err := g.fold.Apply(r)
	if err != nil {
		return engine.Record{}, nil, g.errorf("apply an entry: %w", err)
	}
	g.log = append(g.log, r)
	return r, events, nil
}

// awayOrBack returns a system entry that changes who plays a seat. It may be refused.
func (g *game) awayOrBack(seat engine.Seat) (engine.Record, error) {
	switch g.r.IntN(4) {
	case 0:
		return g.fold.TakeOver(seat, "easy", g.time())
	case 1:
		return g.fold.HandOver(seat, g.heir(seat), "hand", g.time())
	case 2:
		return g.fold.Return(seat, "return", g.time())
	default:
		return g.fold.Agree(seat, (seat+1)%engine.Seat(g.seats), g.r.IntN(2) == 0, "easy", "agree", g.time())
	}
}

func (g *game) choose() (engine.Record, error) {
	if len(g.log) == 0 {
		return engine.Begin(g.title, g.start, g.key, 0)
	}
	if g.style == lively {
		seat := engine.Seat(g.r.IntN(g.seats))
		switch g.r.IntN(12) {
		case 0, 1:
			if r, err := g.fold.TakeBack(engine.Command{ID: "back", Seat: seat}, g.time()); err == nil {
				return r, nil
			}
		case 2:
			if r, err := g.fold.Leave(seat, "leave", g.time()); err == nil {
				return r, nil
			}
			if r, err := g.fold.Return(seat, "return", g.time()); err == nil {
				return r, nil
			}
		case 3:
			if r, err := g.awayOrBack(seat); err == nil {
				return r, nil
			}
		case 4:
			if r, err := g.poolEntry(seat); err == nil {
				return r, nil
			}
		}
	}
	open := engineDecisions(g.fold)
	d := open[g.r.IntN(len(open))]
	if len(d.Moves) == 0 {
		return engine.Record{}, fmt.Errorf("decision %s %q of seat %d lists no moves", d.ID, d.Kind, d.Seat)
	}
	c, err := command(d, d.Moves[g.r.IntN(len(d.Moves))])
	if err != nil {
		return engine.Record{}, err
	}
	if c.Proof, err = g.prove(c); err != nil {
		return engine.Record{}, err
	}
	r, err := g.fold.Decide(c, g.key, g.time())
	if err != nil {
		return engine.Record{}, fmt.Errorf("decide %q with %s: %w", d.Kind, c.Move, err)
	}
	return r, nil
}

// engineDecisions lists all open decisions with all their moves.
func engineDecisions(f *engine.Fold) []engine.Decision {
	list := f.Decisions(engine.Spectator())
	for i, d := range list {
		list[i] = f.Decisions(engine.SeatViewer(d.Seat))[i]
	}
	return list
}

// command answers d with m, as a client would.
func command(d engine.Decision, m engine.Move) (engine.Command, error) {
	raw, err := codec.Canonical(m)
	if err != nil {
		return engine.Command{}, fmt.Errorf("encode a move of %q: %w", d.Kind, err)
	}
	return engine.Command{ID: "move", Seat: d.Seat, Actor: engine.ActorPlayer, Decision: d.ID, Move: raw}, nil
}

// seatChoice selects numbers of seats.
type seatChoice int

const (
	allSeats     seatChoice = iota
	extremeSeats            // the smallest and the largest number
	fewestSeats
)

// seatCounts lists the numbers of seats to test.
func (x suite) seatCounts() (list []int) {
	info := x.title.Info()
	for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
		if seats == info.MinSeats || x.seats == allSeats || seats == info.MaxSeats && x.seats == extremeSeats {
			list = append(list, seats)
		}
	}
	return list
}

// each plays every game of the suite in the given style, and calls visit after each entry.
func (x suite) each(m style, visit func(g *game, r engine.Record, events []engine.Event) error) error {
	for _, seats := range x.seatCounts() {
		for seed := range uint64(x.Games) {
			g := x.newGame(seats, seed, m)
			for !g.over() && len(g.log) < 4*x.MaxMoves {
				r, events, err := g.next()
				if err != nil {
					return err
				}
				if err := visit(g, r, events); err != nil {
					return g.errorf("%w", err)
				}
			}
		}
	}
	return nil
}

// due reports whether an expensive law checks this entry. The entries differ from game to game.
func (g *game) due() bool { return (len(g.log)+int(g.seed)+g.seats)%g.Stride == 0 }

// some returns at most MaxTries of the moves, at random.
func (g *game) some(moves []engine.Move) []engine.Move {
	if len(moves) <= g.MaxTries {
		return moves
	}
	list := slices.Clone(moves)
	g.r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:g.MaxTries]
}

// replayed is the fold of the stored bytes of the first n entries. It shares nothing with the live one.
func (g *game) replayed(n int) (*engine.Fold, error) {
	f := engine.NewFold(g.title)
	for _, r := range g.log[:n] {
		back, err := engine.ReadRecord(r.Bytes)
		if err != nil {
			return nil, fmt.Errorf("read entry %d: %w", r.Entry.Seq, err)
		}
		if _, err := f.Apply(back); err != nil {
			return nil, fmt.Errorf("replay entry %d: %w", r.Entry.Seq, err)
		}
	}
	return f, nil
}
