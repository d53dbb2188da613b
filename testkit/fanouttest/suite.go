// Package fanouttest is the contract suite for every fanout.Bus.
package fanouttest

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/testkit/expect"
)

// timeout is the longest wait for a message before a test fails. A slow machine must not reach it.
const timeout = 5 * time.Minute

// Receiver is a listener that records messages.
type Receiver struct {
	t        *testing.T
	messages chan fanout.Message
	joined   chan struct{}
	Stop     func()
}

// Listen listens to a bus until the test ends.
func Listen(t *testing.T, b fanout.Bus) *Receiver {
	t.Helper()
	r := &Receiver{t: t, messages: make(chan fanout.Message, 1000), joined: make(chan struct{}, 1000)}
	r.Stop = b.Listen(fanout.Listener{
		OnMessage: func(m fanout.Message) { r.messages <- m },
		OnJoin:    func() { r.joined <- struct{}{} },
	})
	t.Cleanup(r.Stop)
	return r
}

func (r *Receiver) Next() fanout.Message {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	select {
	case m := <-r.messages:
		return m
	case <-ctx.Done():
		r.t.Fatal("no message arrived")
		return fanout.Message{}
	}
}

// Join waits until the bus is usable.
func (r *Receiver) Join() {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	select {
	case <-r.joined:
	case <-ctx.Done():
		r.t.Fatal("the bus did not become usable")
	}
}

// About returns a numbered message for all nodes.
func About(number int) fanout.Message {
	return fanout.Message{Sessions: []string{strconv.Itoa(number)}}
}

// Number returns the number of a message of About; 0 for another one.
func Number(m fanout.Message) int {
	if len(m.Sessions) != 1 {
		return 0
	}
	n, _ := strconv.Atoi(m.Sessions[0])
	return n
}

// joiner makes a bus that is connected to all others of the same t; it ends with t.
type joiner func(t *testing.T) fanout.Bus

// Run tests the contract. join makes a bus that is connected to all others of the same t; it ends with t.
func Run(t *testing.T, join func(t *testing.T) fanout.Bus) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, joiner){
		"all others receive complete messages in order": testOrder,
		"a large message": testLarge,
		"what concerns a table reaches the nodes that follow it": testTables,
		"a stopped listener and a closed bus":                    testStop,
		"concurrent publishers":                                  testConcurrent,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, join)
		})
	}
}

func testOrder(t *testing.T, join joiner) {
	t.Helper()
	ann, ben, cleo := join(t), join(t), join(t)
	own, second, third := Listen(t, ann), Listen(t, ben), Listen(t, cleo)
	own.Join()
	second.Join()
	third.Join()
	first := fanout.Message{
		Presence: []fanout.Presence{{Table: "another", Count: 7, Seats: []engine.Seat{0, 2}, Spectators: 3}},
		Sessions: []string{"a session"}, AskPresence: true,
	}
	ann.Publish(first)
	for n := range 100 {
		ann.Publish(About(n + 2))
	}
	for _, receiver := range []*Receiver{second, third} {
		got := receiver.Next()
		if first.From = got.From; got.From == "" || fmt.Sprint(got) != fmt.Sprint(first) {
			t.Errorf("got %+v, want %+v", got, first)
		}
		for n := range 100 {
			if next := receiver.Next(); next.From != got.From || Number(next) != n+2 {
				t.Fatalf("got %+v, want number %d from the same node", next, n+2)
			}
		}
	}
	ben.Publish(About(1))
	expect.Equal(t, Number(own.Next()), 1, "the other node's message")
}

func testTables(t *testing.T, join joiner) {
	t.Helper()
	ann, ben, cleo := join(t), join(t), join(t)
	own, second, third := Listen(t, ann), Listen(t, ben), Listen(t, cleo)
	own.Join()
	second.Join()
	third.Join()
	ben.Follow("one")
	cleo.Follow("other")
	cleo.Follow("one")
	cleo.Unfollow("one")
	ben.Publish(About(1))
	cleo.Publish(About(2)) // once it has arrived, cleo follows
	for range 2 {
		own.Next()
	}
	ann.Publish(fanout.Message{
		Tables:   []fanout.TableChange{{Table: "one", Seq: 7, RowChanged: true}, {Table: "other", Seq: 8}},
		Chats:    []fanout.ChatChange{{Table: "other", Reader: "ada"}, {Table: "third"}},
		Sessions: []string{"3"},
	})
	for receiver, want := range map[*Receiver]string{second: "one 7, other 0", third: "one 0, other 8 ada"} {
		got := map[store.TableID]string{"one": "0", "other": "0"}
		for m := receiver.Next(); Number(m) != 3; m = receiver.Next() {
			for _, c := range m.Tables {
				got[c.Table] = fmt.Sprint(c.Seq)
			}
			for _, c := range m.Chats {
				got[c.Table] += " " + string(c.Reader)
			}
		}
		if line := "one " + got["one"] + ", other " + got["other"]; line != want || len(got) > 2 {
			t.Errorf("got %s of %v, want %s", line, got, want)
		}
	}
}

func testLarge(t *testing.T, join joiner) {
	t.Helper()
	ann, ben := join(t), join(t)
	Listen(t, ann).Join()
	receiver := Listen(t, ben)
	receiver.Join()
	var m fanout.Message
	for i := range 500 {
		m.Presence = append(m.Presence, fanout.Presence{Table: store.TableID(fmt.Sprintf("%036d", i)), Count: 1 << 40, Seats: []engine.Seat{0, 1, 2, 3, 4}})
	}
	ann.Publish(m)
	expect.Equal(t, len(receiver.Next().Presence), len(m.Presence))
}

func testStop(t *testing.T, join joiner) {
	t.Helper()
	ann, ben, cleo := join(t), join(t), join(t)
	receiver := Listen(t, cleo)
	receiver.Join()
	stopped := Listen(t, ben)
	stopped.Join()
	Listen(t, ann).Join()
	stopped.Stop()
	ann.Publish(About(1))
	receiver.Next()
	ann.Close()
	ann.Publish(About(2)) // lost, without other effects
	ben.Publish(About(3))
	expect.Equal(t, Number(receiver.Next()), 3)
	if len(stopped.messages) > 0 {
		t.Errorf("got %+v after the listener was stopped", <-stopped.messages)
	}
}

func testConcurrent(t *testing.T, join joiner) {
	t.Helper()
	const nodes, each = 4, 100
	buses, receivers := make([]fanout.Bus, nodes), make([]*Receiver, nodes)
	for i := range buses {
		buses[i] = join(t)
		receivers[i] = Listen(t, buses[i])
		receivers[i].Join()
	}
	var all sync.WaitGroup
	for _, b := range buses {
		all.Go(func() {
			for n := range each {
				b.Publish(About(n + 1))
			}
		})
	}
	all.Wait()
	for _, receiver := range receivers {
		for range (nodes - 1) * each {
			receiver.Next()
		}
	}
}
