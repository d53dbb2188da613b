package play

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"nemeton/server/ws/client"
)

// viewer is one pair of eyes at a table: a socket that may drop and resume, and what it was told last.
type viewer struct {
	door  *restClient
	book  *transcript
	who   int // a seat, or spectator
	node  int
	hello hello

	sock    *socket // nil while down
	fresh   bool    // no frame with a state came on this socket yet
	opened  time.Time
	since   int // what the socket was opened with; below 0: nothing
	doc     any // {view, decisions} at state.seq, parsed; patches are applied to it
	state   state
	replays bool  // it asks for the past, from its state's seq on
	here    []int // the seats that were last said to be connected
	crowd   int   // the spectators that were last said to be
	results map[string]result
	asked   map[string]int // results still owed on this socket, by command
	down    *wait          // running while the server is away
}

// result is the answer to a command on the socket.
type result struct {
	ID    string `json:"id"`
	OK    bool   `json:"ok"`
	Seq   *int   `json:"seq"`
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

// open connects, and again until it works or patience ends. With resume it asks for what came since the last state.
func (v *viewer) open(ctx context.Context, resume bool) error {
	if v.down == nil {
		v.down = newWait(v.door.opts.Timeout)
	}
	h := v.hello
	h.since = -1
	if resume && (v.state.seq > 0 || v.replays) {
		h.since = v.state.seq
	}
	for {
		sock, err := v.door.dial(ctx, v.node, v.book.table, h)
		if err == nil {
			v.sock, v.fresh, v.since, v.asked, v.opened = sock, true, h.since, map[string]int{}, time.Now()
			return nil
		}
		if status, refused := refusedSocket(err); refused {
			return v.broken(AnswersAsDocumented, "the socket was refused with HTTP status %d: %v", status, err)
		}
		v.node++
		if werr := v.down.next(ctx); werr != nil {
			return v.broken(ReachesTheServer, "no socket: %v, last: %v", werr, err)
		}
	}
}

// drop leaves and comes back.
func (v *viewer) drop(ctx context.Context, code, node int, resume bool) error {
	v.close(code)
	v.node = node
	v.door.tally.Reconnects++
	if err := v.open(ctx, resume); err != nil {
		return err
	}
	_, err := v.next(ctx, time.Now().Add(v.door.opts.Lag))
	return err
}

func (v *viewer) close(code int) {
	if v.sock != nil {
		v.sock.end(code)
		v.sock = nil
	}
}

// next takes one frame; false when none came by the deadline. A connection that ended is opened again.
func (v *viewer) next(ctx context.Context, deadline time.Time) (bool, error) {
	if v.sock == nil {
		if err := v.open(ctx, true); err != nil {
			return false, err
		}
	}
	select {
	case f, ok := <-v.sock.frames:
		return v.took(ctx, f, ok)
	default:
	}
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case f, ok := <-v.sock.frames:
		return v.took(ctx, f, ok)
	case <-timer.C:
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

func (v *viewer) took(ctx context.Context, f frame, ok bool) (bool, error) {
	if ok {
		if v.down != nil {
			v.down.over(v.door.tally)
			v.down = nil
		}
		return true, v.take(f)
	}
	code := client.Closed(v.sock.why)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if code >= 4000 && code < 4500 {
		return false, v.broken(AnswersAsDocumented, "the socket was closed for good, with code %d", code)
	}
	v.close(0)
	v.door.tally.Reconnects++
	if v.down == nil {
		v.down = newWait(v.door.opts.Timeout)
	}
	if err := v.down.next(ctx); err != nil {
		return false, v.broken(ReachesTheServer, "the socket does not stay: %v", err)
	}
	return true, v.open(ctx, true)
}

// drain takes what has come already.
func (v *viewer) drain(ctx context.Context) error {
	for {
		more, err := v.next(ctx, time.Now())
		if err != nil || !more {
			return err
		}
	}
}

// reach reads until the viewer was told of seq.
func (v *viewer) reach(ctx context.Context, seq int) error {
	deadline := time.Now().Add(v.door.opts.Lag)
	for v.state.seq < seq {
		came, err := v.next(ctx, deadline)
		if err != nil {
			return err
		}
		if v.down != nil { // the clock stands while the server is away; its own patience runs
			deadline = time.Now().Add(v.door.opts.Lag)
			continue
		}
		if !came {
			return v.broken(UpdatesComeInTime, "seq %d was acknowledged %v ago; this viewer is at %d", seq, v.door.opts.Lag, v.state.seq)
		}
	}
	return nil
}

// take reads one frame into the viewer's state.
func (v *viewer) take(f frame) error {
	var head struct {
		T string `json:"t"`
	}
	if err := json.Unmarshal(f.raw, &head); err != nil {
		return v.broken(FramesAreKnown, "%v: %s", err, clip(string(f.raw)))
	}
	switch head.T {
	case "snapshot":
		return v.takeSnapshot(f)
	case "update":
		return v.takeUpdate(f)
	case "result":
		return v.takeResult(f)
	case "presence":
		return v.takePresence(f)
	case "table":
		return v.takeTable(f)
	default:
		return v.broken(FramesAreKnown, "tag %q: %s", head.T, clip(string(f.raw)))
	}
}

func (v *viewer) takeResult(f frame) error {
	var r result
	if err := json.Unmarshal(f.raw, &r); err != nil || r.OK == (r.Seq == nil) || r.OK == (r.Error != nil) {
		return v.broken(AnswersAsDocumented, "a result that is neither yes nor no (%v): %s", err, clip(string(f.raw)))
	}
	if v.asked[r.ID] == 0 {
		return v.broken(ResultsAreAwaited, "nobody waits on this socket for %s", clip(string(f.raw)))
	}
	v.asked[r.ID]--
	v.results[r.ID] = r
	return nil
}

func (v *viewer) takePresence(f frame) error {
	var p struct {
		Seats      []int `json:"seats"`
		Spectators *int  `json:"spectators"`
	}
	err := json.Unmarshal(f.raw, &p)
	bad := func(s int) bool { return s < 0 || s >= v.book.seats }
	if err != nil || p.Seats == nil || p.Spectators == nil || *p.Spectators < 0 || slices.ContainsFunc(p.Seats, bad) {
		return v.broken(AnswersAsDocumented, "presence (%v): %s", err, clip(string(f.raw)))
	}
	v.here, v.crowd = p.Seats, *p.Spectators
	return nil
}

func (v *viewer) takeTable(f frame) error {
	var t struct {
		Table table    `json:"table"`
		Nodes []string `json:"nodes"`
	}
	if err := json.Unmarshal(f.raw, &t); err != nil || t.Table.ID != v.book.table || len(t.Table.Seats) != v.book.seats {
		return v.broken(TablesAreTrue, "a table frame (%v): %s", err, clip(string(f.raw)))
	}
	v.door.nodes.add(t.Nodes)
	return v.checkInvite(t.Table)
}

// checkInvite: the invite is for those who sit at a private table.
func (v *viewer) checkInvite(t table) error {
	if shown := t.Invite != ""; shown != (v.who != spectator && t.Visibility == "private") {
		return v.broken(PrivateIsPrivate, "a %s table with invite %q", t.Visibility, t.Invite)
	}
	return nil
}

func (v *viewer) broken(p Promise, format string, args ...any) error {
	return v.book.broken(p, v.who, v.state.seq, "%s", fmt.Sprintf(format, args...))
}
