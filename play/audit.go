package play

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"time"

	"nemeton/client"
)

// randomRead reads the view or the log of a random viewer by REST and compares it with the observations so far.
func (g *game) randomRead(ctx context.Context) error {
	viewer := g.r.IntN(len(g.guests)+1) - 1
	switch g.r.IntN(3) {
	case 0:
		return g.checkLog(ctx, viewer, g.r.IntN(g.transcript.seq+1))
	case 1:
		return g.checkReplay(ctx, viewer, g.r.IntN(g.transcript.seq+1))
	default:
		return g.checkView(ctx, viewer)
	}
}

// checkView reads a viewer's view by REST and compares it with the observations so far.
func (g *game) checkView(ctx context.Context, viewer int) error {
	var got struct {
		Seq       int             `json:"seq"`
		View      json.RawMessage `json:"view"`
		Decisions json.RawMessage `json:"decisions"`
	}
	began := time.Now()
	if err := g.rest.get(ctx, g.caller(viewer), g.readPath(viewer, "/view", nil), &got); err != nil {
		return err
	}
	g.transcript.history.read(viewer, got.Seq, !g.rest.nodes.hasSeveral(), began, time.Now())
	if got.Seq > g.transcript.seq || got.Seq < g.transcript.seq && !g.rest.nodes.hasSeveral() {
		return g.transcript.broken(AckIsDurable, viewer, g.transcript.seq, "GET view returned seq %d", got.Seq)
	}
	_, err := g.transcript.observeState(viewer, got.Seq, client.Document(got.View, got.Decisions), "GET view")
	return err
}

// checkReplay opens another socket with since: the server must send the past updates unchanged.
func (g *game) checkReplay(ctx context.Context, number, since int) error {
	v := &viewer{
		rest: g.rest, transcript: g.transcript, number: number, results: map[string]result{}, replays: true, state: state{seq: since},
		handshake: handshake{token: g.caller(number).token, form: g.anyForm()},
	}
	if number == spectator {
		v.handshake.invite = g.invite
	}
	if err := v.open(ctx, true); err != nil {
		return err
	}
	defer v.close(1000)
	return v.reach(ctx, g.transcript.seq)
}

func (g *game) caller(viewer int) caller {
	if viewer == spectator {
		return g.stranger
	}
	return g.guests[viewer]
}

// readPath returns the path of a reading request, with the invite if the viewer needs it.
func (g *game) readPath(viewer int, rest string, query url.Values) string {
	if query == nil {
		query = url.Values{}
	}
	if viewer == spectator && g.private {
		query.Set("invite", g.invite)
	}
	if len(query) == 0 {
		return g.path(rest)
	}
	return g.path(rest) + "?" + query.Encode()
}

// audit checks a table as a whole through every kind of request. It returns the export if the table is finished.
func (g *game) audit(ctx context.Context) (result Game, export json.RawMessage, err error) {
	result = Game{Table: g.transcript.table, Private: g.private, Seats: len(g.guests), Moves: g.moves, Seq: g.transcript.seq}
	if g.transcript.end > 0 {
		if err := g.checkEnd(ctx, &result); err != nil {
			return result, nil, err
		}
	}
	for viewer := spectator; viewer < len(g.guests); viewer++ {
		for _, check := range []func() error{
			func() error { return g.checkLog(ctx, viewer, 0) },
			func() error { return g.checkView(ctx, viewer) },
			func() error { return g.checkReplay(ctx, viewer, 0) },
		} {
			if err := check(); err != nil {
				return result, nil, err
			}
		}
	}
	if g.transcript.end == 0 {
		return result, nil, nil
	}
	if g.private {
		if err := g.rest.expectRefusal(ctx, PrivateIsPrivate, g.stranger, http.MethodGet, g.path("/export"), nil, "unknown_table"); err != nil {
			return result, nil, err
		}
	}
	export, err = g.export(ctx)
	return result, export, err
}

// checkEnd checks the description of a finished table, and that a concession, a proposal to stop and a further move are refused.
func (g *game) checkEnd(ctx context.Context, result *Game) error {
	end := g.seats[0].state.outcome
	result.Seq, result.Winners, result.Scores = g.transcript.end, end.Winners, end.Scores
	if g.transcript.end != g.transcript.seq {
		return g.broken(LogIsComplete, "the outcome is at seq %d, but the last acknowledged seq is %d", g.transcript.end, g.transcript.seq)
	}
	var t table
	if err := g.rest.get(ctx, g.guests[0], g.path(""), &t); err != nil {
		return err
	}
	slices.Sort(t.Winners)
	winners := slices.Sorted(slices.Values(end.Winners))
	if t.State != "finished" || t.Seq != g.transcript.end || len(t.Owing) > 0 || !slices.Equal(t.Winners, winners) {
		return g.broken(TablesAreTrue, "finished with winners %v at seq %d, but described as %+v", winners, g.transcript.end, t)
	}
	if err := g.transcript.seeTable(0, t); err != nil {
		return err
	}
	if err := g.checkDevices(t); err != nil {
		return err
	}
	last := g.played[len(g.played)-1]
	for _, rest := range []string{"/concede", "/stop"} {
		if err := g.expectRefusalREST(ctx, g.seats[last.seat], rest, "table_finished"); err != nil {
			return err
		}
	}
	late := command{id: g.id(), decision: last.decision, move: last.move}
	return g.expectRefusal(ctx, g.seats[last.seat], late, "table_finished")
}

// checkLog reads the log after seq as a viewer: every entry once and in order, with the events that the sockets received and the
// seats that acted.
func (g *game) checkLog(ctx context.Context, viewer, since int) error {
	for next := since + 1; ; {
		var page struct {
			Entries []struct {
				Seq    int             `json:"seq"`
				Kind   string          `json:"kind"`
				Seat   int             `json:"seat"`
				Actor  string          `json:"actor"`
				Events json.RawMessage `json:"events"`
			} `json:"entries"`
			More bool `json:"more"`
		}
		query := url.Values{"since": {itoa(next - 1)}}
		if err := g.rest.get(ctx, g.caller(viewer), g.readPath(viewer, "/log", query), &page); err != nil {
			return err
		}
		for _, e := range page.Entries {
			if e.Seq != next {
				return g.transcript.broken(LogIsComplete, viewer, next, "the log continues with seq %d", e.Seq)
			}
			if err := g.transcript.observeEvents(viewer, e.Seq, e.Events, "the log"); err != nil {
				return err
			}
			if err := g.checkEntry(viewer, e.Seq, e.Kind, e.Seat); err != nil {
				return err
			}
			next++
		}
		if !page.More || len(page.Entries) == 0 {
			if next <= g.transcript.seq && (!g.rest.nodes.hasSeveral() || g.transcript.end > 0) {
				return g.transcript.broken(LogIsComplete, viewer, next, "the log ends before this seq, but seq %d was acknowledged", g.transcript.seq)
			}
			return nil
		}
	}
}

// checkEntry checks that an entry is the start, or the command that was acknowledged with its seq.
func (g *game) checkEntry(viewer, seq int, kind string, seat int) error {
	if seq == 1 {
		if kind != "start" {
			return g.transcript.broken(LogIsComplete, viewer, seq, "the first entry is of kind %q", kind)
		}
		return nil
	}
	c, ok := g.transcript.bySeq[seq]
	if !ok {
		return g.transcript.broken(AppliedOnce, viewer, seq, "unexpected entry of kind %q of seat %d: no command was acknowledged with this seq", kind, seat)
	}
	if promised := map[bool]string{true: "frame", false: "move"}[c.decision == ""]; seat != c.seat || kind != promised {
		return g.transcript.broken(AckIsDurable, viewer, seq, "command %[2]s of seat %[1]d was acknowledged with this seq, but the log has an entry of kind %[3]q of seat %[4]d", c.seat, c.id, kind, seat)
	}
	return nil
}
