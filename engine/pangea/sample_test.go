package pangea_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
)

// TestSample samples at every move. The view stays the same, all tribes exist, and the sampled game can be played to
// its end. Once all towers are placed, there is only one consistent state.
func TestSample(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 5; n++ {
		t.Run(fmt.Sprintf("%d players [P12]", n), func(t *testing.T) {
			t.Parallel()
			chance := enginetest.Loose(uint64(n))
			s := begin(n, chance)
			for moves := 0; ; moves++ {
				for seat := engine.NoSeat; int(seat) < n; seat++ {
					v := engine.SeatViewer(seat)
					k := knows(s, n, v)
					world, err := Title{}.Sample(k, chance.Rand)
					if err != nil {
						t.Fatal(err)
					}
					if got := knows(world, n, v); !reflect.DeepEqual(got, k) {
						t.Fatalf("%v sees\n%+v\nin the sampled world, not\n%+v", v, got, k)
					}
					if moves >= n && !reflect.DeepEqual(world, s) {
						t.Fatalf("after %d moves %v cannot tell the state:\n%+v\n%+v", moves, v, world, s)
					}
					if moves < n && seat == 0 {
						for world.Outcome() == nil {
							greedy(world, chance)
						}
					}
				}
				if s.Outcome() != nil {
					return
				}
				greedy(s, chance)
			}
		})
	}

	t.Run("not another title's view", func(t *testing.T) {
		t.Parallel()
		if _, err := (Title{}).Sample(engine.Knowledge{Setup: setup(2)}, enginetest.Loose(1).Rand); err == nil {
			t.Error("a world was sampled from nothing")
		}
	})
}

// TestView_Size: a full board is small enough to be sent.
func TestView_Size(t *testing.T) {
	t.Parallel()
	p := given(t, 5)
	for people := range People(5) {
		p.facts(tower(people, int8(people)*3+2))
		for i := range int8(8) {
			p.facts(stand(int8(people)*3+2, int8(people)*8+i))
		}
		seat := engine.Seat(people)
		p.facts(holds(seat, Triangle, Crescent, Circle, Square))
		p.facts(carry(int8(people)*8, Star))
		p.facts(goods(seat, 9))
		p.facts(spell(seat, 25))
	}
	p.facts(append(turn(0, 59), asks(KindMagic, 0)...))
	raw, err := json.Marshal(p.view(0))
	if err != nil {
		t.Fatal(err)
	}
	if len(raw) > 6144 {
		t.Errorf("a full board has %d bytes, more than 6 KB", len(raw))
	}
	t.Logf("%d bytes", len(raw))
}
