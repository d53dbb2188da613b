package druids_test

import (
	"testing"

	"nemeton/engine"
	. "nemeton/engine/druids"
	"nemeton/testkit/enginetest/eventtest"
	"nemeton/testkit/expect"
)

// voting is a table with the given figures at the place of decision, seat 0 to vote first.
func voting(t *testing.T, n int, reason Reason, there map[Figure]engine.Seat) *table {
	t.Helper()
	p := given(t, n)
	for seat := range engine.Seat(n) {
		p.Facts(druid(seat, 24+int8(seat)))
	}
	for f := range NoFigure {
		seat, ok := there[f]
		if !ok {
			continue
		}
		if !f.IsDruid() {
			p.Facts(spirit(seat, f, 30))
		}
		p.Facts(entered(f))
	}
	p.Facts(VoteBegan{First: 0, Reason: reason}, asks(KindVote, 0))
	return p
}

// without votes with no figures and no cards.
func (p *table) without(seats ...engine.Seat) []engine.Event {
	p.Helper()
	var events []engine.Event
	for _, seat := range seats {
		p.Do(seat, KindVote, Vote{Druid: NoCult, King: NoCult})
		events = p.Do(seat, KindVoteCard, VoteDone{Do: DoDone})
	}
	return events
}

func (p *table) votes() [2]int8 {
	v := p.view(spectator).Vote
	return [2]int8{v.Sun, v.Moon}
}

func TestVote(t *testing.T) {
	t.Parallel()
	all := map[Figure]engine.Seat{DruidOf(0): 0, DwarfKing: 0, Sulis: 0, Arianrhod: 1, Cerridwen: 1}

	t.Run("druid 3, spirits 1 for their cult, Dwarf King 1 at choice [D41]", func(t *testing.T) {
		t.Parallel()
		p := position(t, "vote-of-five")
		expect.Deep(t, len(p.Open(0, KindVote).Moves), 4, "choices")
		p.Do(0, KindVote, Vote{Druid: Moon, King: Sun})
		expect.Deep(t, p.votes(), [2]int8{2, 3}, "votes")
		p.Do(0, KindVoteCard, VoteDone{Do: DoDone})
		p.Do(1, KindVote, Vote{Druid: NoCult, King: NoCult})
		expect.Deep(t, p.votes(), [2]int8{2, 5}, "votes")
	})

	t.Run("every seat is asked, clockwise, whatever it holds [D41]", func(t *testing.T) {
		t.Parallel()
		p := position(t, "vote-of-five")
		p.Do(0, KindVote, Vote{Druid: Sun, King: Sun})
		p.Do(0, KindVoteCard, VoteDone{Do: DoDone})
		events := p.without(1, 2)
		expect.Deep(t, eventtest.Find[VoteDecided](p, events), VoteDecided{Cult: Sun, Sun: 5, Moon: 2}, "result")
		if p.State.Outcome() == nil {
			t.Error("the game goes on")
		}
	})

	t.Run("a potion is a vote of either cult; its cards are shown and stay in hand [D41, D43]", func(t *testing.T) {
		t.Parallel()
		p := voting(t, 2, ReasonFive, all)
		p.hold(0, Sun5, Sun10, Sun15, Mistletoe, Moon5, Moon10, Moon15, Sun5)
		p.Facts(asks(KindVote, 0))
		p.Do(0, KindVote, Vote{Druid: Sun, King: Sun})
		potion := VotePotion{Do: DoPotion, Potion: Sun, Cult: Moon}
		events := p.Do(0, KindVoteCard, potion)
		expect.Deep(t, eventtest.Find[CardVoted](p, events).Cards, []Card{Sun5, Sun10, Sun15, Mistletoe}, "shown")
		expect.Deep(t, p.votes(), [2]int8{5, 1}, "votes")
		expect.Deep(t, len(p.hand(0)), 8, "in hand")
		expect.Deep(t, p.view(spectator).Players[0].Shown, []Card{Sun5, Sun10, Sun15, Mistletoe}, "shown to all")
		expect.Deep(t, p.Open(0, KindVoteCard).Moves, []engine.Move{VoteDone{Do: DoDone}}, "the mistletoe is used up")
	})

	t.Run("each Magic Image is a vote [D41]", func(t *testing.T) {
		t.Parallel()
		p := voting(t, 2, ReasonFive, all)
		p.hold(0, MagicImage, MagicImage)
		p.Facts(asks(KindVote, 0))
		p.Do(0, KindVote, Vote{Druid: Sun, King: Sun})
		p.Do(0, KindVoteCard, VoteImage{Do: DoImage, Cult: Sun})
		p.Do(0, KindVoteCard, VoteImage{Do: DoImage, Cult: Moon})
		expect.Deep(t, p.votes(), [2]int8{6, 1}, "votes")
		expect.Deep(t, len(p.Open(0, KindVoteCard).Moves), 1, "no third")
	})

	t.Run("Teutates and Lug double one own spirit each, each spirit once [D41]", func(t *testing.T) {
		t.Parallel()
		p := voting(t, 2, ReasonFive, all)
		p.hold(0, Teutates, Lug)
		p.Facts(asks(KindVote, 0))
		p.Do(0, KindVote, Vote{Druid: Sun, King: Moon})
		expect.Deep(t, len(p.Open(0, KindVoteCard).Moves), 5, "choices")
		p.Do(0, KindVoteCard, VoteDouble{Do: DoDouble, Card: Lug, Figure: DwarfKing})
		expect.Deep(t, p.votes(), [2]int8{4, 2}, "the king's cult")
		expect.Deep(t, p.Open(0, KindVoteCard).Moves, []engine.Move{
			VoteDone{Do: DoDone}, VoteDouble{Do: DoDouble, Card: Teutates, Figure: Sulis},
		}, "what is left")
		p.Do(0, KindVoteCard, VoteDouble{Do: DoDouble, Card: Teutates, Figure: Sulis})
		expect.Deep(t, p.votes(), [2]int8{5, 2}, "the spirit's cult")
	})
}

func TestVote_Tie(t *testing.T) {
	t.Parallel()
	there := map[Figure]engine.Seat{DruidOf(0): 0, Arianrhod: 1, Cerridwen: 1, Nantosuelta: 1, Sulis: 2}
	// tie brings three votes for each cult, and one for the sun that an image makes up for.
	tie := func(t *testing.T) (*table, []engine.Event) {
		p := voting(t, 3, ReasonFive, there)
		p.hold(1, MagicImage)
		p.Facts(asks(KindVote, 0))
		p.Do(0, KindVote, Vote{Druid: Sun, King: NoCult})
		p.Do(0, KindVoteCard, VoteDone{Do: DoDone})
		p.Do(1, KindVote, Vote{Druid: NoCult, King: NoCult})
		p.Do(1, KindVoteCard, VoteImage{Do: DoImage, Cult: Moon})
		p.Do(1, KindVoteCard, VoteDone{Do: DoDone})
		return p, p.without(2)
	}

	t.Run("a second vote at once, a vote a figure, no cards [D42]", func(t *testing.T) {
		t.Parallel()
		p, events := tie(t)
		expect.Deep(t, eventtest.Find[VoteTied](p, events), VoteTied{Sun: 4, Moon: 4}, "tied")
		expect.Deep(t, p.Open(0, KindVote).Moves, []engine.Move{Vote{Druid: Sun, King: NoCult}, Vote{Druid: Moon, King: NoCult}}, "no abstention")
		events = p.Do(0, KindVote, Vote{Druid: Sun, King: NoCult})
		expect.Deep(t, eventtest.Find[VoteDecided](p, events), VoteDecided{Cult: Moon, Sun: 2, Moon: 3}, "the spirits vote by themselves")
	})

	t.Run("after D61 it can tie again: no cult wins [D42, D61]", func(t *testing.T) {
		t.Parallel()
		p := voting(t, 2, ReasonRounds, map[Figure]engine.Seat{Sulis: 0, Arianrhod: 1})
		p.Facts(spirit(1, Morrigan, 30))
		p.hold(0, Sun15, Belladonna)
		p.Facts(asks(KindVote, 0))
		events := p.without(0, 1)
		expect.Deep(t, eventtest.Has[VoteTied](events), true, "two rounds")
		expect.Deep(t, eventtest.Find[VoteDecided](p, events), VoteDecided{Cult: NoCult, Sun: 1, Moon: 1}, "result")
		expect.Deep(t, eventtest.Find[GameEnded](p, events), GameEnded{Winners: []engine.Seat{0, 1}, Scores: []int16{-20, -20}}, "what counts all the same [D53]")
	})

	t.Run("nobody there at all [D42, D61]", func(t *testing.T) {
		t.Parallel()
		p := voting(t, 2, ReasonCards, nil)
		expect.Deep(t, eventtest.Find[VoteDecided](p, p.without(0, 1)).Cult, NoCult, "result")
	})

	t.Run("then the 20 for a druid there count [D42]", func(t *testing.T) {
		t.Parallel()
		p := voting(t, 2, ReasonRounds, map[Figure]engine.Seat{DruidOf(0): 0, DruidOf(1): 1, Sulis: 1})
		p.hold(0, MagicImage)
		p.Facts(asks(KindVote, 0))
		p.Do(0, KindVote, Vote{Druid: Moon, King: NoCult})
		p.Do(0, KindVoteCard, VoteImage{Do: DoImage, Cult: Moon})
		p.Do(0, KindVoteCard, VoteDone{Do: DoDone})
		p.Do(1, KindVote, Vote{Druid: Sun, King: NoCult})
		p.Do(1, KindVoteCard, VoteDone{Do: DoDone})
		p.Do(0, KindVote, Vote{Druid: Moon, King: NoCult})
		events := p.Do(1, KindVote, Vote{Druid: Moon, King: NoCult})
		expect.Deep(t, eventtest.Find[VoteDecided](p, events), VoteDecided{Cult: Moon, Sun: 1, Moon: 2}, "result")
		expect.Deep(t, eventtest.Find[GameEnded](p, events).Scores, []int16{20, 20}, "scores")
		expect.Deep(t, eventtest.Find[GameEnded](p, events).Winners, []engine.Seat{1}, "more figures there win [D54]")
	})
}
