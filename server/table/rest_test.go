package table_test

import (
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/table"
	"nemeton/testkit/expect"
	"nemeton/testkit/tabletest"
)

// A table that has rested sends the next entry to its viewers as any other: as a patch of the content that they have.
func TestRest_NextEntryIsAPatch(t *testing.T) {
	inBubble(t, func(t *testing.T, b *bubble) {
		r := b.node(func(c *table.Config) { c.Poll = 2 * time.Second })
		id := b.Running(r, 2)
		since := engine.Seq(1)
		ada := b.Subscribe(r, id, table.SubscribeRequest{Player: b.Players[0], Patch: true, Steps: true})
		ben := b.Subscribe(r, id, table.SubscribeRequest{Player: b.Players[1], Patch: true, Steps: true, Effects: true})
		for _, s := range []*tabletest.Subscriber{ada, ben} {
			b.Next(s, "snapshot")
		}
		for round := range 2 {
			b.Step(r, id, round)
			for _, s := range []*tabletest.Subscriber{ada, ben} {
				if u := b.Next(s, "update"); u.Seq != since+1 || u.Patch == nil {
					t.Errorf("round %d: got %s, want a patch to entry %d", round, u.Raw, since+1)
				}
			}
			since++
			pass(2 * time.Minute)
		}
		late := b.Subscribe(r, id, table.SubscribeRequest{Player: b.Players[1], Since: &since})
		if got := b.Next(late, "table"); got.Raw == "" {
			t.Error("a client that missed nothing got nothing")
		}
		since--
		missed := b.Subscribe(r, id, table.SubscribeRequest{Player: b.Players[1], Since: &since})
		expect.Equal(t, b.Next(missed, "snapshot").Seq, since+1, "a client that missed an entry")
	})
}
