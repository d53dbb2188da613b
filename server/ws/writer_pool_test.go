package ws_test

import (
	"strconv"
	"sync"
	"testing"

	"nemeton/server/ws/wsconn"
)

// At any speed of play, everyone in a crowd and the players get every update once and in order.
func TestWriterPool_Crowd(t *testing.T) {
	t.Parallel()
	const crowd = 60
	h := newServer(t)
	id := h.Running(h.registry, 2)
	conns := []*wsconn.Conn{h.dial(id, h.Players[0], ""), h.dial(id, h.Players[1], "")}
	for range crowd {
		conns = append(conns, h.dial(id, "", "?patch=1"))
	}
	first := make([]string, len(conns))
	for i, conn := range conns {
		first[i] = string(h.read(conn, "snapshot")["seq"])
	}
	moves := 0
	for more := true; more; moves++ {
		_, more = h.Step(h.registry, id, moves)
	}
	moves--
	var all sync.WaitGroup
	for i, conn := range conns {
		all.Go(func() {
			seq, err := strconv.Atoi(first[i])
			for range moves {
				seq++
				if got := string(h.read(conn, "update")["seq"]); err != nil || got != strconv.Itoa(seq) {
					t.Errorf("socket %d: got update %s, want %d (%v)", i, got, seq, err)
					return
				}
			}
		})
	}
	all.Wait()
}
