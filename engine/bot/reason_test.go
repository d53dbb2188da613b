package bot_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
)

// TestReason_TellsNothingHidden asks for the reasons of all moves in two worlds that look the same to the seat: they are the same, can be
// sent, and nearly every move has one.
func TestReason_TellsNothingHidden(t *testing.T) {
	each(t, func(t *testing.T, title engine.Title, seats int) {
		p, r := begin(t, title, seats, 9), rand.New(rand.NewPCG(9, 9))
		all, silent := 0, 0
		for n := uint64(0); p.Outcome() == nil && n < 60; n++ {
			seat := p.OwingSeats()[0]
			k := p.knows(p.Fold, seat)
			world, err := title.Sample(k, r)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range k.Decisions {
				for _, m := range d.Moves {
					key, params := p.State().(bot.Reasoner).Reason(d, m)
					key2, params2 := world.(bot.Reasoner).Reason(d, m)
					if key != key2 || !reflect.DeepEqual(params, params2) {
						t.Fatalf("%s %v: %q %v in one world, %q %v in another", d.Kind, m, key, params, key2, params2)
					}
					if _, err := json.Marshal(params); err != nil {
						t.Fatalf("%s %v: %v", d.Kind, m, err)
					}
					if all++; key == "" {
						silent++
					}
				}
			}
			c, err := bot.Choose(title, k, bot.Easy, bot.Budget{}, n)
			if err != nil {
				t.Fatal(err)
			}
			p.answer(t, c)
		}
		if silent*10 > all {
			t.Errorf("%d of %d moves have no reason", silent, all)
		}
	})
}
