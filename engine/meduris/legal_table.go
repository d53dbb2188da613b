package meduris

import "nemeton/engine"

// moveTable holds all moves of small types. They are boxed once, so that a list of them costs one allocation.
type moveTable struct {
	place, gain, one [kinds]engine.Move
	lose             [kinds + 1]engine.Move
	yield            [kinds][maxStack][kinds]engine.Move // from, height from 0, to
	hut, temple      [maxFields]engine.Move

	nothing, both, chip engine.Move
}

var table = newMoveTable()

func newMoveTable() *moveTable {
	t := &moveTable{nothing: Offer{Do: DoNothing}, both: Offer{Do: DoBoth}, chip: Offer{Do: DoChip}}
	for m := Wood; m < NoMaterial; m++ {
		t.place[m] = PlaceWorker{Plateau: m}
		t.gain[m] = GainOne{Material: m}
		t.lose[m] = LoseOne{Material: m}
		t.one[m] = OfferOne{Do: DoOne, Material: m}
		for height := range int8(maxStack) {
			for to := Wood; to < NoMaterial; to++ {
				t.yield[m][height][to] = Yield{Do: DoYield, From: m, Height: height + 1, To: to}
			}
		}
	}
	t.lose[NoMaterial] = LoseOne{Material: NoMaterial}
	for f := range int8(maxFields) {
		t.hut[f] = Build{Do: DoHut, Field: f}
		t.temple[f] = Build{Do: DoTemple, Field: f}
	}
	return t
}
