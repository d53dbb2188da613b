package table_test

import (
	"context"
	"strings"
	"testing"

	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// A moment of the leader in a full group of people with the longest names takes less than a megabyte. A message that changes nothing is answered to its sender alone.
func TestWatch_LongNames(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	h.PlayOut(r, id)
	long := h.Player(strings.Repeat("👩"+strings.Repeat("\u200d👩", 7), 32))
	var members []*tabletest.Subscriber
	sent := func() (size, receivers int) {
		for _, one := range members {
			before := size
			for messages := must.Return(one.Take(nil))(t); len(messages) > 0; messages = must.Return(one.Take(nil))(t) {
				for _, m := range messages {
					size += len(m.Plain())
				}
			}
			if size > before {
				receivers++
			}
		}
		return size, receivers
	}
	watch := func(n int) (size, receivers int) {
		t.Helper()
		at := &wire.WatchMoment{Seq: 3}
		must.Succeed(t, r.Watch(context.Background(), members[n].Subscription, wire.ClientMessage{T: wire.TagWatch, Group: "ab12cd34ef", At: at}))
		return sent()
	}
	for n := range 50 {
		members = append(members, h.Subscribe(r, id, table.SubscribeRequest{Player: long}))
		watch(n)
	}
	size, receivers := watch(0)
	expect.Equal(t, receivers, 50, "members who are told of a moment")
	if size > 1<<20 {
		t.Errorf("a moment took %d bytes", size)
	}
	_, receivers = watch(1)
	expect.Equal(t, receivers, 1, "members who are told of a message without effect")
}
