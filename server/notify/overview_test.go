package notify_test

import (
	"encoding/json"
	"testing"

	"nemeton/server/notify"
	"nemeton/server/wire"
)

func TestOverviews_SendChanges(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	all := notify.NewOverviews(f.Store, 0)
	woken, ended := 0, 0
	r := all.Read(f.Players[0], "session", func() { woken++ }, func() { ended++ })
	take := func() (v wire.Overview) {
		if err := json.Unmarshal(r.Take(), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	if r.Take() != nil {
		t.Error("a message before the first look")
	}
	all.Look(t.Context())
	if v := take(); woken != 1 || len(v.Turns) != 0 || v.T != wire.TagOverview {
		t.Errorf("got %+v, woken %d times", v, woken)
	}
	id := f.Running(f.registry, 2)
	for f.owing(id) != 0 {
		f.Step(f.registry, id, 0)
	}
	all.Look(t.Context())
	all.Look(t.Context())
	if v := take(); woken != 2 || len(v.Turns) != 1 || v.Turns[0].Table != string(id) {
		t.Errorf("got %+v, woken %d times", v, woken)
	}
	again := all.Read(f.Players[0], "other", func() {}, func() {})
	if again.Take() == nil {
		t.Error("a second page has no message at its beginning")
	}
	all.EndSession("session")
	if ended != 1 {
		t.Errorf("ended %d times, want once", ended)
	}
	r.Close()
	again.Close()
	if r.Take() != nil {
		t.Error("a message after the last page has left")
	}
}
