package table

import (
	"runtime"
	"strings"
	"testing"
	"weak"

	"nemeton/engine"
	"nemeton/testkit/expect"
)

// A table that is played for days must not keep the view after every move.
func TestSharedView_ForgetsEarlierViews(t *testing.T) {
	t.Parallel()
	view := func(text string) *sharedView {
		return &sharedView{id: ids.Add(1), members: []engine.EncodedMember{{Name: "m", Value: []byte(text)}}, decisions: []byte("[]")}
	}
	before := view(`"0"`)
	first := weak.Make(before)
	for n := range 3 {
		now := view(`"` + strings.Repeat("1", n+1) + `"`)
		now.stepsFrom(before)
		before = now
	}
	runtime.GC()
	expect.Equal(t, first.Value(), nil, "the latest view keeps the first one alive")
	runtime.KeepAlive(before)
}

// A socket may take messages long after later ones were queued: reused memory must not change them.
func TestSubscription_TakenMessagesStay(t *testing.T) {
	t.Parallel()
	s := &Subscription{wake: func(bool) {}}
	s.queue = s.few[:0]
	var taken, want []*EncodedMessage
	for n := range 41 {
		for range n%5 + 1 {
			m := newReferable([]byte{byte(len(want))})
			want = append(want, m)
			s.enqueue(m, false)
		}
		if n%3 == 0 {
			continue // several batches wait
		}
		var err error
		if taken, err = s.Take(taken); err != nil {
			t.Fatal(err)
		}
	}
	for i, m := range taken {
		if m != want[i] || m.Plain()[0] != byte(i) {
			t.Fatalf("message %d: got %v", i, m.Plain())
		}
	}
	if len(taken) != len(want) || s.bytes != 0 {
		t.Errorf("took %d of %d messages, %d bytes are left", len(taken), len(want), s.bytes)
	}
	expect.Equal(t, s.few, [2]*EncodedMessage{}, "an empty queue keeps messages")
}
