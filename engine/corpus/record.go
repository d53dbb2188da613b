package corpus

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/export"
)

// longest is the largest number of entries in a game.
const longest = 10_000

// Play plays a table of a title with easy bots that sometimes move at random. Steps are taken back, and players leave
// and return. The game depends on the seed alone.
func Play(title engine.Title, seats int, seed uint64) (export.Document, error) {
	g, err := begin(title, seats, seed)
	for err == nil && g.fold.Outcome() == nil {
		if len(g.doc.Entries) > longest {
			return export.Document{}, fmt.Errorf("%s for %d with seed %d does not end", g.doc.Title, seats, seed)
		}
		err = g.next()
	}
	if err != nil {
		return export.Document{}, err
	}
	g.doc.Outcome, g.doc.Head = g.fold.Outcome(), g.fold.Head()
	return g.doc, nil
}

// game is a table being played.
type game struct {
	title engine.Title
	fold  *engine.Fold
	key   engine.Key
	rand  *rand.Rand
	doc   export.Document
	time  int64
}

func begin(title engine.Title, seats int, seed uint64) (*game, error) {
	info, r := title.Info(), rand.New(rand.NewPCG(seed, uint64(seats)))
	options, err := engine.Options{}.Complete(info.Options)
	if err != nil {
		return nil, err
	}
	var secret engine.Secret
	for i := range secret {
		secret[i] = byte(r.Uint32())
	}
	given := [][]byte{{byte(seed)}, nil}
	begun := engine.Started{
		Table: fmt.Sprintf("%s-%d-%d", info.ID, seats, seed), Title: info.ID,
		Setup:      engine.Setup{Colors: info.ColorsFor(seats)[:seats], Options: options},
		Commitment: secret.Commitment(), Contributions: []string{hex.EncodeToString(given[0]), ""},
	}
	g := &game{
		title: title, fold: engine.NewFold(title), key: engine.NewKey(secret, given), rand: r, time: 1_800_000_000_000,
		doc: export.Document{
			Format: export.Format, Table: begun.Table, Title: info.ID, CreatedAt: 1_800_000_000_000, Options: options,
			Secret: hex.EncodeToString(secret[:]), Commitment: begun.Commitment, Contributions: begun.Contributions,
		},
	}
	for i, color := range begun.Setup.Colors {
		g.doc.Seats = append(g.doc.Seats, export.Seat{Seat: engine.Seat(i), Color: color, Name: fmt.Sprintf("Bot %d", i+1)})
	}
	record, err := engine.Begin(title, begun, g.key, g.time)
	if err != nil {
		return nil, err
	}
	return g, g.apply(record)
}

// apply applies a record and appends it to the document.
func (g *game) apply(r engine.Record) error {
	if _, err := g.fold.Apply(r); err != nil {
		return err
	}
	g.doc.Entries = append(g.doc.Entries, export.Entry{Entry: r.Bytes, Hash: r.Hash})
	g.time += 1000
	return nil
}

// next plays one entry.
func (g *game) next() error {
	seat := g.fold.OwingSeats()[0]
	if g.rand.IntN(20) == 0 {
		if r, err := g.systemEntry(seat); err == nil {
			return g.apply(r)
		}
	}
	level := bot.Easy
	if g.rand.IntN(6) == 0 {
		level = bot.Random
	}
	c, err := bot.Choose(g.title, g.fold.Knowledge(engine.SeatViewer(seat)), level, bot.Budget{}, g.rand.Uint64())
	if err != nil {
		return err
	}
	raw, err := engine.Canonical(c.Move)
	if err != nil {
		return err
	}
	r, err := g.fold.Decide(engine.Command{
		ID: fmt.Sprint(g.fold.Seq()), Seat: seat, Actor: engine.ActorBot, Decision: c.Decision.ID, Move: raw,
	}, g.key, g.time)
	if err != nil {
		return err
	}
	return g.apply(r)
}

// systemEntry returns a system entry of the seat.
func (g *game) systemEntry(seat engine.Seat) (engine.Record, error) {
	id := fmt.Sprint(g.fold.Seq())
	if r, err := g.fold.TakeBack(engine.Command{ID: id, Seat: seat}, g.time); err == nil {
		return r, nil
	}
	if r, err := g.fold.Return(seat, id, g.time); err == nil {
		return r, nil
	}
	return g.fold.Leave(seat, id, g.time)
}
