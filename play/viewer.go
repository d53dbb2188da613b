package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"nemeton/client"
)

// viewer is one recipient at a table: a socket that may drop and resume, and the last state that it received.
type viewer struct {
	rest       *restClient
	transcript *transcript
	number     int // a seat, or spectator
	node       int
	handshake  handshake

	sock                *socket         // nil if disconnected
	firstOnSocket       bool            // no message with a state has arrived on this socket
	dialed, opened      time.Time       // of the socket
	since               int             // the since of the socket; below 0: none
	doc                 json.RawMessage // {view, decisions} at state.seq; patches apply to it
	state               state
	head                string // the short head of state.seq; empty if it is not known
	replays             bool   // the first socket asks for the updates after state.seq
	connectedSeats      []int  // by the last presence message
	connectedSpectators int    // by the last presence message
	results             map[string]result
	pending             map[string]int // results that are owed on this socket, by command id
	outage              *wait          // not nil while the server is unavailable
}

// result is the answer to a command on the socket.
type result struct {
	ID    string `json:"id"`
	OK    bool   `json:"ok"`
	Seq   *int   `json:"seq"`
	Head  string `json:"head"`
	Error *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func (r result) code() string {
	if r.Error == nil {
		return ""
	}
	return r.Error.Code
}

// open connects, and retries until the timeout. With resume it asks for the updates since the last state. If the run is canceled, it returns
// the context's error.
func (v *viewer) open(ctx context.Context, resume bool) error {
	if v.outage == nil {
		v.outage = newWait(v.rest.opts.Timeout)
	}
	h := v.handshake
	h.since = -1
	if resume && (v.state.seq > 0 || v.replays) {
		h.since, h.head = v.state.seq, v.head
	}
	for {
		v.dialed = time.Now()
		sock, err := v.rest.dial(ctx, v.node, v.transcript.table, h)
		if err == nil {
			v.sock, v.firstOnSocket, v.since, v.pending, v.opened = sock, true, h.since, map[string]int{}, time.Now()
			return nil
		}
		if status, refused := rejectedHandshake(err); refused {
			return v.broken(AnswersAsDocumented, "the socket was refused with HTTP status %d: %v", status, err)
		}
		if ctx.Err() != nil {
			return ctx.Err() // the run ended; the server broke no promise
		}
		v.node++
		if werr := v.outage.next(ctx); werr != nil {
			return v.unreachable(werr, "no socket: %v", err)
		}
	}
}

// reconnect closes the socket and opens another one.
func (v *viewer) reconnect(ctx context.Context, code, node int, resume bool) error {
	v.close(code)
	v.node = node
	v.rest.tally.Reconnects++
	if err := v.open(ctx, resume); err != nil {
		return err
	}
	_, err := v.next(ctx, time.Now().Add(v.rest.opts.Lag))
	return err
}

func (v *viewer) close(code int) {
	if v.sock != nil {
		v.sock.close(code)
		v.sock = nil
	}
}

// next handles one message. It returns false if none arrived by the deadline. It reopens a connection that has ended.
func (v *viewer) next(ctx context.Context, deadline time.Time) (bool, error) {
	if v.sock == nil {
		if err := v.open(ctx, true); err != nil {
			return false, err
		}
	}
	select {
	case m, ok := <-v.sock.messages:
		return v.handle(ctx, m, ok)
	default:
	}
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case m, ok := <-v.sock.messages:
		return v.handle(ctx, m, ok)
	case <-timer.C:
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

func (v *viewer) handle(ctx context.Context, m message, ok bool) (bool, error) {
	if ok {
		if v.outage != nil {
			v.outage.finish(v.rest.tally)
			v.outage = nil
		}
		return true, v.receive(m)
	}
	code := client.Closed(v.sock.err)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if code >= 4000 && code < 4500 {
		return false, v.broken(AnswersAsDocumented, "the server closed the socket with code %d, which means stop", code)
	}
	v.close(0)
	v.rest.tally.Reconnects++
	if v.outage == nil {
		v.outage = newWait(v.rest.opts.Timeout)
	}
	if err := v.outage.next(ctx); err != nil {
		return false, v.unreachable(err, "the socket keeps closing")
	}
	return true, v.open(ctx, true)
}

// drain handles the messages that have already arrived.
func (v *viewer) drain(ctx context.Context) error {
	for {
		more, err := v.next(ctx, time.Now())
		if err != nil || !more {
			return err
		}
	}
}

// reach reads until the viewer has the update of seq.
func (v *viewer) reach(ctx context.Context, seq int) error {
	deadline := time.Now().Add(v.rest.opts.Lag)
	for v.state.seq < seq {
		came, err := v.next(ctx, deadline)
		if err != nil {
			return err
		}
		if v.outage != nil { // the deadline is suspended while the server is unavailable; the wait has its own timeout
			deadline = time.Now().Add(v.rest.opts.Lag)
			continue
		}
		if !came {
			return v.broken(UpdatesComeInTime, "seq %d was acknowledged %v ago; this viewer is at %d", seq, v.rest.opts.Lag, v.state.seq)
		}
	}
	return nil
}

func (v *viewer) receive(m message) error {
	var header struct {
		T string `json:"t"`
	}
	if err := json.Unmarshal(m.raw, &header); err != nil {
		return v.broken(MessagesAreKnown, "%v: %s", err, clip(string(m.raw)))
	}
	switch header.T {
	case "snapshot":
		return v.receiveSnapshot(m)
	case "update":
		return v.receiveUpdate(m)
	case "result":
		return v.receiveResult(m)
	case "presence":
		return v.receivePresence(m)
	case "table":
		return v.receiveTable(m)
	default:
		return v.broken(MessagesAreKnown, "tag %q: %s", header.T, clip(string(m.raw)))
	}
}

func (v *viewer) receiveResult(m message) error {
	var r result
	if err := json.Unmarshal(m.raw, &r); err != nil || r.OK == (r.Seq == nil) || r.OK == (r.Error != nil) {
		return v.broken(AnswersAsDocumented, "a result without exactly one of seq and error (%v): %s", err, clip(string(m.raw)))
	}
	if v.pending[r.ID] == 0 {
		return v.broken(ResultsAreAwaited, "an unexpected result on this socket: %s", clip(string(m.raw)))
	}
	if r.OK {
		if err := v.transcript.seeHead(v.number, *r.Seq, r.Head, "a result"); err != nil {
			return err
		}
	}
	v.pending[r.ID]--
	v.results[r.ID] = r
	return nil
}

func (v *viewer) receivePresence(m message) error {
	var p struct {
		Seats      []int `json:"seats"`
		Spectators *int  `json:"spectators"`
	}
	err := json.Unmarshal(m.raw, &p)
	bad := func(s int) bool { return s < 0 || s >= v.transcript.seats }
	if err != nil || p.Seats == nil || p.Spectators == nil || *p.Spectators < 0 || slices.ContainsFunc(p.Seats, bad) {
		return v.broken(AnswersAsDocumented, "presence (%v): %s", err, clip(string(m.raw)))
	}
	v.connectedSeats, v.connectedSpectators = p.Seats, *p.Spectators
	return nil
}

func (v *viewer) receiveTable(m message) error {
	var t struct {
		Table table    `json:"table"`
		Nodes []string `json:"nodes"`
	}
	if err := json.Unmarshal(m.raw, &t); err != nil || t.Table.ID != v.transcript.table || len(t.Table.Seats) != v.transcript.seats {
		return v.broken(TablesAreTrue, "a table message (%v): %s", err, clip(string(m.raw)))
	}
	v.rest.nodes.add(t.Nodes)
	if err := v.transcript.seeTable(v.number, t.Table); err != nil {
		return err
	}
	return v.checkInvite(t.Table)
}

// checkInvite checks that exactly the players at a private table see its invite.
func (v *viewer) checkInvite(t table) error {
	if shown := t.Invite != ""; shown != (v.number != spectator && t.Visibility == "private") {
		return v.broken(PrivateIsPrivate, "a %s table with invite %q", t.Visibility, t.Invite)
	}
	return nil
}

// unreachable returns the error of a wait for the server: a broken promise, or the context's error if the run ended meanwhile.
func (v *viewer) unreachable(err error, format string, args ...any) error {
	if !errors.Is(err, errUnavailable) {
		return err
	}
	return v.broken(ReachesTheServer, "%v: %s", err, fmt.Sprintf(format, args...))
}

func (v *viewer) broken(p Promise, format string, args ...any) error {
	return v.transcript.broken(p, v.number, v.state.seq, "%s", fmt.Sprintf(format, args...))
}
