package meduris_test

import (
	"slices"
	"testing"

	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
)

func TestBoard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule           string
		seats          int
		side           string
		fields, each   int
		regions        []int
		commonest, few int // how often a pair of materials occurs at most and at least; 0: any
	}{
		{"two players use side A [M3]", 2, "A", 32, 16, []int{5, 3, 4, 2, 3, 5, 3, 4, 3}, 0, 0},
		{"three players use side A [M3]", 3, "A", 32, 16, []int{5, 3, 4, 2, 3, 5, 3, 4, 3}, 0, 0},
		{"four players use side B [M3]", 4, "B", 40, 20, []int{6, 4, 5, 3, 4, 6, 4, 5, 3}, 7, 6},
	} {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			v := begin(c.seats, enginetest.Loose(1)).View(spectator).(View)
			expect.Deep(t, v.Board, c.side, "side")
			expect.Deep(t, len(v.Fields), c.fields, "fields")
			each, regions, pairs := map[Material]int{}, make([]int, 9), map[[2]Material]int{}
			before := sorted(v.Fields[c.fields-1].Materials)
			for f, field := range v.Fields {
				pair := sorted(field.Materials)
				if pair[0] == pair[1] || pair == before {
					t.Errorf("field %d is %v after %v", f, pair, before)
				}
				each[pair[0]]++
				each[pair[1]]++
				regions[field.Region]++
				pairs[pair]++
				before = pair
			}
			for m := Wood; m < NoMaterial; m++ {
				expect.Deep(t, each[m], c.each, m.String())
			}
			expect.Deep(t, regions, c.regions, "fields by region")
			for pair, n := range pairs {
				if c.commonest > 0 && (n > c.commonest || n < c.few) {
					t.Errorf("%v occurs %d times", pair, n)
				}
			}
		})
	}
}

func sorted(pair [2]Material) [2]Material {
	slices.Sort(pair[:])
	return pair
}
