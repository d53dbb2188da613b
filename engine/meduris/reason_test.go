package meduris_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
	. "nemeton/engine/meduris"
	"nemeton/testkit/expect"
)

func TestReason_IsTrue(t *testing.T) {
	t.Parallel()
	gain, loss := GainOne{Material: Wood}, LoseOne{Material: Wood}
	for _, c := range []struct {
		name string
		hand Counts
		move engine.Move
		want string
	}{
		{"a material that the hand has the least of", Counts{0, 1, 1, 1}, gain, "lacking"},
		{"as little of another one", Counts{0, 0, 1, 1}, gain, "needed"},
		{"less of another one", Counts{4, 0, 1, 1}, gain, "needed"},
		{"a material that the hand has the most of", Counts{2, 1, 1, 1}, loss, "plenty"},
		{"as much of another one", Counts{1, 1, 1, 1}, loss, "needed_least"},
		{"more of another one", Counts{1, 3, 0, 0}, loss, "needed_least"},
		{"an empty hand", Counts{}, LoseOne{Material: NoMaterial}, ""},
	} {
		key, _ := given(t, 2, hand(0, c.hand)).State.(bot.Reasoner).Reason(engine.Decision{Seat: 0}, c.move)
		expect.Deep(t, key, c.want, c.name)
	}
}
