package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"nemeton/client/device"
)

// Seat is a seat that is played by one person over a socket. Call its methods from one goroutine at a time.
type Seat struct {
	State  // the newest one that arrived
	Memory *device.Memory

	client *Client
	number int
	device *device.Device
	conn   *Conn // nil: not connected
}

// Took joins a table whose seat the person took, before the start: it answers the table's commitment with a contribution and a device of its own.
// Close the Seat in the end.
func (c *Client) Took(ctx context.Context, t Table, seat int) (*Seat, error) {
	s := &Seat{Memory: device.NewMemory(t.ID), client: c, number: seat}
	if err := s.Memory.SeeCommitment(t.Commitment); err != nil {
		return nil, err
	}
	var err error
	if s.device, err = device.New(t.ID, seat, rand.Reader); err != nil {
		return nil, err
	}
	contribution := make([]byte, 32)
	if _, err := rand.Read(contribution); err != nil {
		return nil, err
	}
	answer, err := s.device.Answer(t.Commitment, contribution)
	if err != nil {
		return nil, err
	}
	s.Memory.Answered(seat, answer)
	_, err = c.Call(ctx, http.MethodPost, "/tables/"+t.ID+"/contribution", answer, nil)
	return s, err
}

// Next waits until the seat owes a decision or the game is over. It returns no decision then. It connects again whenever the socket is lost.
func (s *Seat) Next(ctx context.Context) ([]Decision, error) {
	for s.Outcome == nil && len(s.Own()) == 0 {
		if _, err := s.read(ctx); err != nil {
			return nil, err
		}
	}
	return s.Own(), nil
}

// Act answers a decision of the seat with one of its moves, and waits until the server has stored the move and the seat has received it. A lost answer is
// asked for again with the same id, so that a move is never made twice. The error is an *Error if the server refused the move.
func (s *Seat) Act(ctx context.Context, d Decision, move json.RawMessage) error {
	command := device.Command{ID: uuid.NewString(), Kind: device.Act, Decision: d.ID, Move: move}
	proof, err := s.prove(ctx, command)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(struct {
		T        string          `json:"t"`
		ID       string          `json:"id"`
		Decision string          `json:"decision"`
		Move     json.RawMessage `json:"move"`
		device.Proof
	}{"act", command.ID, d.ID, move, proof})
	if err != nil {
		return err
	}
	for wait := retryWait; ; wait = min(2*wait, maxRetryWait) {
		answer, err := s.send(ctx, command.ID, raw)
		if err != nil {
			return err
		}
		if answer.OK {
			s.device.Accepted(proof)
			s.Memory.Accepted(proof, answer.Seq)
			return s.Reach(ctx, answer.Seq)
		}
		refused := &Error{Code: answer.Error.Code, Message: answer.Error.Message}
		if !refused.Temporary() {
			s.device.Refused(proof, refused.Code)
			return refused
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

// prove adds a reveal and a signature to a command. A device without reveals is replaced first.
func (s *Seat) prove(ctx context.Context, c device.Command) (device.Proof, error) {
	p, err := s.device.Prove(c, s.Seq, s.Head)
	if errors.Is(err, device.ErrSpent) {
		if err := s.enroll(ctx); err != nil {
			return p, err
		}
		p, err = s.device.Prove(c, s.Seq, s.Head)
	}
	if err == nil {
		s.Memory.Send(s.number, c, p)
	}
	return p, err
}

func (s *Seat) enroll(ctx context.Context) error {
	next, err := device.New(s.Memory.Table, s.number, rand.Reader)
	if err != nil {
		return err
	}
	e, err := next.Enroll(s.device)
	if err != nil {
		return err
	}
	var accepted struct{ Seq int }
	_, err = s.client.Call(ctx, http.MethodPost, "/tables/"+s.Memory.Table+"/devices", struct {
		ID string `json:"id"`
		device.Enrollment
	}{uuid.NewString(), e}, &accepted)
	if err != nil {
		return err
	}
	s.device = next
	return s.Reach(ctx, accepted.Seq)
}

type result struct {
	ID    string `json:"id"`
	OK    bool   `json:"ok"`
	Seq   int    `json:"seq"`
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// send sends a command, again on every new socket, until its answer arrives.
func (s *Seat) send(ctx context.Context, id string, raw []byte) (result, error) {
	var sent *Conn
	for {
		if s.conn != nil && s.conn != sent {
			sent = s.conn
			_ = sent.Write(ctx, raw) // read notices a lost socket
		}
		m, err := s.read(ctx)
		if err != nil {
			return result{}, err
		}
		var r result
		if m.Tag == "result" && json.Unmarshal(m.Raw, &r) == nil && r.ID == id {
			return r, nil
		}
	}
}

// Reach reads until the seat has received an entry.
func (s *Seat) Reach(ctx context.Context, seq int) error {
	for s.Seq < seq {
		if _, err := s.read(ctx); err != nil {
			return err
		}
	}
	return nil
}

// These are the shortest and the longest wait before another attempt.
const (
	retryWait    = 20 * time.Millisecond
	maxRetryWait = time.Second
)

// read handles the next message. It connects first if there is no socket, and returns an empty message then. Errors: those of ctx, a refusal for good, and a
// contradiction of the server.
func (s *Seat) read(ctx context.Context) (Message, error) {
	if s.conn == nil {
		return Message{}, s.connect(ctx)
	}
	raw, err := s.conn.Read(ctx)
	if err != nil {
		_ = s.conn.Close(0)
		s.conn = nil
		if code := Closed(err); code >= 4000 && code < 4500 {
			return Message{}, fmt.Errorf("the server ended the socket for good: %w", err)
		}
		return Message{}, ctx.Err()
	}
	m, err := ReadMessage(raw)
	if err == nil {
		err = s.Apply(m)
	}
	if err != nil {
		return m, err
	}
	if (m.Tag == "snapshot" || m.Tag == "update") && s.Head != "" {
		err = s.Memory.SeeHead(s.Seq, s.Head)
	}
	return m, err
}

// connect opens the socket after the last entry that the seat received. It tries again until ctx ends or the server refuses for good.
func (s *Seat) connect(ctx context.Context) error {
	since := -1
	if s.Seq > 0 {
		since = s.Seq
	}
	for wait := retryWait; ; wait = min(2*wait, maxRetryWait) {
		conn, err := s.client.Socket(ctx, s.Memory.Table, SocketOptions{Since: since, Head: s.Head, Patch: true, Pack: true})
		if err == nil {
			s.conn = conn
			return nil
		}
		if handshake, ok := errors.AsType[*HandshakeError](err); ok && !(&Error{Status: handshake.Status}).Temporary() {
			return err
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

func (s *Seat) Close() {
	if s.conn != nil {
		_ = s.conn.Close(1000)
		s.conn = nil
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
