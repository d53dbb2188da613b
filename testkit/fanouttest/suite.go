// Package fanouttest holds the contract of fan-out as one suite for every bus.
package fanouttest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
)

// patience is the longest wait for a message before a test fails. A slow machine must not reach it.
const patience = 5 * time.Minute

// Receiver is a listener that keeps what it heard.
type Receiver struct {
	t      *testing.T
	news   chan fanout.Message
	joined chan struct{}
	Stop   func()
}

// Listen puts an ear to a bus. It stops with the test.
func Listen(t *testing.T, b fanout.Bus) *Receiver {
	t.Helper()
	e := &Receiver{t: t, news: make(chan fanout.Message, 1000), joined: make(chan struct{}, 1000)}
	e.Stop = b.Listen(fanout.Listener{
		OnMessage: func(n fanout.Message) { e.news <- n },
		OnJoin:    func() { e.joined <- struct{}{} },
	})
	t.Cleanup(e.Stop)
	return e
}

// Next waits for the next news.
func (e *Receiver) Next() fanout.Message {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	select {
	case n := <-e.news:
		return n
	case <-ctx.Done():
		e.t.Fatal("no news came")
		return fanout.Message{}
	}
}

// Join waits until the bus says that it can be used.
func (e *Receiver) Join() {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	select {
	case <-e.joined:
	case <-ctx.Done():
		e.t.Fatal("the bus could not be joined")
	}
}

func about(seq engine.Seq) fanout.Message {
	return fanout.Message{Tables: []fanout.TableChange{{Table: "a table", Seq: seq}}}
}

// joiner makes a bus to all others that the same t joined; it ends with t.
type joiner func(t *testing.T) fanout.Bus

// Run holds buses to the contract. join makes a bus to all others that the same t joined; it ends with t.
func Run(t *testing.T, join func(t *testing.T) fanout.Bus) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, joiner){
		"all others hear, whole and in order":               wholeAndInOrder,
		"large news":                                        large,
		"who stopped hears nothing, who left tells nothing": stopsAndLeaves,
		"all at once":                                       allAtOnce,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, join)
		})
	}
}

func wholeAndInOrder(t *testing.T, join joiner) {
	t.Helper()
	ann, ben, cleo := join(t), join(t), join(t)
	own, second, third := Listen(t, ann), Listen(t, ben), Listen(t, cleo)
	own.Join()
	second.Join()
	third.Join()
	first := fanout.Message{
		Tables:   []fanout.TableChange{{Table: "a table", Seq: 1, RowChanged: true}},
		Presence: []fanout.Presence{{Table: "another", Count: 7, Seats: []engine.Seat{0, 2}, Spectators: 3}},
		Sessions: []string{"a session"}, AskPresence: true,
	}
	ann.Publish(first)
	for n := range 100 {
		ann.Publish(about(engine.Seq(n + 2)))
	}
	for _, ear := range []*Receiver{second, third} {
		got := ear.Next()
		if first.From = got.From; got.From == "" || fmt.Sprint(got) != fmt.Sprint(first) {
			t.Errorf("got %+v, want %+v", got, first)
		}
		for n := range 100 {
			if next := ear.Next(); next.From != got.From || next.Tables[0].Seq != engine.Seq(n+2) {
				t.Fatalf("got %+v, want seq %d from the same node", next, n+2)
			}
		}
	}
	ben.Publish(about(1))
	if got := own.Next(); got.Tables[0].Seq != 1 {
		t.Errorf("got %+v, want what the other one told, and nothing of one's own", got)
	}
}

func large(t *testing.T, join joiner) {
	t.Helper()
	ann, ben := join(t), join(t)
	Listen(t, ann).Join()
	ear := Listen(t, ben)
	ear.Join()
	var n fanout.Message
	for i := range 500 {
		n.Presence = append(n.Presence, fanout.Presence{Table: store.TableID(fmt.Sprintf("%036d", i)), Count: 1 << 40, Seats: []engine.Seat{0, 1, 2, 3, 4}})
	}
	ann.Publish(n)
	if got := ear.Next(); len(got.Presence) != len(n.Presence) {
		t.Errorf("got %d, want %d", len(got.Presence), len(n.Presence))
	}
}

func stopsAndLeaves(t *testing.T, join joiner) {
	t.Helper()
	ann, ben, cleo := join(t), join(t), join(t)
	ear := Listen(t, cleo)
	ear.Join()
	deaf := Listen(t, ben)
	deaf.Join()
	Listen(t, ann).Join()
	deaf.Stop()
	ann.Publish(about(1))
	ear.Next()
	ann.Close()
	ann.Publish(about(2)) // lost, and no harm done
	ben.Publish(about(3))
	if got := ear.Next(); got.Tables[0].Seq != 3 {
		t.Errorf("got %+v, want seq 3", got)
	}
	if len(deaf.news) > 0 {
		t.Errorf("heard after it had stopped: %+v", <-deaf.news)
	}
}

func allAtOnce(t *testing.T, join joiner) {
	t.Helper()
	const nodes, each = 4, 100
	buses, ears := make([]fanout.Bus, nodes), make([]*Receiver, nodes)
	for i := range buses {
		buses[i] = join(t)
		ears[i] = Listen(t, buses[i])
		ears[i].Join()
	}
	var all sync.WaitGroup
	for _, b := range buses {
		all.Go(func() {
			for n := range each {
				b.Publish(about(engine.Seq(n)))
			}
		})
	}
	all.Wait()
	for _, ear := range ears {
		for range (nodes - 1) * each {
			ear.Next()
		}
	}
}
