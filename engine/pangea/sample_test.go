package pangea_test

import (
	"encoding/json"
	"testing"

	"nemeton/engine"
	. "nemeton/engine/pangea"
	"nemeton/testkit/must"
)

// TestView_Size: a full board is small enough to be sent.
func TestView_Size(t *testing.T) {
	t.Parallel()
	p := given(t, 5)
	for people := range People(5) {
		p.Facts(tower(people, int8(people)*3+2)...)
		for i := range int8(8) {
			p.Facts(stand(int8(people)*3+2, int8(people)*8+i)...)
		}
		seat := engine.Seat(people)
		p.Facts(holds(seat, Triangle, Crescent, Circle, Square)...)
		p.Facts(carry(int8(people)*8, Star)...)
		p.Facts(goods(seat, 9)...)
		p.Facts(spell(seat, 25)...)
	}
	p.Facts(append(turn(0, 59), asks(KindMagic, 0)...)...)
	raw := must.Return(json.Marshal(p.view(0)))(t)
	if len(raw) > 6144 {
		t.Errorf("a full board has %d bytes, more than 6 KB", len(raw))
	}
	t.Logf("%d bytes", len(raw))
}
