package bot_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// TestReason_DependsOnKnowledgeAlone compares the reasons of all moves in the table's state and in a sampled state: they must
// be equal. Every reason is listed and can be encoded, and most moves have one. Titles without reasons are skipped.
func TestReason_DependsOnKnowledgeAlone(t *testing.T) {
	each(t, func(t *testing.T, title engine.Title, seats int) {
		p, r := begin(t, title, seats, 9), rand.New(rand.NewPCG(9, 9))
		if _, ok := p.State().(bot.Reasoner); !ok {
			t.Skip("the title gives no reasons")
		}
		reasons := title.(bot.ReasonLister).Reasons()
		moves, without := 0, 0
		for n := uint64(0); p.Outcome() == nil && n < 60; n++ {
			seat := p.OwingSeats()[0]
			k := p.knowledge(p.Fold, seat)
			sampled := must.Return(title.Sample(k, r))(t)
			for _, d := range k.Decisions {
				for _, m := range d.Moves {
					key, params := p.State().(bot.Reasoner).Reason(d, m)
					key2, params2 := sampled.(bot.Reasoner).Reason(d, m)
					if key != key2 || !reflect.DeepEqual(params, params2) {
						t.Fatalf("%s %v: %q %v at the table, %q %v in a sampled state", d.Kind, m, key, params, key2, params2)
					}
					must.Succeed(t, expect.Second(json.Marshal(params)), d.Kind, m)
					moves++
					if key == "" {
						without++
					} else if !slices.Contains(reasons, key) {
						t.Fatalf("%s %v: reason %q is missing in Reasons", d.Kind, m, key)
					}
				}
			}
			c := must.Return(bot.Choose(title, k, bot.Easy, bot.Budget{}, n))(t)
			p.answer(t, c)
		}
		if without*10 > moves {
			t.Errorf("%d of %d moves have no reason", without, moves)
		}
	})
}
