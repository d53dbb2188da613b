package ws

import (
	"context"
	"errors"
	"runtime/debug"
	"sync/atomic"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/stream"
	"nemeton/server/table"
	"nemeton/server/wire"
)

type socket struct {
	handler *Handler
	conn    *conn
	ready   chan struct{}       // closed once sub is set, or cannot be set
	sub     *table.Subscription // nil: refused
	table   store.TableID
	caller  stream.Caller
	ctx     context.Context // until the socket ends
	cancel  context.CancelFunc
	state   atomic.Int32 // a sendState

	dictionary table.Dictionary // the last messages that the client has decompressed; only the goroutine that sends uses it
}

// subscribe subscribes to the table, or closes the connection with the code of the refusal. Meanwhile serve reads the connection, so that a client that
// leaves ends the work for it. With pings, the client learns that the server answers its pings: one that does not know them would close the socket.
func (s *socket) subscribe(req table.SubscribeRequest, pings bool) {
	defer close(s.ready)
	req.Wake = s.wake
	sub, err := s.handler.cfg.Tables.Subscribe(s.ctx, s.table, req)
	if err != nil {
		s.end(stream.CloseCode(err))
		return
	}
	s.sub = sub
	s.handler.writers.add(s, true)
	if pings {
		sub.EnqueuePong()
	}
}

// drop ends the socket without a close frame: the connection is lost.
func (s *socket) drop() {
	s.cancel()
	s.conn.drop()
}

// serve runs until the socket ends, and closes it with the code of the reason.
func (s *socket) serve() {
	s.conn.silence.watch(s.handler.cfg.Ping, s.handler.cfg.Silence, s.conn.ping, s.drop)
	switch code := s.read(); {
	case code >= 4000:
		s.end(code)
		s.conn.awaitClose()
	case code != 0: // the reasons of this protocol do not fit
		s.conn.sendClose(int(code), "")
		s.conn.awaitClose()
	}
	s.cancel()
	s.conn.end()
	s.conn.silence.stop()
	if <-s.ready; s.sub != nil {
		s.sub.Close()
	}
}

// read reads and answers the client's messages, one after another. It returns the code to close the socket with. A panic ends this
// socket alone.
func (s *socket) read() (code wire.CloseCode) {
	defer func() {
		if why := recover(); why != nil {
			s.handler.cfg.Log.Error().Str("table", string(s.table)).Any("why", why).Str("stack", string(debug.Stack())).Msg("panic")
			code = wire.CloseInternal
		}
	}()
	var pinged atomic.Bool // a ping was answered a moment ago
	for {
		raw, text, err := s.conn.read()
		switch {
		case err != nil:
			return violationCode(err)
		case s.conn.closing.Load():
			continue
		case !text:
			return wire.CloseBroken
		case len(raw) > wire.MaxMessage:
			return wire.CloseTooLarge
		}
		if <-s.ready; s.sub == nil {
			return 0
		}
		message, err := wire.Decode(raw)
		if errors.Is(err, wire.ErrBroken) {
			return wire.CloseBroken
		}
		message.ID = apperr.Short(message.ID) // that of a refused message can have any length
		ping := err == nil && message.T == wire.TagPing
		if ping && !pinged.Swap(true) {
			time.AfterFunc(pingPause, func() { pinged.Store(false) })
			s.sub.EnqueuePong()
			continue
		}
		wait, ok := s.handler.cfg.Act(s.caller)
		switch {
		case ping:
			if !ok {
				pause(s.ctx, wait)
			}
			s.sub.EnqueuePong()
		case !ok:
			s.sub.EnqueueResult(wire.Refused(message.ID, string(apperr.TooFast), "too many commands at once; try again in a moment"))
			// Stop reading until then, so that a flood waits in the sender's buffers instead of this server's.
			pause(s.ctx, wait)
		case err != nil:
			s.handler.cfg.Fault(s.caller)
			s.sub.EnqueueResult(wire.Refused(message.ID, string(apperr.Malformed), err.Error()))
		default:
			result := s.handler.commands.run(func() wire.Result { return s.submit(message) })
			if !result.OK && !apperr.Code(result.Error.Code).ServersFault() {
				s.handler.cfg.Fault(s.caller)
			}
			s.sub.EnqueueResult(result)
		}
	}
}

// violationCode is the code of a violation; 0 for other errors.
func violationCode(err error) wire.CloseCode {
	var broken violation
	_ = errors.As(err, &broken)
	return wire.CloseCode(broken.code)
}

// Clients may ping once per pingPause for free. More frequent pings count as commands.
const pingPause = time.Second

// pause waits for the given time, but one second at most.
func pause(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(min(wait, time.Second))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// submit passes a command to the authority and returns its result. A command in flight continues if the client leaves.
func (s *socket) submit(m wire.ClientMessage) wire.Result {
	if m.T == wire.TagWatch {
		return s.watch(m)
	}
	seat, ok := s.sub.Seat()
	if !ok {
		return wire.Refused(m.ID, string(apperr.NotSeated), "only players at this table can play")
	}
	proof, err := m.Proof(m.Seq, m.Head)
	if err != nil {
		return wire.Refused(m.ID, string(apperr.Malformed), err.Error())
	}
	command := table.Command{ID: m.ID, Seat: seat, Player: s.caller.Player, Decision: m.Decision, Move: m.Move, Seen: table.Point{Seq: m.Seq, Head: m.Head}, Proof: proof, From: s.sub}
	done, err := s.dispatch(context.Background(), m, command) // the table limits the time
	if err != nil {
		return s.refused(m.ID, err)
	}
	result := wire.Accepted(m.ID, done.Seq)
	result.Head = done.Head
	return result
}

func (s *socket) refused(id string, err error) wire.Result {
	code := apperr.CodeOf(err)
	if code == apperr.Internal || code == apperr.Damaged {
		s.handler.cfg.Log.Error().Err(err).Str("table", string(s.table)).Msg("a command failed")
	}
	refused := wire.Refused(id, string(code), apperr.MessageOf(err))
	refused.Error.Rule = apperr.Of(err).Rule
	return refused
}

// watch passes a message to the people who watch the replay together. It is no command: spectators send it too, and it never reaches the table.
func (s *socket) watch(m wire.ClientMessage) wire.Result {
	if err := s.handler.cfg.Tables.Watch(s.ctx, s.sub, m); err != nil {
		return s.refused(m.ID, err)
	}
	return wire.Accepted(m.ID, 0)
}

// dispatch passes a command to the function of its tag.
func (s *socket) dispatch(ctx context.Context, m wire.ClientMessage, c table.Command) (table.Point, error) {
	tables := s.handler.cfg.Tables
	if m.T == wire.TagAct {
		return tables.Act(ctx, s.table, c)
	}
	c.Decision, c.Move = "", nil
	switch m.T {
	case wire.TagTakeBack:
		return tables.TakeBack(ctx, s.table, c)
	case wire.TagConcede:
		return tables.Concede(ctx, s.table, c)
	case wire.TagProposeStop:
		return tables.ProposeStop(ctx, s.table, c)
	case wire.TagAgreeToStop:
		return tables.AgreeToStop(ctx, s.table, c, m.Proposal())
	default:
		return tables.DeclineStop(ctx, s.table, c, m.Proposal())
	}
}
