package table_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/tabletest"
)

// A drain gives each client its own delay, so that they do not reconnect at once. A few friends wait for milliseconds.
func TestRegistry_DrainSpreadsReconnections(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	const clients = 40
	var all []*tabletest.Subscriber
	for range clients {
		all = append(all, h.Subscribe(r, id, table.SubscribeRequest{}))
	}
	r.Drain()
	waits := map[time.Duration]bool{}
	for _, s := range all {
		var closed table.Closed
		if err := ended(s); !errors.As(err, &closed) || closed.Code != wire.CloseDraining {
			t.Fatalf("got %v, want a drain", err)
		}
		if closed.Wait < 0 || closed.Wait >= clients*5*time.Millisecond {
			t.Errorf("got a delay of %v, want less than 200 ms", closed.Wait)
		}
		waits[closed.Wait] = true
	}
	expect.Equal(t, len(waits), clients, "different delays")
}

// ended returns the end of a subscription.
func ended(s *tabletest.Subscriber) error {
	for {
		if _, err := s.Next(context.Background()); err != nil {
			return err
		}
	}
}
