package meduris

import "nemeton/engine"

// moveDruid moves the druid after a build: one stone further, or from the last stone or the ring to the next hut, where
// the ritual begins. If there is no hut, the druid stays [M26, M30, M31].
func (a *act) moveDruid() {
	if a.druid.At != AtField && a.druid.No < stones {
		a.Emit(DruidMoved{From: a.druid, To: Place{At: AtStone, No: a.druid.No + 1}, Path: []int8{}})
		a.endTurn()
		return
	}
	f, ok := a.nextHut()
	if !ok {
		a.endTurn()
		return
	}
	a.walk(f)
	a.askOffer()
}

// walk moves the druid clockwise to a field, around the whole ring if it is the druid's own. Runes count when the druid
// crosses the river [M35], except in the last lap [M41] and from the stones [M30].
func (a *act) walk(to int8) {
	onRing, size := a.druid.At == AtField, a.board.size()
	at := size - 1
	if onRing {
		at = a.druid.No
	}
	crossed := onRing && to <= at
	length := (to-at+size-1)%size + 1
	path := make([]int8, length)
	for i := range path {
		at = a.board.after(at)
		path[i] = at
	}
	a.Emit(DruidMoved{From: a.druid, To: Place{At: AtField, No: to}, Path: path})
	if crossed && !a.lap {
		a.countRunes()
	}
}

// countRunes gives every player a point for each rune stone held [M35].
func (a *act) countRunes() {
	points := make([]int16, a.seats)
	for _, holder := range a.runes {
		if holder != engine.NoSeat {
			points[holder]++
		}
	}
	a.Emit(RiverCrossed{Points: points})
}

// lastLap starts the druid's last lap [M41].
func (a *act) lastLap() {
	a.Emit(LastLapBegan{From: a.druid})
	f, ok := a.nextHut()
	if !ok {
		a.score()
		return
	}
	a.walk(f)
	a.askOffer()
}

// lapOn moves on to the next hut of the last lap. The lap ends at the hut where it began, or before the river if the
// druid came from the stones [M41].
func (a *act) lapOn() {
	here := a.druid.No
	f, _ := a.nextHut()
	if a.lapFrom.At == AtField && here == a.lapFrom.No || a.lapFrom.At != AtField && f <= here {
		a.score()
		return
	}
	a.walk(f)
	a.askOffer()
}
