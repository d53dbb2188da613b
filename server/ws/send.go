package ws

import (
	"errors"

	"nemeton/server/table"
	"nemeton/server/wire"
)

// Whether a socket's subscription holds something. Whoever makes it due is the only one to carry its frames until it is idle again.
const (
	idle  = iota
	due   // it waits at the post, or is being carried
	again // and there is more since
)

// wake makes the socket due, soon where a player waits for what came. It may be called by anyone, at any time, and does not wait.
func (s *socket) wake(soon bool) {
	for {
		switch now := s.news.Load(); {
		case now == idle && s.news.CompareAndSwap(idle, due):
			s.door.post.add(s, soon)
			return
		case now == due && s.news.CompareAndSwap(due, again), now == again:
			return
		}
	}
}

// carry writes what the subscription holds, as far as it goes without waiting; for the rest there is a goroutine, for as long as it takes.
// It uses the buffer, and gives it back.
func (s *socket) carry(buffer []byte) []byte {
	for {
		frames, more := s.take(buffer[:0])
		if !more {
			return frames
		}
		buffer = frames
		left, err := s.out.try(frames)
		switch {
		case err != nil:
			s.leave() // the other side has gone
			return buffer
		case len(left) > 0:
			go s.wait(append([]byte(nil), left...))
			return buffer
		}
	}
}

// wait writes what is left and all that comes meanwhile, for a reader or a connection that is slow.
func (s *socket) wait(left []byte) {
	for more := true; more; {
		err := s.out.finish(left, s.door.cfg.Write)
		if errors.Is(err, errLate) {
			s.sub.TooSlow()
		}
		if err != nil {
			s.leave()
			return
		}
		left, more = s.take(nil)
	}
}

// take gives the frames that are to be written next, appended to a buffer, and whether there are any. Where there are none the socket is idle, or it
// has ended.
func (s *socket) take(buffer []byte) (frames []byte, more bool) {
	for {
		texts, err := s.sub.Take()
		for _, t := range texts {
			buffer = s.append(buffer, t)
		}
		var closed table.Closed
		switch {
		case len(texts) > 0:
			return buffer, true
		case errors.As(err, &closed):
			// Closing waits for the other side.
			go s.end(closed.Code)
			return buffer, false
		case s.news.CompareAndSwap(due, idle):
			return buffer, false
		}
		s.news.Store(due)
	}
}

// append appends a text as this socket has it.
func (s *socket) append(to []byte, t *table.EncodedMessage) []byte {
	if s.packs {
		if short := t.Compressed(pack); short != nil {
			return appendFrame(to, packed, short)
		}
	}
	return appendFrame(to, text, t.Plain())
}

// end closes the socket with a code: the code first, since the library drops a connection whose context ends.
func (s *socket) end(code wire.CloseCode) {
	shut(s.conn, code)
	s.leave()
}
