package tabletest

import (
	"context"

	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/testkit/must"
)

// Subscriber is a subscription whose messages a test reads one by one.
type Subscriber struct {
	*table.Subscription
	wake  chan struct{} // capacity 1: messages are waiting
	taken []*table.EncodedMessage
}

// Subscribe opens a subscription that ends with the test.
func (h *Fixture) Subscribe(r *table.Registry, id store.TableID, w table.SubscribeRequest) *Subscriber {
	h.t.Helper()
	wake := make(chan struct{}, 1)
	w.Wake = func(bool) {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	s := must.Return(r.Subscribe(context.Background(), id, w))(h.t)
	h.t.Cleanup(s.Close)
	return &Subscriber{Subscription: s, wake: wake}
}

// Next waits for the next message. Errors: table.Closed, or the context's.
func (w *Subscriber) Next(ctx context.Context) ([]byte, error) {
	for len(w.taken) == 0 {
		var err error
		if w.taken, err = w.Take(nil); err != nil {
			return nil, err
		}
		if len(w.taken) > 0 {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-w.wake:
		}
	}
	message := w.taken[0]
	w.taken = w.taken[1:]
	return message.Plain(), nil
}
