package table

import (
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// operation is one unit of work of a table: a command, a subscription, a poll, a node message or a timer. It runs inside the actor, asks the store
// by ask alone, and leaves all other effects in the actor's output.
type operation func(*live) error

// output is the effect of one step of an actor. The driver carries it out in this order.
type output struct {
	follow     following
	deliveries []delivery       // messages to sockets
	published  []fanout.Message // to the other nodes
	bots       bots
	timers     []timer
	snapshots  []store.Snapshot // to store as a cache, in the background
	request    storeRequest     // the actor waits for the answer; nil: the operation has ended
	err        error            // of the operation that has ended
	panicked   *panicError      // the operation ended with a panic; discard the actor
}

type delivery struct {
	to      *Subscription
	message *EncodedMessage
	quiet   bool           // another message follows at once, so the socket need not be woken for this one
	end     wire.CloseCode // if message is nil
}

// following says whether the node begins or ends to follow the table on the bus.
type following uint8

const (
	asBefore following = iota
	follows
	unfollows
)

type bots uint8

const (
	noBots   bots = iota
	wakeBots      // those of this node
	standBy       // those of this node, if the other node's do not move
)

// timer asks for an operation after some time.
type timer struct {
	name  string // of its kind; see mailbox.post
	after time.Duration
	run   operation
}

// panicError is a panic of an operation, usually of a title's code, with its stack.
type panicError struct {
	why   any
	stack string
}

func (p *panicError) Error() string { return fmt.Sprintf("panic: %v", p.why) }

// answerer carries out the effects of a step and answers its request to the store. It returns the time of the next step, and the store's error.
type answerer func(step output) (now time.Time, answer error)

// run runs an operation to its end, and returns the effects of its last step. The actor does no I/O: the same operation, times, answers and entropy give
// the same effects. Only one operation runs at a time.
func (l *live) run(own *task, now time.Time, entropy io.Reader, answer answerer) (last output) {
	l.looksAt.Store(0)
	l.now, l.entropy, l.answer = now, entropy, answer
	defer func() {
		if why := recover(); why != nil {
			l.out.panicked = &panicError{why, string(debug.Stack())}
		}
		l.answer = nil
		l.noteSeq()
		last = l.takeOutput()
	}()
	l.out.err = own.operate(l)
	return last
}

// noteSeq tells the look at the store's changes the newest entry in memory.
func (l *live) noteSeq() {
	if l.fold != nil {
		l.knownSeq.Store(uint64(l.fold.Seq()))
	}
}

// ask waits for the store's answer to a request. Only operations may call it.
func (l *live) ask(r storeRequest) (answer error) {
	l.out.request = r
	l.now, answer = l.answer(l.takeOutput())
	return answer
}

// takeOutput returns the effects of the current step, and begins the next one.
func (l *live) takeOutput() output {
	out := l.out
	l.out = output{}
	return out
}

func (l *live) send(to *Subscription, message *EncodedMessage) {
	l.out.deliveries = append(l.out.deliveries, delivery{to: to, message: message})
}

func (l *live) end(s *Subscription, code wire.CloseCode) {
	l.out.deliveries = append(l.out.deliveries, delivery{to: s, end: code})
}

func (l *live) publish(m fanout.Message) { l.out.published = append(l.out.published, m) }

// publishChange announces to the other nodes that the table has a new entry.
func (l *live) publishChange(seq engine.Seq) {
	l.publish(fanout.Message{Tables: []fanout.TableChange{{Table: l.id, Seq: seq}}})
}
