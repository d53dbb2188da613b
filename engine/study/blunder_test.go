package study_test

import (
	"bytes"
	"math/rand/v2"
	"slices"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/poolgame"
)

// blunder lets seat 0 of a game of Meduris gather material late in the game whenever it could build a hut. at lists the entries.
func blunder(easy poolgame.Chooser, at *[]engine.Seq) poolgame.Chooser {
	const late = 150
	return func(f *engine.Fold, seat engine.Seat, r *rand.Rand) (engine.DecisionID, engine.Move, error) {
		own := f.Decisions(engine.SeatViewer(seat))
		d := own[slices.IndexFunc(own, func(d engine.Decision) bool { return d.Seat == seat })]
		gather, build := slices.IndexFunc(d.Moves, does(`"yield"`)), slices.IndexFunc(d.Moves, does(`"hut"`))
		if seat != 0 || f.Seq() < late || gather < 0 || build < 0 || f.StandIn(seat) != "" {
			return easy(f, seat, r)
		}
		*at = append(*at, f.Seq()+1)
		return d.ID, d.Moves[gather], nil
	}
}

// does returns a function that finds moves with an action.
func does(action string) func(engine.Move) bool {
	return func(m engine.Move) bool {
		raw, err := codec.Canonical(m)
		return err == nil && bytes.Contains(raw, []byte(action))
	}
}
