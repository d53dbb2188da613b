package ws

import (
	"bytes"
	"errors"

	"nemeton/server/table"
	"nemeton/server/wire"
)

// Send states of a socket. The goroutine that moves a socket from idle to due owns its sending until the socket is idle again.
const (
	idle  = iota
	due   // queued in the writer pool, or being sent
	again // due, and more messages have arrived since
)

// wake makes the socket due; soon means that a player waits for the message. It is safe for concurrent use and does not block.
func (s *socket) wake(soon bool) {
	for {
		switch now := s.state.Load(); {
		case now == idle && s.state.CompareAndSwap(idle, due):
			s.handler.writers.add(s, soon)
			return
		case now == due && s.state.CompareAndSwap(due, again), now == again:
			return
		}
	}
}

// write writes the subscription's messages as far as possible without blocking. A new goroutine writes a copy of the rest, so that the buffers
// can be used for another socket.
func (s *socket) write(b *buffers) {
	for s.take(b) {
		left, err := s.conn.tryWrite(b.frames)
		switch {
		case err != nil:
			s.drop() // the connection is lost
			return
		case len(left) > 0:
			go s.writeBlocking(&buffers{frames: bytes.Clone(left)})
			return
		}
	}
}

// writeBlocking writes the frames in its buffers and all messages that arrive meanwhile, to a slow reader or connection.
func (s *socket) writeBlocking(b *buffers) {
	for more := true; more; {
		err := s.conn.finish(b.frames, s.handler.cfg.Write)
		if errors.Is(err, errWriteTimeout) {
			s.sub.TooSlow()
		}
		if err != nil {
			s.drop()
			return
		}
		more = s.take(b)
	}
}

// take puts the WebSocket frames of the next messages into the buffers. more is false if there are none; the socket is then idle or
// has ended.
func (s *socket) take(b *buffers) (more bool) {
	for {
		var err error
		b.messages, err = s.sub.Take(b.messages[:0])
		if len(b.messages) > 0 {
			b.frames = b.frames[:0]
			for _, m := range b.messages {
				b.frames = s.addFrame(b.frames, m)
			}
			clear(b.messages)
			return true
		}
		switch {
		case err != nil:
			s.endAfter(err)
			return false
		case s.state.CompareAndSwap(due, idle):
			return false
		}
		s.state.Store(due)
	}
}

// addFrame appends a message's WebSocket frame, compressed if the socket agreed on compression and that is shorter.
func (s *socket) addFrame(to []byte, m *table.EncodedMessage) []byte {
	if s.conn.deflate == noDeflate {
		return appendFrame(to, textByte, m.Plain())
	}
	short := m.Compressed(s.dictionary, compress)
	if short == nil {
		return appendFrame(to, textByte, m.Plain()) // the other end's decompressor does not see it
	}
	if s.conn.deflate == deflateAfter {
		s.dictionary = s.dictionary.After(m)
	}
	return appendFrame(to, compressedByte, short)
}

// endAfter closes the socket because its subscription has ended.
func (s *socket) endAfter(err error) {
	if closed, ok := errors.AsType[table.Closed](err); ok {
		go s.conn.sendClose(int(closed.Code), closed.Code.ReasonAfter(closed.Wait)) // it may have to wait for a message that is being written
	}
}

// end closes the socket with a code. The socket ends with the other end's answer, or after a timeout.
func (s *socket) end(code wire.CloseCode) { s.conn.sendClose(int(code), code.Reason()) }
