package nats_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/fanout"
	"nemeton/server/fanout/nats"
	"nemeton/testkit/fanouttest"
	"nemeton/testkit/must"
	"nemeton/testkit/natstest"
	"nemeton/testkit/privateca"
)

// Nodes at a cluster with TLS and a user go on when one of its servers dies, whichever they were connected to.
func TestBus_Cluster(t *testing.T) {
	t.Parallel()
	ca := privateca.New(t)
	for dead := range 3 {
		t.Run("server "+strconv.Itoa(dead)+" dies", func(t *testing.T) {
			t.Parallel()
			c := natstest.StartCluster(t, ca)
			join := func() (fanout.Bus, *fanouttest.Receiver) {
				b := must.Return(nats.Dial(nats.Config{URL: c.URL, CA: ca.File, Name: strconv.Itoa(int(names.Add(1))), Log: zerolog.Nop(), Meter: &meter{}}))(t)
				t.Cleanup(b.Close)
				r := fanouttest.Listen(t, b)
				r.Join()
				return b, r
			}
			ann, _ := join()
			_, ben := join()
			publishUntil(t, ann, ben, 1)
			c.Kill(dead)
			publishUntil(t, ann, ben, 2)
		})
	}
}

// publishUntil publishes a number again and again until the receiver has it. A message during a reconnection is lost, as nodes expect.
func publishUntil(t *testing.T, from fanout.Bus, to *fanouttest.Receiver, number int) {
	t.Helper()
	arrived := make(chan struct{})
	go func() {
		defer close(arrived)
		for fanouttest.Number(to.Next()) != number {
		}
	}()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		from.Publish(fanouttest.About(number))
		select {
		case <-arrived:
			return
		case <-tick.C:
		}
	}
}
