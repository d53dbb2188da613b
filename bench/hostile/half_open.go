package hostile

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// trickle is the interval between the bytes of an endless request.
const trickle = time.Second

// halfHeaders begins a request and never ends its headers.
func (a *attacker) halfHeaders(ctx context.Context, _ *rand.Rand) {
	a.hold(ctx, fmt.Sprintf("GET %s/titles HTTP/1.1\r\nHost: %s\r\nX-A: ", api, a.host), "x")
}

// halfBodies sends the headers of a request and never ends its body.
func (a *attacker) halfBodies(ctx context.Context, _ *rand.Rand) {
	a.hold(ctx, fmt.Sprintf("POST %s/players HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{", api, a.host), " ")
}

// sendNothing opens a connection and keeps it without a byte.
func (a *attacker) sendNothing(ctx context.Context, _ *rand.Rand) { a.hold(ctx, "", "") }

// hold opens a connection, sends the beginning of a request and then more of it, and keeps the connection open until the server closes it.
func (a *attacker) hold(ctx context.Context, begin, more string) {
	a.counters.sent()
	conn, err := a.dial(ctx)
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, begin); err != nil {
		if !ended(ctx) {
			a.counters.answered(hungUp)
		}
		return
	}
	over := make(chan struct{})
	defer close(over)
	if more != "" {
		go func() {
			tick := time.NewTicker(trickle)
			defer tick.Stop()
			for {
				select {
				case <-over:
					return
				case <-tick.C:
				}
				if _, err := io.WriteString(conn, more); err != nil {
					return
				}
			}
		}()
	}
	a.countEnd(ctx, conn)
}

// countEnd waits until the server answers an incomplete request or closes the connection, and counts it as refused.
func (a *attacker) countEnd(ctx context.Context, conn io.Reader) {
	res, err := http.ReadResponse(bufio.NewReaderSize(conn, 1<<10), nil)
	if err != nil {
		if !ended(ctx) {
			a.counters.answered(hungUp)
		}
		return
	}
	defer func() { _ = res.Body.Close() }()
	a.counters.status(res.StatusCode)
	raw, _ := io.ReadAll(res.Body) // the status alone is enough
	a.counters.answered(codeOf(res.StatusCode, raw))
}
