package pangea

import "nemeton/engine"

// View leaves out the content of the bags of players whose tower is not placed, and their
// drawn tribes [P12].
func (s *State) View(v engine.Viewer) any {
	view := View{
		Fields:  pangea.list[:len(pangea.list):len(pangea.list)],
		Start:   s.start,
		Turn:    s.turn,
		Waiting: []engine.Seat{},
		Counter: s.counter.Last(),
	}
	view.Peoples = s.peopleViews(v)
	if !v.OwnOnly() {
		view.Tiles, view.Ranks = s.tileViews(), needs[:]
		view.Players = make([]PlayerView, s.seats)
		for seat := range engine.Seat(s.seats) {
			view.Players[seat] = s.playerView(seat)
		}
	}
	if s.owes.no != 0 {
		view.Waiting = append(view.Waiting, s.owes.seat)
	}
	if s.last != "" {
		view.LastRound = &LastRoundView{Reason: s.last}
	}
	if seat, ok := v.Seat(); ok && seat < engine.Seat(s.seats) {
		for _, t := range s.hand(s.played[seat]) {
			view.Hand = append(view.Hand, HandView{ID: t, Home: homeOf[t]})
		}
	}
	return view
}

func (s *State) tileViews() []TileView {
	list := make([]TileView, tiles)
	for tile := range int8(tiles) {
		list[tile] = TileView{
			Landscape: landscapeOf(tile), Capacity: capacityOf(tile), Field: s.field[tile],
			Tribes: s.crowd[tile], Overcrowded: s.overcrowded(tile),
		}
	}
	return list
}

func (s *State) peopleViews(v engine.Viewer) []PeopleView {
	list := make([]PeopleView, peoples)
	for p := range People(peoples) {
		list[p] = s.peopleView(p)
		if s.tower[p] != noTile || s.player[p] != engine.NoSeat && v.Is(s.player[p]) {
			list[p].Bag = s.bagView(p)
		}
	}
	return list
}

func (s *State) peopleView(p People) PeopleView {
	view := PeopleView{
		People: p, Seat: s.player[p], Tower: s.tower[p], Spell: s.spell[p], Left: int8(s.bag(p)),
		Tribes: make([]TribeView, 0, tribesOf),
	}
	for t := firstOf(p); t < firstOf(p)+tribesOf; t++ {
		if s.onBoard(t) {
			view.Tribes = append(view.Tribes, TribeView{
				ID: t, Home: homeOf[t], Tile: s.at[t], AtHome: s.atHome(t), Produces: s.produces(t),
				Carries: s.carries[t], Delivers: s.delivers(t), Moved: s.moved[t],
			})
		}
	}
	return view
}

func (s *State) bagView(p People) *BagView {
	var left [landscapes]int8
	for t := firstOf(p); t < firstOf(p)+tribesOf; t++ {
		if s.at[t] == inBag {
			left[homeOf[t]]++
		}
	}
	return &BagView{left[Mountain], left[Swamp], left[Desert], left[Grassland], left[Forest]}
}

func (s *State) playerView(seat engine.Seat) PlayerView {
	view := PlayerView{
		Seat: seat, People: s.played[seat], Goods: s.goods[seat], Amulets: s.amulets[seat].list(),
		Magic: s.magic(seat), Price: s.price(seat), Production: int16(len(s.producers(s.played[seat]))),
		Rank: s.rank(seat), Goal: s.goal(seat),
	}
	for t := firstOf(view.People); t < firstOf(view.People)+tribesOf; t++ {
		if s.onBoard(t) {
			view.Tribes++
		}
		if s.atHome(t) {
			view.Home++
		}
	}
	return view
}
