package druids_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest"
)

var spectator = engine.Spectator()

// table is a position under test.
type table struct{ *enginetest.Table }

// given returns a table of n seats with the events applied. Seat 0 is the start player and has turn 1.
func given(t *testing.T, n int, facts ...engine.Event) *table {
	t.Helper()
	p := &table{&enginetest.Table{TB: t, State: Title{}.Blank(setup(n))}}
	p.Facts(SetUp{Start: 0}, TurnBegan{Seat: 0, Turn: 1, Round: 1})
	p.Facts(facts...)
	return p
}

// position returns the table of testdata/positions/<name>.json.
func position(t *testing.T, name string) *table {
	t.Helper()
	return &table{enginetest.Position(t, Title{}, "testdata/positions/"+name+".json")}
}

func druid(seat engine.Seat, stone int8) engine.Event { return DruidPlaced{Seat: seat, Stone: stone} }

// spirit puts a spirit on a stone under a seat's control.
func spirit(seat engine.Seat, f Figure, stone int8) engine.Event {
	return SpiritCalled{Seat: seat, Figure: f, Stone: stone}
}

// entered moves a figure to the place of decision.
func entered(f Figure) engine.Event { return FigureEntered{Figure: f} }

// asks opens a decision.
func asks(kind string, seat engine.Seat) engine.Event { return Asked{Kind: kind, Seat: seat} }

// hold gives a seat cards of the deck, and closes the open decision.
func (p *table) hold(seat engine.Seat, cards ...Card) *table {
	for _, c := range cards {
		p.Facts(CardDrawn{Seat: seat, Card: c})
	}
	return p
}

// rolled sets seat 0's roll, and asks for its use.
func (p *table) rolled(first, second Face, moving int8) *table {
	p.Facts(DiceRolled{Dice: [2]Face{first, second}, Moving: moving, Uses: min(moving, 2)}, asks(KindUse, 0))
	return p
}

// discarded puts cards on the discard pile, through seat 0's hand.
func (p *table) discarded(cards ...Card) *table {
	for _, c := range cards {
		p.Facts(CardDrawn{Card: c}, CardPlayed{Card: c}, CardDiscarded{Card: c})
	}
	return p
}

// emptyDeck puts the rest of the deck on the discard pile.
func (p *table) emptyDeck() *table {
	left := map[Card]int{
		Sun5: 4, Sun10: 4, Sun15: 4, Moon5: 4, Moon10: 4, Moon15: 4, Mistletoe: 2, Belladonna: 1, Cauldron: 2, Harp: 2,
		MagicImage: 2, Teutates: 1, Lug: 1, Mist: 2, Calling: 2, Banishing: 2, SecondSight: 2, Raven: 2,
	}
	for i := range p.view(spectator).Players {
		for _, c := range p.hand(engine.Seat(i)) {
			left[c]--
		}
	}
	for _, c := range p.view(spectator).Discard {
		left[c]--
	}
	for c, n := range left {
		for range n {
			p.discarded(c)
		}
	}
	return p
}

// use chooses a die and a figure and moves it to a stone within reach.
func (p *table) use(die int8, f Figure, stone int8) []engine.Event {
	p.Helper()
	p.Do(0, KindUse, Use{Die: die, Figure: f})
	for _, m := range p.Open(0, KindGo).Moves {
		if m.(Go).Stone == stone {
			return p.Do(0, KindGo, m)
		}
	}
	p.Fatalf("stone %d is not within reach: %+v", stone, p.State.Open()[0].Moves)
	return nil
}

// stones are those that the open decision lists.
func (p *table) stones() []int8 {
	p.Helper()
	var list []int8
	for _, m := range p.State.Open()[0].Moves {
		switch m := m.(type) {
		case Go:
			list = append(list, m.Stone)
		case Put:
			list = append(list, m.Stone)
		case Place:
			list = append(list, m.Stone)
		}
	}
	slices.Sort(list)
	return list
}

func (p *table) view(v engine.Viewer) View { return p.State.View(v).(View) }

func (p *table) hand(seat engine.Seat) []Card { return p.view(engine.SeatViewer(seat)).Hand }

// figure is where a figure is and whose.
func (p *table) figure(f Figure) FigureView {
	for _, v := range p.view(spectator).Figures {
		if v.Figure == f {
			return v
		}
	}
	return FigureView{}
}

// Faces of the dice.
var (
	straight = Face{Shape: Straight}
	bend     = Face{Shape: Bend}
	double   = Face{Shape: DoubleBend}
)

func pips(n int8) Face { return Face{Shape: Pips, Pips: n} }

// ringed is the same face with a ring.
func ringed(f Face) Face {
	f.Ringed = true
	return f
}
