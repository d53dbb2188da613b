package enginetest

import (
	"bytes"
	"testing"

	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/must"
)

func TestPlaythrough_ShowsALeak(t *testing.T) {
	t.Parallel()
	p := Play{Seats: 3, Seed: 1}
	sound := must.Return(playthrough(toy.Title{}, p))(t)
	again, err := playthrough(toy.Title{}, p)
	if err != nil || !bytes.Equal(sound, again) {
		t.Errorf("two playthroughs of one game differ, %v", err)
	}
	for _, fault := range []toy.Fault{toy.EventLeaks, toy.ViewLeaks, toy.StartLeaks} {
		leaky, err := playthrough(toy.Broken(fault), p)
		if err != nil || bytes.Equal(sound, leaky) {
			t.Errorf("%s: the playthrough does not show it, %v", fault, err)
		}
	}
}
