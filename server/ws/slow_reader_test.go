package ws_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"nhooyr.io/websocket"
)

// Who asks and asks (what cannot be read costs no look into the store) and never reads the answers is cut off, however much the network between holds; others play on.
func TestSocket_ReaderThatStops(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	id := h.Running(h.registry, 2)
	lazy := h.dial(id, h.Players[0], "")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	asked := 0
	for ; ; asked++ {
		act := fmt.Sprintf(`{"t":"act","id":"%s"}`, uuid.NewString())
		if err := lazy.Write(ctx, websocket.MessageText, []byte(act)); err != nil {
			break
		}
	}
	if ctx.Err() != nil {
		t.Fatalf("still served after %d answers that were never read", asked)
	}
	h.Meter.Lock()
	slow := h.Meter.Slow
	h.Meter.Unlock()
	if slow != 1 {
		t.Errorf("got %d slow readers counted, want 1", slow)
	}
	h.Step(h.registry, id, 0)
}
