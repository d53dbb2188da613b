package events

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"nemeton/server/table"
	"nemeton/server/wire"
)

// Timing holds the times of event streams. Zero durations take the defaults.
type Timing struct {
	Beat  time.Duration // pause between two comments that keep the stream open and show that it is; default 5 s
	Write time.Duration // timeout of one write; default 10 s
	// Life is the age of a player's stream at which its client opens the next one; default 50 s. With linger, a vanished client is noticed as soon as one of a socket.
	Life time.Duration
	// Watch is that age of a spectator's stream; default 10 min. Spectators do not linger, so each new stream changes their number for a moment.
	Watch time.Duration
}

func (t Timing) withDefaults() Timing {
	for _, d := range []struct {
		of    *time.Duration
		value time.Duration
	}{{&t.Beat, 5 * time.Second}, {&t.Write, 10 * time.Second}, {&t.Life, 50 * time.Second}, {&t.Watch, 10 * time.Minute}} {
		if *d.of <= 0 {
			*d.of = d.value
		}
	}
	return t
}

// maxPoll is the longest time in seconds of a stream for a network that holds events back.
const maxPoll = 30

type open struct {
	*writer
	timing Timing
	wake   chan struct{} // capacity 1: messages are waiting
	ended  chan table.Closed
	poll   bool // the stream ends after its first news
}

func newOpen(t Timing) *open {
	return &open{timing: t, wake: make(chan struct{}, 1), ended: make(chan table.Closed, 1)}
}

// signal says that messages are waiting. It does not block.
func (o *open) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

// end ends the stream with a code. It does not block.
func (o *open) end(code wire.CloseCode) {
	select {
	case o.ended <- table.Closed{Code: code}:
	default: // it ends already
	}
}

// source appends the events that are waiting, or some of them if they are many. news reports whether they are more than the first
// messages of a stream that resumes. closed is the end of the stream after all events; nil: it goes on.
type source func(to []byte) (events []byte, news bool, closed *table.Closed)

// serve sends events until the stream ends, by its age at the latest. again reports that its client will open the next one at once. err is that of a write.
func (o *open) serve(w http.ResponseWriter, r *http.Request, life time.Duration, next source) (again bool, err error) {
	if o.writer, err = begin(w, o.timing.Write); err != nil || r.Method == http.MethodHead {
		return false, err
	}
	life -= rand.N(life/5 + 1) // so that they reconnect at different times
	if seconds, err := strconv.Atoi(r.URL.Query().Get("for")); err == nil && seconds > 0 {
		o.poll, life = true, time.Duration(min(seconds, maxPoll))*time.Second
	}
	return o.writeAll(r.Context(), life, next)
}

func (o *open) writeAll(ctx context.Context, life time.Duration, next source) (again bool, err error) {
	old := time.NewTimer(life)
	defer old.Stop()
	beat := time.NewTicker(o.timing.Beat)
	defer beat.Stop()
	var events []byte
	for {
		var news bool
		var closed *table.Closed
		events, news, closed = next(events[:0])
		if len(events) > 0 {
			if err := o.write(events); err != nil {
				return false, err
			}
		}
		switch {
		case closed != nil:
			o.close(*closed)
			return false, nil
		case len(events) > 0 && (!o.poll || !news):
			beat.Reset(o.timing.Beat)
			continue
		case len(events) > 0:
			return true, o.write(nextEvent)
		}
		events = shrink(events)
		select {
		case <-o.wake:
		case <-beat.C:
			if err := o.write(beatComment); err != nil {
				return false, err
			}
		case end := <-o.ended:
			o.close(end)
			return false, nil
		case <-old.C:
			return true, o.write(nextEvent)
		case <-ctx.Done():
			return false, nil
		}
	}
}

var (
	beatComment = []byte(":\n\n")
	// nextEvent tells the client to open the next stream at once.
	nextEvent = []byte("event: next\ndata: {}\n\n")
)

// maxIdleBuffer is the size in bytes of the buffer that a silent stream keeps.
const maxIdleBuffer = 8 << 10

func shrink(b []byte) []byte {
	if cap(b) > maxIdleBuffer {
		return nil
	}
	return b
}
