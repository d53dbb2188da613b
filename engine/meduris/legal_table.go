package meduris

import "nemeton/engine"

// Moves of small kinds are made once and listed again and again: a list then costs one allocation.
var (
	placeMoves  [kinds]engine.Move
	gainMoves   [kinds]engine.Move
	loseMoves   [kinds + 1]engine.Move
	oneMoves    [kinds]engine.Move
	yieldMoves  [kinds][maxStack][kinds]engine.Move // from, height from 0, to
	hutMoves    [maxFields]engine.Move
	templeMoves [maxFields]engine.Move

	offerNothing engine.Move = Offer{Do: DoNothing}
	offerBoth    engine.Move = Offer{Do: DoBoth}
	offerChip    engine.Move = Offer{Do: DoChip}
)

func init() {
	for m := Wood; m < NoMaterial; m++ {
		placeMoves[m] = PlaceWorker{Plateau: m}
		gainMoves[m] = GainOne{Material: m}
		loseMoves[m] = LoseOne{Material: m}
		oneMoves[m] = OfferOne{Do: DoOne, Material: m}
		for height := range int8(maxStack) {
			for to := Wood; to < NoMaterial; to++ {
				yieldMoves[m][height][to] = Yield{Do: DoYield, From: m, Height: height + 1, To: to}
			}
		}
	}
	loseMoves[NoMaterial] = LoseOne{Material: NoMaterial}
	for f := range int8(maxFields) {
		hutMoves[f] = Build{Do: DoHut, Field: f}
		templeMoves[f] = Build{Do: DoTemple, Field: f}
	}
}
