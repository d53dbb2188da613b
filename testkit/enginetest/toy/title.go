package toy

import (
	"encoding/json"
	"errors"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// Title is the toy. The zero value keeps all laws.
type Title struct {
	fault Fault
	count *int // counter of the faults with a memory; nil without such a fault
}

// Broken returns a toy with a fault.
func Broken(f Fault) Title { return Title{fault: f, count: new(int)} }

const (
	handSize = 3
	slots    = 3
	tokens   = 2
)

func (t Title) Info() engine.Info {
	colors := []string{"red", "blue", "green", "white"}
	info := engine.Info{
		ID: "toy", Name: "Toy", MinSeats: 2, MaxSeats: 4, Rules: 1, Minutes: engine.Minutes{From: 5, To: 15}, Weight: 1, LongestGame: 4 * (4 + tokens + slots + 1),
		Options: []engine.Option{
			{ID: "rounds", Kind: "int", Default: 3, Min: 2, Max: 4},
			{ID: "die", Kind: "bool", Default: 1},
		},
		Colors: [][]string{colors, colors, colors},
	}
	if t.fault == LongerGame {
		info.LongestGame = 1
	}
	return info
}

func (t Title) Start(setup engine.Setup, c chance.Source) []engine.Event {
	deck := allCards(setup)
	chance.Shuffle(c, "deck", deck)
	dealt := Dealt{}
	for range setup.Seats() {
		dealt.Hands = append(dealt.Hands, deck[len(deck)-handSize:])
		deck = deck[:len(deck)-handSize]
	}
	dealt.Deck = deck
	return []engine.Event{dealt}
}

// allCards lists every card of a table: enough for the hands and a draw each round.
func allCards(setup engine.Setup) []int {
	cards := make([]int, setup.Seats()*(handSize+setup.Options["rounds"]))
	for i := range cards {
		cards[i] = i + 1
	}
	return cards
}

func (t Title) Blank(setup engine.Setup) engine.State {
	n := setup.Seats()
	return &State{
		title: t, setup: setup, rounds: setup.Options["rounds"],
		hands: make([][]int, n), picks: make([]int, n), points: make([]int, n), nos: make([]uint32, n),
	}
}

// Pick picks a card in secret.
type Pick struct {
	Card int `json:"card"`
}

// Place is a step of the winner of a round.
type Place struct {
	Do   string `json:"do"` // "place" or "roll"
	Slot int    `json:"slot"`
}

// End ends the turn.
type End struct {
	Do string `json:"do"` // "end"
}

// Moves has readers of its own, so that faults can read more or less than they should.
func (t Title) Moves() engine.MoveTypes {
	types := engine.MoveTypes{
		"pick":  {{Zero: Pick{}, Read: t.readPick}},
		"place": {{Zero: Place{}, Read: t.readPlace}},
		"end":   {engine.MoveOf[End]()},
	}
	for _, list := range types {
		read := list[0].Read
		list[0].Read = func(raw []byte) (engine.Move, error) {
			if t.fault == ReadsPointers && len(raw) < 3 {
				panic("garbled")
			}
			return read(raw)
		}
	}
	return types
}

func (t Title) readPick(raw []byte) (engine.Move, error) {
	switch t.fault {
	case ReadsLoosely:
		var m Pick
		err := json.Unmarshal(raw, &m)
		return m, err
	case ListsBareText:
		var card int
		err := json.Unmarshal(raw, &card)
		return card, err
	}
	return engine.ParseStrict[Pick](raw)
}

func (t Title) readPlace(raw []byte) (engine.Move, error) {
	m, err := engine.ParseStrict[Place](raw)
	if t.fault == ListsUnread && err == nil && m.(Place).Do == "roll" {
		return nil, errors.New("unread")
	}
	return m, err
}
