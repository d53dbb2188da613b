package table

import (
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/testkit/expect"
)

// Older entries keep what a reconnecting client needs, and nothing that can be made again.
func TestRemember_DropsEncoded(t *testing.T) {
	t.Parallel()
	l := &live{reg: &Registry{cfg: Config{Elapsed: func() time.Duration { return time.Millisecond }}}}
	fold := &engine.Fold{}
	for range 10 {
		e := newRecentEntry(fold, fold, engine.KindMove, nil, 3)
		u := e.newUpdate()
		u.entry, u.now.shared, u.full = e, &sharedView{}, newReferable(make([]byte, 10_000))
		e.updates = append(e.updates, u)
		l.remember(e)
	}
	counted, encoded := 0, 0
	for _, e := range l.recent {
		counted += e.size()
		if len(e.updates) > 0 {
			encoded++
		}
	}
	if len(l.recent) != 10 || encoded != maxEncoded || counted != l.recentBytes || counted < 20_000 || counted > 60_000 {
		t.Errorf("%d entries, %d of them encoded, take %d bytes, counted as %d", len(l.recent), encoded, counted, l.recentBytes)
	}
	expect.Equal(t, l.movedAt.Load(), 1, "the table does not know when its last entry came")
	if err := l.rest(); err != nil || l.recent != nil || l.recentBytes != 0 || l.movedAt.Load() != 0 {
		t.Errorf("after a rest: %d entries, %d bytes, %v", len(l.recent), l.recentBytes, err)
	}
}
