package meduris_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
)

// table is a position under test.
type table struct{ *enginetest.Table }

// given returns a table of n seats, set up without chips, with the events applied. Seat 0 has turn 1, and the die shows FaceGain
// unless a test sets draws.
func given(t *testing.T, n int, facts ...[]engine.Event) *table {
	t.Helper()
	p := &table{&enginetest.Table{TB: t, State: Title{}.Blank(setup(n)), Rest: int(FaceGain)}}
	board := "A"
	if n == 4 {
		board = "B"
	}
	p.Facts(SetUp{Board: board}, TurnBegan{Seat: 0, Turn: 1})
	for _, list := range facts {
		p.Facts(list...)
	}
	return p
}

// position returns the table of testdata/positions/<name>.json.
func position(t *testing.T, name string) *table {
	t.Helper()
	p := enginetest.Position(t, Title{}, "testdata/positions/"+name+".json")
	p.Rest = int(FaceGain)
	return &table{p}
}

// workers puts workers on a plateau, from the bottom up.
func workers(m Material, seats ...engine.Seat) []engine.Event {
	var list []engine.Event
	for i, seat := range seats {
		list = append(list, WorkerPlaced{Seat: seat, Plateau: m, Height: int8(i + 1)})
	}
	return list
}

// hand sets a seat's hand. It comes before asks, because an event of the seat closes its decision.
func hand(seat engine.Seat, c Counts) []engine.Event {
	list := []engine.Event{Paid{Seat: seat, Tokens: Counts{1, 1, 1, 1}}}
	for m, n := range c {
		list = append(list, Yielded{Plateau: Material(m), Workers: []WorkerYield{{Seat: seat, Height: 1, Amount: n}}})
	}
	return list
}

// huts puts huts on fields, without rune stones and without a move of the druid.
func huts(seat engine.Seat, fields ...int8) []engine.Event {
	var list []engine.Event
	for _, f := range fields {
		list = append(list, HutBuilt{Seat: seat, Field: f})
	}
	return list
}

func temples(seat engine.Seat, fields ...int8) []engine.Event {
	var list []engine.Event
	for _, f := range fields {
		list = append(list, TempleBuilt{Seat: seat, Field: f})
	}
	return list
}

// runes gives rune stones to a seat.
func runes(seat engine.Seat, regions ...int8) []engine.Event {
	var list []engine.Event
	for _, r := range regions {
		list = append(list, RuneTaken{Seat: seat, Region: r, From: engine.NoSeat})
	}
	return list
}

func one(e engine.Event) []engine.Event { return []engine.Event{e} }

// chip puts a chip on a field.
func chip(f int8, c Chip) []engine.Event {
	return one(SetUp{Chips: []LaidChip{{Field: f, Chip: c}}})
}

// stone and field place the druid.
func stone(n int8) []engine.Event { return one(DruidMoved{To: Place{At: AtStone, No: n}}) }

func field(f int8) []engine.Event { return one(DruidMoved{To: Place{At: AtField, No: f}}) }

// asks opens decisions of a kind.
func asks(kind string, seats ...engine.Seat) []engine.Event {
	return one(Asked{Kind: kind, Seats: seats})
}

// pay pays exactly what is due, without replacing.
func (p *table) pay(seat engine.Seat) []engine.Event {
	p.Helper()
	m, ok := p.Open(seat, KindPay).Moves[0].(Replace)
	if !ok || m.Units != (Counts{}) {
		p.Fatalf("seat %d cannot pay as asked: %+v", seat, m)
	}
	return p.Do(seat, KindPay, m)
}

// build builds and pays as asked.
func (p *table) build(seat engine.Seat, do Do, f int8) []engine.Event {
	p.Helper()
	return append(p.Do(seat, KindTurn, Build{Do: do, Field: f}), p.pay(seat)...)
}

// view is what a seat sees.
func (p *table) view(seat engine.Seat) View { return p.State.View(engine.SeatViewer(seat)).(View) }

func (p *table) hand(seat engine.Seat) Counts { return *p.view(seat).Hand }

// points are all scores, by seat.
func (p *table) points() []int16 {
	var list []int16
	for _, pl := range p.view(0).Players {
		list = append(list, pl.Points)
	}
	return list
}
