package meduris

import (
	"slices"

	"nemeton/engine/chance"
)

// bonus lists the six chips before the shuffle [M5].
var bonus = [...]Chip{ChipPoints, ChipPoints, ChipFree, ChipFree, ChipDruid, ChipDruid}

// apart is the least number of fields without a chip between two chips [M5].
const apart = 3

// layChips draws one of the legal placements of the six chips on a ring of n fields, all equally likely. It draws the
// field of one chip, then the six distances to the next chip. Exactly six such draws give the same set of fields, one
// for each chip as the first. Therefore all sets are equally likely too.
func layChips(n int, c chance.Source) []LaidChip {
	k := len(bonus)
	field := c.Draw("chip field", n)
	// Beyond the least distances, some fields are spare. They are divided among six gaps: a row of spare stars and five
	// bars.
	row := n - k*(apart+1) + k - 1
	rank := c.Draw("chip distances", choose(row, k-1))
	list := bonus
	chance.Shuffle(c, "chip order", list[:])
	laid := make([]LaidChip, 0, k)
	bars := k - 1
	for at := 0; ; at++ {
		if at == row || bars > 0 && rank < choose(row-at-1, bars-1) {
			// A bar: the gap is complete, and the next chip follows.
			laid = append(laid, LaidChip{Field: int8(field % n), Chip: list[len(laid)]})
			if at == row {
				break
			}
			bars--
			field += apart + 1
			continue
		}
		if bars > 0 {
			rank -= choose(row-at-1, bars-1)
		}
		field++
	}
	slices.SortFunc(laid, func(a, b LaidChip) int { return int(a.Field) - int(b.Field) })
	return laid
}

func choose(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}
