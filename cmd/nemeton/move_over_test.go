package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"nemeton/bench/traffic"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

// All sockets of a node that stops come back at another node, after the times that its close frames name, and miss no entry.
// It runs before the parallel tests. Beside them, a server once refused sockets for a moment because its store was late.
func TestBenchMoveOver_SocketsComeBack(t *testing.T) {
	database := pgtest.New(t)
	leaves, stays := start(t, database), start(t, database)
	ctx, release := context.WithCancel(t.Context())
	defer release()
	const sockets = 7
	herd := must.Return((&traffic.ServerTarget{URL: leaves.url, Title: "druids", Seats: 2}).Herd(ctx, sockets, stays.url, true))(t)
	began := time.Now()
	expect.Error(t, leaves.stop(), nil)
	r := herd.Moved(began)
	if r.Sockets != sockets || r.Back != sockets || r.Resumed != sockets || len(r.Errors) != 0 || r.Asked <= 0 || r.Away.N != sockets || r.LastBack < r.Asked {
		t.Errorf("got %+v, want that all %d sockets resumed after the times that they were asked for", r, sockets)
	}
	if _, text := ask(t, "GET", stays.admin+"/metrics", "", nil, nil); !strings.Contains(string(text), "\nnemeton_sockets_open 7\n") {
		t.Errorf("the other node does not have %d open sockets:\n%s", sockets, text)
	}
}
