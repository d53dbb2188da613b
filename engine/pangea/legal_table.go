package pangea

import "nemeton/engine"

// moveTable holds all moves of small types. They are boxed once, so that a list of them costs one allocation.
type moveTable struct {
	tower [tiles]engine.Move
	found [peoples]engine.Move
	shift [tiles][fields][2]engine.Move // to a field; 1: over the edge
	step  [tribes][tiles][2]engine.Move // to a tile; 1: over the edge
	spell []engine.Move                 // all moves of the phase
	end   engine.Move
}

var table = newMoveTable()

func newMoveTable() *moveTable {
	t := &moveTable{end: End{Do: DoEnd}}
	for p := range People(peoples) {
		t.found[p] = Found{Do: DoFound, People: p}
	}
	for tile := range int8(tiles) {
		t.tower[tile] = PlaceTower{Do: DoTower, Tile: tile}
		for f := range int8(fields) {
			t.shift[tile][f] = [2]engine.Move{Shift{DoShift, tile, f, false}, Shift{DoShift, tile, f, true}}
		}
		for tribe := range int8(tribes) {
			t.step[tribe][tile] = [2]engine.Move{Step{DoMove, tribe, tile, false}, Step{DoMove, tribe, tile, true}}
		}
	}
	for f := range int8(fields) {
		t.spell = append(t.spell, LaySpell{Do: DoLay, Field: f})
	}
	t.spell = append(t.spell, t.end)
	return t
}

// index is 1 for a step over the edge.
func (l link) index() int {
	if l.over {
		return 1
	}
	return 0
}
