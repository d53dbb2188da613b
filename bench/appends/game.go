package appends

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Game plays a game of random moves and returns its records after the start.
func Game(title engine.Title, seats int, seed uint64) ([]engine.Record, error) {
	info := title.Info()
	options, err := engine.Options{}.Complete(info.Options)
	if err != nil {
		return nil, err
	}
	key, r := chance.Key{byte(seed)}, rand.New(rand.NewPCG(seed, 0))
	f := engine.NewFold(title)
	record, err := engine.Begin(title, engine.Started{
		Table: "bench", Title: info.ID, Setup: engine.Setup{Colors: info.ColorsFor(seats)[:seats], Options: options},
		Chance: engine.ChanceVersion, Bots: slices.Repeat([]string{"easy"}, seats),
		Contributions: make([]string, seats), Names: make([]codec.Optional, seats), Answers: make([]engine.Answer, seats),
	}, key, 0)
	var game []engine.Record
	for err == nil {
		if record, err = record.Salted(chance.Secret{}, "bench"); err != nil {
			break
		}
		if record.Entry.Kind != engine.KindStart {
			game = append(game, record)
		}
		if _, err = f.Apply(record); err != nil || f.Outcome() != nil {
			break
		}
		seat := f.OwingSeats()[0]
		var own engine.Decision
		for _, d := range f.Decisions(engine.SeatViewer(seat)) {
			if d.Seat == seat {
				own = d
			}
		}
		var move json.RawMessage
		if move, err = json.Marshal(own.Moves[r.IntN(len(own.Moves))]); err != nil {
			break
		}
		record, err = f.Decide(engine.Command{
			ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", len(game)), Seat: seat, Actor: engine.ActorBot, Decision: own.ID, Move: move,
		}, key, 0)
	}
	return game, err
}
