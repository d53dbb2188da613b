package corpus_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"nemeton/testkit/expect"
)

// laidChip is a chip on its field.
type laidChip struct {
	Field int
	Chip  string
}

func meanMeduris(t *testing.T, seats int, entries []drawn) {
	t.Helper()
	expectStart(t, entries[0])
	n := 32
	if seats == 4 {
		n = 40
	}
	first := entries[0]
	order := shuffled([]string{"points", "points", "free", "free", "druid", "druid"}, first.results("chip order"))
	field, rank := first.results("chip field")[0], first.results("chip distances")[0]
	var chips []laidChip
	lay := func() { chips = append(chips, laidChip{field % n, order[len(chips)]}) }
	bars := 5
	for p := range n - 19 {
		with := 0
		if bars > 0 {
			with = choose(n-20-p, bars-1)
		}
		if bars > 0 && rank < with {
			lay()
			bars--
			field += 4
			continue
		}
		rank -= with
		field++
	}
	lay()
	slices.SortFunc(chips, func(a, b laidChip) int { return cmp.Compare(a.Field, b.Field) })
	expectEqual(t, "chips", chips, eventData[struct{ Chips []laidChip }](t, first, "set_up")[0].Chips)
	faces := []string{"wood", "wool", "copper", "stone", "gain", "lose"}
	for _, e := range entries {
		var got, want []string
		for _, is := range e.results("die") {
			got = append(got, faces[is])
		}
		for _, rolled := range eventData[struct{ Face string }](t, e, "die_rolled") {
			want = append(want, rolled.Face)
		}
		expectEqual(t, "die", got, want)
	}
}

func choose(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}

// druidKinds are the kinds of cards in order, and druidDeck their numbers at the start.
var (
	druidKinds = []string{
		"sun-5", "sun-10", "sun-15", "moon-5", "moon-10", "moon-15", "mistletoe", "belladonna", "cauldron", "harp", "magic-image", "teutates", "lug",
		"mist", "calling", "banishing", "second-sight", "raven",
	}
	druidDeck = []int{4, 4, 4, 4, 4, 4, 2, 1, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2}
	druidDice = [2][]string{{"1", "3 ringed", "5", "straight ringed", "straight", "bend"}, {"2 ringed", "4", "6", "straight", "bend ringed", "double-bend"}}
)

// druidFace is a face of a die of Die Druiden.
type druidFace struct {
	Shape  string
	Pips   int
	Ringed bool
}

func (f druidFace) String() string {
	text := f.Shape
	if f.Shape == "pips" {
		text = fmt.Sprint(f.Pips)
	}
	if f.Ringed {
		text += " ringed"
	}
	return text
}

func meanDruids(t *testing.T, _ int, entries []drawn) {
	t.Helper()
	expectStart(t, entries[0])
	deck := slices.Clone(druidDeck)
	whole := true // the deck was not made anew from the discard pile
	for _, e := range entries {
		var got, want []string
		for i, is := range e.results("die") {
			got = append(got, druidDice[i%2][is])
		}
		for _, rolled := range eventData[struct{ Dice []druidFace }](t, e, "dice_rolled") {
			for _, face := range rolled.Dice {
				want = append(want, face.String())
			}
		}
		expectEqual(t, "dice", got, want)
		if whole = whole && len(eventData[struct{}](t, e, "reshuffled")) == 0; !whole {
			continue
		}
		cards := eventData[struct{ Card string }](t, e, "card_drawn")
		for i, is := range e.results("card") {
			kind := 0
			for is >= deck[kind] {
				is -= deck[kind]
				kind++
			}
			expect.Equal(t, cards[i].Card, druidKinds[kind], "a card is")
			deck[kind]--
		}
	}
}

func meanPangea(t *testing.T, _ int, entries []drawn) {
	t.Helper()
	first := entries[0]
	expectStart(t, first)
	fields := shuffled([]int{0, 2, 3, 4, 6, 8, 11, 12, 13, 15, 16, 18, 20, 23, 24}, first.results("tile"))
	expectEqual(t, "tiles", fields, eventData[struct{ Fields []int }](t, first, "set_up")[0].Fields)
	var bags [5][]int
	for p := range bags {
		for t := range 8 {
			bags[p] = append(bags[p], 8*p+t)
		}
	}
	take := func(people, is int) int {
		tribe := bags[people][is]
		bags[people] = slices.Delete(bags[people], is, is+1)
		return tribe
	}
	results := first.results("tribe")
	var settled []struct{ Tribes []int }
	settled = append(settled, eventData[struct{ Tribes []int }](t, first, "neutral_settled")...)
	settled = append(settled, eventData[struct{ Tribes []int }](t, first, "tribes_drawn")...)
	if len(settled) != 5 || len(results) != 15 {
		t.Fatalf("%d peoples settle with %d draws", len(settled), len(results))
	}
	for i, s := range settled {
		people := s.Tribes[0] / 8
		var got []int
		for _, is := range results[3*i : 3*i+3] {
			got = append(got, take(people, is))
		}
		slices.Sort(got)
		expectEqual(t, "settlers", got, s.Tribes)
	}
	for _, e := range entries[1:] {
		founded := eventData[struct{ Tribe int }](t, e, "tribe_founded")
		for i, is := range e.results("tribe") {
			expect.Equal(t, take(founded[i].Tribe/8, is), founded[i].Tribe, "a tribe")
		}
	}
}
