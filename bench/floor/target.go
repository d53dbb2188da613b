package floor

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"nemeton/bench/traffic"
)

// Target opens tables at a Server.
type Target struct {
	URL   string // http://...
	Seats int

	tables atomic.Int64
}

func (g *Target) Open(context.Context, int) (traffic.Table, error) {
	at := fmt.Sprintf("ws%s/?table=%d&viewer=", strings.TrimPrefix(g.URL, "http"), g.tables.Add(1))
	t := traffic.Table{Watch: []traffic.Endpoint{{URL: at + fmt.Sprint(g.Seats)}}}
	for seat := range g.Seats {
		t.Seats = append(t.Seats, traffic.Endpoint{URL: at + fmt.Sprint(seat)})
	}
	return t, nil
}
