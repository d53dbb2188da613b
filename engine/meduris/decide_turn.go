package meduris

import "nemeton/engine"

// beginTurn begins a turn and rolls for it [M10].
func (a *act) beginTurn(seat engine.Seat) {
	a.Emit(TurnBegan{Seat: seat, Turn: a.turn.Number + 1})
	face := Face(a.Draw("die", faces))
	a.Emit(DieRolled{Seat: seat, Face: face})
	switch face {
	case FaceGain:
		a.askGain(seat, true)
	case FaceLose:
		seats := make([]engine.Seat, a.seats)
		for i := range seats {
			seats[i] = engine.Seat(i)
		}
		a.Emit(Asked{Kind: KindLoseOne, Seats: seats})
	default:
		a.yield(Material(face), false)
		a.ask(KindTurn, seat)
	}
}

// yield hands out materials of a plateau to its workers, from the top down, until the stock is empty. In a small yield
// each worker gets 1 [M11], in a large one as many as its height [M20].
func (a *act) yield(m Material, large bool) {
	t := a.plateaus[m]
	if t.n == 0 {
		return
	}
	workers := make([]WorkerYield, 0, t.n)
	left := a.stock[m]
	for height := t.n; height > 0; height-- {
		amount := int8(1)
		if large {
			amount = height
		}
		amount = min(amount, left)
		left -= amount
		workers = append(workers, WorkerYield{Seat: t.seat[height-1], Height: height, Amount: amount})
	}
	a.Emit(Yielded{Plateau: m, Large: large, Workers: workers})
}

// askGain asks a seat to take one material, starting with the seat that rolled. The round ends when the stock is empty
// or the turn comes back to that seat [M12].
func (a *act) askGain(seat engine.Seat, first bool) {
	if a.stock.Total() == 0 || seat == a.turn.Seat && !first {
		a.ask(KindTurn, a.turn.Seat)
		return
	}
	a.ask(KindGainOne, seat)
}

func (a *act) gainOne(seat engine.Seat, m GainOne) {
	a.Emit(Gained{Seat: seat, Material: m.Material})
	a.askGain(a.next(seat), false)
}

// loseOne records a choice; the last one returns all chosen materials together [M13].
func (a *act) loseOne(seat engine.Seat, m LoseOne) {
	a.Emit(LossChosen{Seat: seat, Material: m.Material})
	if a.waiting() {
		return
	}
	losses := make([]Loss, a.seats)
	for i := range losses {
		losses[i] = Loss{Seat: engine.Seat(i), Material: a.loss[i].material}
	}
	a.Emit(LossesReturned{Losses: losses})
	a.ask(KindTurn, a.turn.Seat)
}

// largeYield moves a worker, and its new plateau yields [M20].
func (a *act) largeYield(seat engine.Seat, m Yield) {
	a.Emit(WorkerMoved{Seat: seat, From: m.From, Height: m.Height, To: m.To})
	a.yield(m.To, true)
	a.endTurn()
}

// startBuild builds at once if the hut is free, else it begins a payment [M21, M23, M25].
func (a *act) startBuild(seat engine.Seat, m Build) {
	if m.Do == DoHut && a.chips[m.Field] == ChipFree {
		a.buildHut(seat, m.Field)
		return
	}
	a.beginPayment(seat, Goal{Do: m.Do, Field: m.Field, Material: NoMaterial})
}

// buildHut places the hut, uses the chip, takes the rune stone and moves the druid [M21, M23, M24, M26].
func (a *act) buildHut(seat engine.Seat, f int8) {
	a.Emit(HutBuilt{Seat: seat, Field: f, Settlement: a.settlement(f)})
	switch a.chips[f] {
	case ChipPoints:
		a.Emit(ChipUsed{Seat: seat, Field: f, Chip: ChipPoints, Points: 2})
	case ChipFree:
		a.Emit(ChipUsed{Seat: seat, Field: f, Chip: ChipFree})
	}
	region := a.board.fields[f].Region
	if from := a.runes[region]; from != seat {
		a.Emit(RuneTaken{Seat: seat, Region: region, From: from})
	}
	a.moveDruid()
}

// buildTemple places the temple and moves the druid [M25, M26].
func (a *act) buildTemple(seat engine.Seat, f int8) {
	a.Emit(TempleBuilt{Seat: seat, Field: f})
	a.moveDruid()
}

// endTurn begins the next turn, or the last turns, or the last lap [M40, M40a].
func (a *act) endTurn() {
	seat := a.turn.Seat
	p := &a.players[seat]
	switch {
	case a.finish.Reason != "":
		// The last turns have begun; the announcement stands.
	case p.huts == 0 && p.temples == 0:
		a.Emit(LastTurnsAnnounced{Reason: ReasonBuilt, Seat: seat, Turns: a.seats - 1})
	case a.full():
		a.Emit(LastTurnsAnnounced{Reason: ReasonFull, Seat: engine.NoSeat})
	case a.turn.Quiet >= quietTurns:
		a.Emit(LastTurnsAnnounced{Reason: ReasonQuiet, Seat: engine.NoSeat})
	}
	if a.finish.Reason != "" && a.finish.Turns == 0 {
		a.lastLap()
		return
	}
	a.beginTurn(a.next(seat))
}

// quietTurns is the number of consecutive turns without a build that ends the game [M40a].
const quietTurns = 40
