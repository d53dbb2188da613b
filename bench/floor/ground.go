package floor

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"nemeton/bench/traffic"
)

// Ground opens tables at a Server.
type Ground struct {
	URL   string // http://...
	Seats int

	tables atomic.Int64
}

// Open implements traffic.Ground.
func (g *Ground) Open(context.Context, int) (traffic.Table, error) {
	at := fmt.Sprintf("ws%s/?table=%d&viewer=", strings.TrimPrefix(g.URL, "http"), g.tables.Add(1))
	t := traffic.Table{Watch: traffic.Door{URL: at + fmt.Sprint(g.Seats)}}
	for seat := range g.Seats {
		t.Seats = append(t.Seats, traffic.Door{URL: at + fmt.Sprint(seat)})
	}
	return t, nil
}
