package play

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
)

// peek asks a random viewer's view or log by REST, and compares it with what the sockets were told.
func (g *game) peek(ctx context.Context) error {
	who := g.r.IntN(len(g.guests)+1) - 1
	switch g.r.IntN(3) {
	case 0:
		return g.log(ctx, who, g.r.IntN(g.book.seq+1))
	case 1:
		return g.replay(ctx, who, g.r.IntN(g.book.seq+1))
	default:
		return g.glance(ctx, who)
	}
}

// glance asks for a viewer's view by REST, and compares it with what the sockets were told.
func (g *game) glance(ctx context.Context, who int) error {
	var got struct {
		Seq       int             `json:"seq"`
		View      json.RawMessage `json:"view"`
		Decisions json.RawMessage `json:"decisions"`
	}
	if err := g.door.get(ctx, g.caller(who), g.ask(who, "/view", nil), &got); err != nil {
		return err
	}
	if got.Seq > g.book.seq || got.Seq < g.book.seq && !g.door.nodes.several() {
		return g.book.broken(AckIsDurable, who, g.book.seq, "GET view is at seq %d", got.Seq)
	}
	doc, err := whole(got.View, got.Decisions)
	if err != nil {
		return g.book.broken(AnswersAsDocumented, who, got.Seq, "GET view: %v", err)
	}
	_, err = g.book.state(who, got.Seq, doc, "GET view")
	return err
}

// replay opens one more socket that asks for everything after since: the past is told as it was.
func (g *game) replay(ctx context.Context, who, since int) error {
	v := &viewer{
		door: g.door, book: g.book, who: who, results: map[string]result{}, replays: true, state: state{seq: since},
		hello: hello{token: g.caller(who).token, patch: g.chance(2)},
	}
	if who == spectator {
		v.hello.invite = g.invite
	}
	if err := v.open(ctx, true); err != nil {
		return err
	}
	defer v.close(1000)
	return v.reach(ctx, g.book.seq)
}

func (g *game) caller(who int) caller {
	if who == spectator {
		return g.other
	}
	return g.guests[who]
}

// ask is the path of a reading call, with the invite where the viewer needs one.
func (g *game) ask(who int, rest string, query url.Values) string {
	if query == nil {
		query = url.Values{}
	}
	if who == spectator && g.private {
		query.Set("invite", g.invite)
	}
	if len(query) == 0 {
		return g.path(rest)
	}
	return g.path(rest) + "?" + query.Encode()
}

// audit looks at a table as a whole; there is an export once it is finished.
func (g *game) audit(ctx context.Context) (result Game, export json.RawMessage, err error) {
	result = Game{Table: g.book.table, Private: g.private, Seats: len(g.guests), Moves: g.moves, Seq: g.book.seq}
	if g.book.end > 0 {
		if err := g.ending(ctx, &result); err != nil {
			return result, nil, err
		}
	}
	for who := spectator; who < len(g.guests); who++ {
		for _, look := range []func() error{
			func() error { return g.log(ctx, who, 0) },
			func() error { return g.glance(ctx, who) },
			func() error { return g.replay(ctx, who, 0) },
		} {
			if err := look(); err != nil {
				return result, nil, err
			}
		}
	}
	if g.book.end == 0 {
		return result, nil, nil
	}
	if g.private {
		if err := g.door.refuse(ctx, PrivateIsPrivate, g.other, http.MethodGet, g.path("/export"), nil, "unknown_table"); err != nil {
			return result, nil, err
		}
	}
	export, err = g.export(ctx)
	return result, export, err
}

// ending looks at how a finished table is described, and that nobody moves there any more.
func (g *game) ending(ctx context.Context, result *Game) error {
	end := g.seats[0].state.outcome
	result.Seq, result.Winners, result.Scores = g.book.end, end.Winners, end.Scores
	if g.book.end != g.book.seq {
		return g.broken(LogIsComplete, "the outcome came with seq %d, the last command was acknowledged as %d", g.book.end, g.book.seq)
	}
	var t table
	if err := g.door.get(ctx, g.guests[0], g.path(""), &t); err != nil {
		return err
	}
	slices.Sort(t.Winners)
	winners := slices.Sorted(slices.Values(end.Winners))
	if t.State != "finished" || t.Seq != g.book.end || len(t.Owing) > 0 || !slices.Equal(t.Winners, winners) {
		return g.broken(TablesAreTrue, "finished with winners %v at seq %d, and described as %+v", winners, g.book.end, t)
	}
	last := g.spent[len(g.spent)-1]
	late := command{id: g.id(), decision: last.decision, move: last.move}
	return g.attempt(ctx, g.seats[last.seat], late, "table_finished")
}

// log reads the log after seq as a viewer may see it: every entry once, in order, with the events that the sockets
// were told and the seats that acted.
func (g *game) log(ctx context.Context, who, since int) error {
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
		if err := g.door.get(ctx, g.caller(who), g.ask(who, "/log", query), &page); err != nil {
			return err
		}
		for _, e := range page.Entries {
			if e.Seq != next {
				return g.book.broken(LogIsComplete, who, next, "the log goes on with seq %d", e.Seq)
			}
			if err := g.book.tell(who, e.Seq, e.Events, "the log"); err != nil {
				return err
			}
			if err := g.checkEntry(who, e.Seq, e.Kind, e.Seat); err != nil {
				return err
			}
			next++
		}
		if !page.More || len(page.Entries) == 0 {
			if next <= g.book.seq && (!g.door.nodes.several() || g.book.end > 0) {
				return g.book.broken(LogIsComplete, who, next, "the log ends before this seq; %d were acknowledged", g.book.seq)
			}
			return nil
		}
	}
}

// checkEntry: an entry is the start, or what its seat was told it is.
func (g *game) checkEntry(who, seq int, kind string, seat int) error {
	if seq == 1 {
		if kind != "start" {
			return g.book.broken(LogIsComplete, who, seq, "the first entry is of kind %q", kind)
		}
		return nil
	}
	c, ok := g.book.bySeq[seq]
	if !ok {
		return g.book.broken(AppliedOnce, who, seq, "an entry of kind %q of seat %d that nobody was told of", kind, seat)
	}
	if promised := map[bool]string{true: "frame", false: "move"}[c.decision == ""]; seat != c.seat || kind != promised {
		return g.book.broken(AckIsDurable, who, seq, "seat %d's command %s was acknowledged here, and here stands a %q of seat %d", c.seat, c.id, kind, seat)
	}
	return nil
}
