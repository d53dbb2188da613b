package ws

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"nhooyr.io/websocket"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

// socket is one open connection.
type socket struct {
	door   *Handler
	conn   *websocket.Conn
	out    *outlet
	sub    *table.Subscription
	table  store.TableID
	caller Caller
	packs  bool            // its texts are packed
	ctx    context.Context // until it ends
	leave  context.CancelFunc
	news   atomic.Int32 // idle, due or again
}

// serve runs until the socket ends, and closes it with the code that says why.
func (s *socket) serve() {
	defer func() { _ = s.conn.CloseNow() }()
	defer s.sub.Close()
	s.door.post.add(s, true)
	stop := s.ping()
	shut(s.conn, s.read())
	s.leave()
	stop()
}

// ping asks a silent connection whether it lives, again and again, and gives it up where the answer does not come. Between two
// questions there is a timer and no goroutine: most sockets are silent for hours.
func (s *socket) ping() (stop func()) {
	var asking sync.WaitGroup
	var mu sync.Mutex // guards timer and over
	var timer *time.Timer
	over := false
	ask := func() {
		mu.Lock()
		if over {
			mu.Unlock()
			return
		}
		asking.Add(1)
		mu.Unlock()
		defer asking.Done()
		wait, cancel := context.WithTimeout(s.ctx, s.door.cfg.Silence-s.door.cfg.Ping)
		err := s.conn.Ping(wait)
		cancel()
		if err != nil {
			s.leave()
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if !over {
			timer.Reset(s.door.cfg.Ping)
		}
	}
	mu.Lock()
	timer = time.AfterFunc(s.door.cfg.Ping, ask)
	mu.Unlock()
	return func() {
		mu.Lock()
		over = true
		timer.Stop()
		mu.Unlock()
		asking.Wait()
	}
}

// read takes the client's frames, one after another. A fault ends this socket and nothing else.
func (s *socket) read() (code wire.CloseCode) {
	defer func() {
		if why := recover(); why != nil {
			s.door.cfg.Log.Error().Str("table", string(s.table)).Any("why", why).Str("stack", string(debug.Stack())).Msg("panic")
			code = wire.CloseInternal
		}
	}()
	for {
		kind, raw, err := s.conn.Read(s.ctx)
		switch {
		case err != nil:
			return 0
		case kind != websocket.MessageText:
			return wire.CloseBroken
		case len(raw) > wire.MaxMessage:
			return wire.CloseTooLarge
		}
		frame, err := wire.Decode(raw)
		if errors.Is(err, wire.ErrBroken) {
			return wire.CloseBroken
		}
		wait, ok := s.door.cfg.Act(s.caller)
		switch {
		case !ok:
			s.sub.Send(wire.Refused(frame.ID, string(apperr.TooFast), "too many commands at once; send it again in a moment"))
			// Who goes on all the same is not read until then: a flood waits in its sender's buffers, not in ours.
			rest(s.ctx, wait)
		case err != nil:
			s.door.cfg.Fault(s.caller)
			s.sub.Send(wire.Refused(frame.ID, string(apperr.Malformed), err.Error()))
		default:
			result := s.carryOut(frame)
			if !result.OK && result.Error.Code != string(apperr.Unavailable) {
				s.door.cfg.Fault(s.caller)
			}
			s.sub.Send(result)
		}
	}
}

// rest waits, a second at most.
func rest(ctx context.Context, wait time.Duration) {
	over := time.NewTimer(min(wait, time.Second))
	defer over.Stop()
	select {
	case <-ctx.Done():
	case <-over.C:
	}
}

// carryOut passes a command on and makes its result. It goes on where the client leaves meanwhile: what was begun is finished.
func (s *socket) carryOut(f wire.ClientMessage) wire.Result {
	seat, ok := s.sub.Seat()
	if !ok {
		return wire.Refused(f.ID, string(apperr.NotSeated), "only those who sit at the table can play")
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), s.door.cfg.Command)
	defer cancel()
	var seq engine.Seq
	var err error
	if f.T == wire.TagTakeBack {
		seq, err = s.door.cfg.Tables.TakeBack(ctx, s.table, seat, f.ID)
	} else {
		seq, err = s.door.cfg.Tables.Act(ctx, s.table, seat, f.ID, f.Decision, f.Move)
	}
	if err != nil {
		code := apperr.CodeOf(err)
		if code == apperr.Internal || code == apperr.Damaged {
			s.door.cfg.Log.Error().Err(err).Str("table", string(s.table)).Msg("a command failed")
		}
		return wire.Refused(f.ID, string(code), apperr.MessageOf(err))
	}
	return wire.Accepted(f.ID, seq)
}
