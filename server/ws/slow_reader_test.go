package ws_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/server/ws"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// A client that sends commands and never reads the answers is closed, regardless of the network's buffers. Play at the table
// continues.
func TestSocket_ReaderStops(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	// On a busy machine the buffers take longer to fill than a silent client is tolerated.
	h := newServer(t, func(c *ws.Config) { c.Ping, c.Silence = time.Hour, 2*time.Hour })
	id := h.Running(h.registry, 2)
	slow := h.dial(id, h.Players[0], "")
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	asked := 0
	for ; ; asked++ {
		act := fmt.Sprintf(`{"t":"act","id":"%s"}`, uuid.NewString())
		if err := slow.Write(ctx, []byte(act)); err != nil {
			break
		}
	}
	must.Succeed(t, ctx.Err(), "still open after", asked, "answers that were never read")
	h.Meter.WaitForSlowReader() // the connection is closed first
	h.Step(h.registry, id, 0)
}
