package local_test

import (
	"sync"
	"testing"

	"nemeton/server/fanout"
	"nemeton/server/fanout/local"
	"nemeton/testkit/fanouttest"
)

func TestBus_Contract(t *testing.T) {
	t.Parallel()
	var hubs sync.Map // by test
	fanouttest.Run(t, func(t *testing.T) fanout.Bus {
		t.Helper()
		hub, _ := hubs.LoadOrStore(t, &local.Hub{})
		b := hub.(*local.Hub).Join()
		t.Cleanup(b.Close)
		return b
	})
}
