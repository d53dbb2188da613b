package meduris

import "nemeton/engine"

// askOffer asks the owner of the hut at the druid's field [M32].
func (a *act) askOffer() { a.ask(KindOffer, a.huts[a.druid.No]) }

// offer carries out an Offer: nothing, the chip or both materials [M32, M33].
func (a *act) offer(seat engine.Seat, m Offer) {
	switch m.Do {
	case DoBoth:
		a.beginPayment(seat, Goal{Do: DoBoth, Field: a.druid.No, Material: NoMaterial})
	case DoChip:
		a.Emit(ChipUsed{Seat: seat, Field: a.druid.No, Chip: ChipDruid})
		a.offered(seat, DoChip, NoMaterial)
	default:
		a.offered(seat, DoNothing, NoMaterial)
	}
}

// offered scores an offering; then the druid continues [M32, M33].
func (a *act) offered(seat engine.Seat, do Do, m Material) {
	points := int16(1)
	switch do {
	case DoNothing:
		points = -min(1, a.players[seat].points)
	case DoBoth, DoChip:
		points = int16(a.settlement(a.druid.No))
	}
	a.Emit(Offered{Seat: seat, Field: a.druid.No, Do: do, Material: m, Points: points})
	if a.lap {
		a.lapOn()
		return
	}
	if ahead := a.board.after(a.druid.No); a.hut(ahead) {
		a.walk(ahead)
		a.askOffer()
		return
	}
	a.endTurn()
}
