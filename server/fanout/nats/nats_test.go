package nats_test

import (
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"go.uber.org/goleak"

	"nemeton/server/fanout"
	"nemeton/server/fanout/nats"
	"nemeton/testkit/expect"
	"nemeton/testkit/fanouttest"
	"nemeton/testkit/must"
	"nemeton/testkit/natstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// meter counts messages.
type meter struct {
	sent, received atomic.Int32
	connected      atomic.Bool
}

func (m *meter) NodeMessageSent()          { m.sent.Add(1) }
func (m *meter) NodeMessageReceived()      { m.received.Add(1) }
func (m *meter) NodeBusConnected(yes bool) { m.connected.Store(yes) }

var names atomic.Int32

func dial(t *testing.T, url string, m *meter) fanout.Bus {
	t.Helper()
	return dialAs(t, url, strconv.Itoa(int(names.Add(1))), m)
}

func dialAs(t *testing.T, url, node string, m *meter) fanout.Bus {
	t.Helper()
	b := must.Return(nats.Dial(nats.Config{URL: url, Name: node, Log: zerolog.Nop(), Meter: m}))(t)
	t.Cleanup(b.Close)
	return b
}

func TestBus_Contract(t *testing.T) {
	t.Parallel()
	var servers sync.Map // by test
	fanouttest.Run(t, func(t *testing.T) fanout.Bus {
		t.Helper()
		s, ok := servers.Load(t)
		if !ok {
			s = natstest.Start(t)
			servers.Store(t, s)
		}
		return dial(t, s.(*natstest.Server).URL, &meter{})
	})
}

func TestBus_ServerGoesAndComesBack(t *testing.T) {
	t.Parallel()
	s := natstest.Start(t)
	counted := &meter{}
	ann, ben := dial(t, s.URL, counted), dial(t, s.URL, &meter{})
	own, ear := fanouttest.Listen(t, ann), fanouttest.Listen(t, ben)
	own.Join()
	ear.Join()
	for round := range 2 {
		s.Stop()
		for range 1000 { // Publish must not block and the messages must not be kept
			ann.Publish(fanout.Message{AskPresence: true})
		}
		s.Restart()
		own.Join()
		ear.Join()
		ann.Publish(fanouttest.About(round + 1))
		for {
			got := ear.Next()
			if got.AskPresence {
				continue // sent before the disconnect was noticed
			}
			if fanouttest.Number(got) != round+1 {
				t.Fatalf("got %+v, want number %d", got, round+1)
			}
			break
		}
	}
	if counted.sent.Load() < 2 || !counted.connected.Load() {
		t.Errorf("counted %d sent, connected %v", counted.sent.Load(), counted.connected.Load())
	}
}

func TestBus_BeforeTheServer(t *testing.T) {
	t.Parallel()
	s := natstest.Start(t)
	s.Stop()
	ann, ben := dial(t, s.URL, &meter{}), dial(t, s.URL, &meter{})
	own, ear := fanouttest.Listen(t, ann), fanouttest.Listen(t, ben)
	ann.Publish(fanout.Message{AskPresence: true})
	s.Restart()
	own.Join()
	ear.Join()
	ann.Publish(fanout.Message{Sessions: []string{"a session"}})
	expect.Equal(t, len(ear.Next().Sessions), 1, "the session")
}

// After an outage, a server can still deliver messages of the node's lost connection, and takes the new one for another client.
func TestBus_OwnMessageComesBack(t *testing.T) {
	t.Parallel()
	s := natstest.Start(t)
	before, now, ben := dialAs(t, s.URL, "node", &meter{}), dialAs(t, s.URL, "node", &meter{}), dial(t, s.URL, &meter{})
	lost, own, ear := fanouttest.Listen(t, before), fanouttest.Listen(t, now), fanouttest.Listen(t, ben)
	lost.Join()
	own.Join()
	ear.Join()
	before.Publish(fanouttest.About(1))
	expect.Equal(t, fanouttest.Number(ear.Next()), 1, "the message at another node")
	ben.Publish(fanouttest.About(2))
	expect.Equal(t, fanouttest.Number(own.Next()), 2, "the first message of another node")
}

// A server that accepts connections and stands still holds up neither a move nor the first page of a table.
func TestBus_ServerStandsStill(t *testing.T) {
	t.Parallel()
	silent := must.Return(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer func() { _ = silent.Close() }()
	opened := make(chan struct{}, 1000)
	go func() {
		for {
			if _, err := silent.Accept(); err != nil {
				return
			}
			opened <- struct{}{}
		}
	}()
	b := dial(t, "nats://"+silent.Addr().String(), &meter{})
	<-opened
	shortest := time.Hour // of several, because the machine may be busy
	for range 2 {
		<-opened // for two seconds the bus waits for an answer
		began := time.Now()
		b.Follow("a table")
		b.Publish(fanouttest.About(1))
		b.Unfollow("a table")
		shortest = min(shortest, time.Since(began))
	}
	if shortest > time.Second {
		t.Errorf("the calls took %v", shortest)
	}
}

// A server that reads nothing costs messages, and perhaps a subscription. Therefore the node joins anew.
func TestBus_ServerReadsNothing(t *testing.T) {
	t.Parallel()
	s, count, log := natstest.Start(t), &meter{}, make(lines, 100)
	b := must.Return(nats.Dial(nats.Config{URL: s.URL, Name: "ann", Log: zerolog.New(log), Meter: count}))(t)
	t.Cleanup(b.Close)
	own := fanouttest.Listen(t, b)
	own.Join()
	<-log // it joined
	s.Pause()
	tick := time.NewTicker(50 * time.Microsecond)
	defer tick.Stop()
	large := fanout.Message{Sessions: []string{strings.Repeat("x", 1000)}}
	for sent, failed := int32(0), false; !failed; {
		if sent == count.sent.Load() {
			b.Publish(large)
			sent++
		}
		select {
		case line := <-log:
			failed = true
			if !strings.Contains(line, "timeout") {
				t.Errorf("got %s want a write that took too long", line)
			}
		case <-tick.C:
		}
	}
	s.Resume()
	own.Join()
}

func TestDial_Refuses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"nats://user:hush@[broken", "http://user:hush@nats.example:4222", "foo://", "nats://", "nats://user:hush@", ",", "nats.example:hush", "nats://nats.example:99999",
		"nats://127.0.0.1:1,foo://hush",
	} {
		_, err := nats.Dial(nats.Config{URL: address, Log: zerolog.Nop(), Meter: &meter{}})
		if err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: got %v, want an error without the password", address, err)
		}
	}
	for _, address := range []string{"127.0.0.1:1", "nats://user:hush@127.0.0.1:1, tls://[::1]:1,", "nats://127.0.0.1"} {
		b, err := nats.Dial(nats.Config{URL: address, Log: zerolog.Nop(), Meter: &meter{}})
		if err != nil {
			t.Errorf("%s: got %v", address, err)
			continue
		}
		b.Close()
	}
}

// lines is a log.
type lines chan string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

func TestDial_SaysWhyNATSIsMissing(t *testing.T) {
	t.Parallel()
	log := make(lines, 9)
	b := must.Return(nats.Dial(nats.Config{URL: "nats://user:hush@127.0.0.1:1", Name: "alone", Log: zerolog.New(log), Meter: &meter{}}))(t)
	defer b.Close()
	if line := <-log; !strings.Contains(line, "could not reach NATS") || !strings.Contains(line, `"error":"`) || strings.Contains(line, "hush") {
		t.Errorf("got %s want the reason without the password", line)
	}
}
