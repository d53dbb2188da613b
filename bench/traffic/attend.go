package traffic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"nemeton/client"
)

// Attendance plays seat 0 of tables whose other seats are held by bots, and times the waits for the bots. It answers each decision of the seat at once,
// with its first move, unless it is paused.
type Attendance struct {
	guest *client.Client
	all   sync.WaitGroup

	mu      sync.Mutex // guards all below
	changed sync.Cond  // signals a change of the fields below
	paused  bool
	owing   int // tables at which a bot owes a decision
	waits   []time.Duration
}

// NewAttendance returns the attendance of a guest, at no table yet.
func NewAttendance(g *client.Client) *Attendance {
	a := &Attendance{guest: g}
	a.changed.L = &a.mu
	return a
}

// Attend plays at a table until it is finished or ctx ends, in a goroutine of its own. failed gets the error that ends the play early, if any.
func (a *Attendance) Attend(ctx context.Context, id string, failed func(error)) {
	a.all.Go(func() {
		if err := a.play(ctx, id); err != nil && ctx.Err() == nil {
			failed(err)
		}
	})
}

// Pause keeps back the answers of the seats until Resume.
func (a *Attendance) Pause() { a.setPaused(true) }

// Resume gives the answers of the seats again.
func (a *Attendance) Resume() { a.setPaused(false) }

func (a *Attendance) setPaused(paused bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.paused = paused
	a.changed.Broadcast()
}

// AwaitQuiet blocks until no bot owes a decision at any table. It returns false if ctx ends. Without Pause, it may block for a long time.
func (a *Attendance) AwaitQuiet(ctx context.Context) bool {
	return a.await(ctx, func() bool { return a.owing == 0 })
}

// await blocks until a condition holds, and returns false if ctx ends.
func (a *Attendance) await(ctx context.Context, holds func() bool) bool {
	defer context.AfterFunc(ctx, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.changed.Broadcast()
	})()
	a.mu.Lock()
	defer a.mu.Unlock()
	for !holds() && ctx.Err() == nil {
		a.changed.Wait()
	}
	return ctx.Err() == nil
}

// Wait blocks until the play at all tables has ended. It returns the times of the waits for answers of bots. A wait begins with the decision of the bot, or
// with a later answer of another bot of the table.
func (a *Attendance) Wait() []time.Duration {
	a.all.Wait()
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.waits)
}

func (a *Attendance) play(ctx context.Context, id string) error {
	conn, err := a.guest.Socket(ctx, id, client.SocketOptions{Since: -1})
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(0) }()
	s := attendedSeat{owed: map[string]time.Time{}}
	for {
		raw, err := conn.Read(ctx)
		if err != nil {
			return fmt.Errorf("the socket ended: %w", err)
		}
		before := len(s.owed)
		act, waits, err := s.receive(raw)
		a.count(waits, before, len(s.owed))
		switch {
		case errors.Is(err, errFinished):
			return nil
		case err != nil:
			return err
		case act != nil:
			go func() {
				a.await(ctx, func() bool { return !a.paused })
				_ = conn.Write(ctx, act) // if the connection is lost, reading fails as well
			}()
		}
	}
}

// count counts waits, and a table's change from some decisions of bots to others.
func (a *Attendance) count(waits []time.Duration, before, now int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waits = append(a.waits, waits...)
	a.owing += min(now, 1) - min(before, 1)
	a.changed.Broadcast()
}

// attendedSeat is the state of one table.
type attendedSeat struct {
	owed     map[string]time.Time // since when the bots owe their decisions
	last     time.Time            // the latest answer of a bot
	answered string               // the latest own answer
	acts     int
}

// receive handles one message. It returns the message to send, if any, and the waits that ended. It returns errFinished at the end of the table.
func (s *attendedSeat) receive(raw []byte) (act []byte, waits []time.Duration, err error) {
	var m struct {
		T         string            `json:"t"`
		Decisions []client.Decision `json:"decisions"`
	}
	if err := json.Unmarshal(raw, &m); err != nil || m.T != "snapshot" && m.T != "update" {
		return nil, nil, err
	}
	now, still := time.Now(), map[string]time.Time{}
	for _, d := range m.Decisions {
		switch {
		case d.Seat != 0:
			still[d.ID] = now
			if since, known := s.owed[d.ID]; known {
				still[d.ID] = since
			}
		case len(d.Moves) > 0 && d.ID != s.answered:
			s.answered = d.ID
			s.acts++
			act = fmt.Appendf(nil, `{"t":"act","id":"attend-%d","decision":%q,"move":%s}`, s.acts, d.ID, d.Moves[0])
		}
	}
	last := s.last
	for id, since := range s.owed {
		if _, open := still[id]; open {
			continue
		}
		if since.Before(last) {
			since = last
		}
		waits = append(waits, now.Sub(since))
		s.last = now
	}
	if s.owed = still; len(m.Decisions) == 0 {
		err = errFinished
	}
	return act, waits, err
}
