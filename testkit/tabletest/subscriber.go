package tabletest

import (
	"context"

	"nemeton/server/store"
	"nemeton/server/table"
)

// Subscriber is a subscription whose frames are waited for one by one, as a test likes them.
type Subscriber struct {
	*table.Subscription
	news  chan struct{} // capacity 1: something is new
	taken []*table.EncodedMessage
}

// Subscribe subscribes; the test ends it.
func (h *Fixture) Subscribe(r *table.Registry, id store.TableID, w table.SubscribeRequest) *Subscriber {
	h.t.Helper()
	news := make(chan struct{}, 1)
	w.Wake = func(bool) {
		select {
		case news <- struct{}{}:
		default:
		}
	}
	s, err := r.Subscribe(context.Background(), id, w)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(s.Close)
	return &Subscriber{Subscription: s, news: news}
}

// Next waits for the next frame. Errors: table.Closed, or the context's.
func (w *Subscriber) Next(ctx context.Context) ([]byte, error) {
	for len(w.taken) == 0 {
		var err error
		if w.taken, err = w.Take(); err != nil {
			return nil, err
		}
		if len(w.taken) > 0 {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-w.news:
		}
	}
	frame := w.taken[0]
	w.taken = w.taken[1:]
	return frame.Plain(), nil
}
