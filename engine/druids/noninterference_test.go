package druids_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/expect"
)

// crowded is a position with many possible changes of hands: figures everywhere, full hands, few cards in the deck.
func crowded(t *testing.T, r *rand.Rand, n int) *table {
	p := scatter(t, r, n)
	for p.view(spectator).Deck > int8(r.IntN(4)) {
		c := p.nextCardBy(r)
		if r.IntN(6) == 0 {
			p.discarded(c)
			continue
		}
		p.hold(engine.Seat(r.IntN(n)), c)
	}
	if r.IntN(3) == 0 {
		for range 4 {
			f := Belenus + Figure(r.IntN(7))
			p.facts(spirit(engine.Seat(r.IntN(n)), f, 3), entered(f))
		}
		p.facts(entered(DruidOf(0)), VoteBegan{First: 0, Reason: ReasonFive}, asks(KindVote, 0))
		return p
	}
	p.facts(TurnBegan{Seat: 0, Turn: 20, Round: 8}, asks(KindTurn, 0))
	return p
}

// nextCardBy picks a random card of the deck without changing the table.
func (p *table) nextCardBy(r *rand.Rand) Card {
	c := &table{T: p.T, s: p.s.Clone()}
	c.facts(TurnBegan{Seat: 0, Turn: 90, Round: 20}, asks(KindMagic, 0))
	return expect.Find[CardDrawn](c, c.s.Decide(c.s.Open()[0], Magic{Do: DoDraw}, chance.Loose{Rand: r})).Card
}

// TestNoninterference plays on from crowded positions in two states that a viewer cannot distinguish, with the same
// moves and the same chance. The viewer's events and views stay equal until a card enters or leaves its own hand. Each
// kind of hidden change must occur for a viewer without knowledge of it.
func TestNoninterference(t *testing.T) {
	t.Parallel()
	met := map[string]int{}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 36))
		p := crowded(t, r, 2+int(seed)%4)
		for range 14 {
			if p.s.Outcome() != nil {
				break
			}
			n := len(p.view(spectator).Players)
			for seat := engine.NoSeat; seat < engine.Seat(n); seat++ {
				compareStates(t, p.s, engine.SeatViewer(seat), n, r, met)
			}
			enginetest.Step(p.s, chance.Loose{Rand: r})
		}
	}
	for _, what := range []string{
		"card_taken exchange", "card_taken morrigan", "card_taken raven", "card_given", "reshuffled", "card_drawn",
		"card_voted", "figures_voted", "card_discarded", "reveals",
	} {
		if met[what] == 0 {
			t.Errorf("%s: no viewer without knowledge of the cards met it; met: %v", what, met)
		}
	}
}

// compareStates tries the moves of the open decision that are legal in a sampled state too.
func compareStates(t *testing.T, actual engine.State, v engine.Viewer, n int, r *rand.Rand, met map[string]int) {
	t.Helper()
	open := actual.Open()
	knowledge := engine.Knowledge{Viewer: v, Setup: setup(n), View: actual.View(v), Decisions: slices.Clone(open)}
	if !v.Is(open[0].Seat) {
		knowledge.Decisions[0].Moves = nil
	}
	sampled, err := Title{}.Sample(knowledge, r)
	if err != nil {
		t.Fatal(err)
	}
	same(t, v, "view of a sampled state", sampled.View(v), actual.View(v))
	listed := sampled.Open()[0].Moves
	if v.Is(open[0].Seat) {
		same(t, v, "moves", listed, open[0].Moves)
	}
	m := open[0].Moves[r.IntN(len(open[0].Moves))]
	if !slices.Contains(listed, m) {
		return
	}
	seed := r.Uint64()
	a, b := actual.Clone(), sampled.Clone()
	here, there := answerFor(a, m, v, seed), answerFor(b, m, v, seed)
	expect.Equal(t, "events for "+v.String(), len(here), len(there))
	for i := range here {
		x, y := encoded(t, here[i].Data), encoded(t, there[i].Data)
		if kind, _ := (Title{}.Registry().Type(here[i].Name)); x != y && kind.Reveals != "" && here[i].Name == there[i].Name {
			met["reveals"]++
			return
		}
		if x != y || here[i].Name != there[i].Name {
			t.Fatalf("%s receives %s %s, but in a sampled state %s %s", v, here[i].Name, x, there[i].Name, y)
		}
		switch e := here[i].Data.(type) {
		case CardMoved:
			met[fmt.Sprintf("%s %s", here[i].Name, e.Why)]++
			met[here[i].Name]++
		default:
			met[here[i].Name]++
		}
	}
	same(t, v, "view afterwards", b.View(v), a.View(v))
}

// answerFor answers the open decision and returns the events that a viewer receives.
func answerFor(s engine.State, m engine.Move, v engine.Viewer, seed uint64) []engine.RedactedEvent {
	var list []engine.RedactedEvent
	for _, e := range s.Decide(s.Open()[0], m, enginetest.Loose(seed)) {
		s.Evolve(e)
		if redacted, ok := (Title{}.Registry().Redact(e, v)); ok {
			list = append(list, redacted)
		}
	}
	return list
}

func same(t *testing.T, v engine.Viewer, what string, got, want any) {
	t.Helper()
	if x, y := encoded(t, got), encoded(t, want); x != y {
		t.Fatalf("%s of %s:\ngot  %s\nwant %s", what, v, x, y)
	}
}

func encoded(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
