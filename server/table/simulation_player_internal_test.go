package table

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/wire"
)

// simCommand is a command of a player. It may be sent several times.
type simCommand struct {
	table    *simTable
	kind     string
	id       string
	seat, to engine.Seat
	decision engine.DecisionID
	move     json.RawMessage
	seen     Point
	proof    *engine.Proof

	flying  int     // attempts without an answer
	crowded bool    // it was sent again before an answer
	unknown bool    // an attempt ended without a definite answer
	done    *moment // the entry that was acknowledged; nil: none
}

// newCommand makes a command of a seat from what its client, or an observer, sees.
func (w *world) newCommand(t *simTable, seat engine.Seat, kind string, pick int, named bool) *simCommand {
	w.ids++
	c := &simCommand{table: t, kind: kind, id: fmt.Sprintf("c%d", w.ids), seat: seat, to: engine.Seat((int(seat) + 1 + pick) % len(t.players))}
	at := t.history.head()
	for _, client := range w.clients {
		if client.table == t && client.viewer.Is(seat) && client.last != nil {
			at = client.last
		}
	}
	if named && at.seq > 0 {
		c.seen = Point{at.seq, at.head}
	}
	if kind != "move" {
		c.decision = proposalAt(at, kind)
		w.prove(c)
		return c
	}
	if at.seq == 0 {
		return nil
	}
	for _, d := range at.fold.Decisions(engine.SeatViewer(seat)) {
		if d.Seat == seat && len(d.Moves) > 0 {
			c.decision, c.move = d.ID, json.RawMessage(text(d.Moves[pick%len(d.Moves)]))
			w.prove(c)
			return c
		}
	}
	return nil
}

// clockCommands are the commands about clocks. A vacation is no command of a seat, so it is sent apart.
var clockCommands = []string{
	"propose a pause", "agree to a pause", "agree to a pause", "agree to a pause", "decline a pause", "give time", "claim", "claim", "vacation", "return",
}

// vacation begins or ends the vacation of a player at a node.
func (w *world) vacation(t *simTable, seat engine.Seat, n *simNode, pick int) {
	w.ids++
	until, id := int64(0), fmt.Sprintf("c%d", w.ids)
	if pick%3 > 0 {
		until = w.now.Add(time.Duration(pick%11) * time.Hour).UnixMilli()
	}
	if n.up() {
		if err := w.store.SetVacation(context.Background(), t.players[seat], until); err != nil {
			w.failf("vacation: %v", err)
		}
		w.spawn(n, func() {
			w.checkCode("vacation", n.reg.NoteVacation(context.Background(), t.id, t.players[seat], id))
		})
	}
}

func (w *world) send(c *simCommand, n *simNode) {
	if !n.up() {
		return
	}
	w.logf("  node %d: %s %s of seat %d at table %d, seen %d %s %s", n.index, c.kind, c.id, c.seat, c.table.index, c.seen.Seq, c.decision, c.move)
	c.crowded = c.crowded || c.flying > 0
	c.flying++
	ended := false
	w.spawn(n, func() {
		defer func() {
			if !ended { // the node crashed
				c.flying, c.unknown = c.flying-1, true
			}
		}()
		done, err := c.call(n.reg)
		ended = true
		c.flying--
		w.answered(c, done, err)
	})
}

func (c *simCommand) call(r *Registry) (Point, error) {
	ctx, id := context.Background(), c.table.id
	switch c.kind {
	case "move":
		return r.Act(ctx, id, Command{ID: c.id, Seat: c.seat, Decision: c.decision, Move: c.move, Seen: c.seen, Proof: c.proof})
	case "take back":
		return r.TakeBack(ctx, id, Command{ID: c.id, Seat: c.seat, Seen: c.seen, Proof: c.proof})
	case "concede":
		return r.Concede(ctx, id, Command{ID: c.id, Seat: c.seat, Seen: c.seen, Proof: c.proof})
	case "propose to stop":
		return r.ProposeStop(ctx, id, Command{ID: c.id, Seat: c.seat, Seen: c.seen, Proof: c.proof})
	case "agree to stop":
		return r.AgreeToStop(ctx, id, Command{ID: c.id, Seat: c.seat, Seen: c.seen, Proof: c.proof}, c.proposal())
	case "decline to stop":
		return r.DeclineStop(ctx, id, Command{ID: c.id, Seat: c.seat, Seen: c.seen, Proof: c.proof}, c.proposal())
	case "leave":
		return r.Leave(ctx, id, Command{ID: c.id, Seat: c.seat})
	case "return":
		return r.Return(ctx, id, Command{ID: c.id, Seat: c.seat})
	case "propose a pause":
		return r.ProposePause(ctx, id, Command{ID: c.id, Seat: c.seat})
	case "agree to a pause":
		return r.AgreeToPause(ctx, id, Command{ID: c.id, Seat: c.seat}, c.proposal())
	case "decline a pause":
		return r.DeclinePause(ctx, id, Command{ID: c.id, Seat: c.seat}, c.proposal())
	case "give time":
		return r.GiveTime(ctx, id, Command{ID: c.id, Seat: c.seat}, c.to)
	case "claim":
		return r.ClaimTimeOut(ctx, id, Command{ID: c.id, Seat: c.seat}, c.to)
	case "agree":
		return r.Agree(ctx, id, Command{ID: c.id, Seat: c.seat}, c.to)
	default: // of a bot
		return r.ActBot(ctx, id, c.seat, c.id, c.decision, c.move)
	}
}

// proposalAt is the open proposal, to stop or of a pause, that an answer names; "1" if there is none. It is empty for commands of other kinds.
func proposalAt(at *moment, kind string) engine.DecisionID {
	pausing := kind == "agree to a pause" || kind == "decline a pause"
	if kind != "agree to stop" && kind != "decline to stop" && !pausing {
		return ""
	}
	if pausing && at.seq > 0 {
		if p := at.fold.Pause(at.fold.ClocksAt()); p != nil && p.Proposal != nil {
			return engine.DecisionID(fmt.Sprint(p.Proposal.Seq))
		}
		return "1"
	}
	if at.fold != nil {
		endings := at.fold.Endings()
		if open := endings.Proposal(); open != nil {
			return engine.DecisionID(fmt.Sprint(open.Seq))
		}
	}
	return "1"
}

// proposal is the proposal that the command answers.
func (c *simCommand) proposal() engine.Seq {
	return wire.ClientMessage{Decision: c.decision}.Proposal()
}

// answered checks the answer to a command.
func (w *world) answered(c *simCommand, done Point, err error) {
	w.logf("  %s %s at table %d: %v, %v", c.kind, c.id, c.table.index, done, err)
	h := c.table.history
	w.tellDevice(c, err)
	if err != nil {
		w.refused(c, apperr.CodeOf(err))
		return
	}
	m := h.byHead[done.Head]
	switch {
	case m == nil || m.seq != done.Seq:
		w.failf("table %d: %s %s was acknowledged as entry %d, which was never stored", c.table.index, c.kind, c.id, done.Seq)
	case m.entry.Command != c.id || m.entry.Seat != c.seat:
		w.failf("table %d: %s %s was acknowledged as entry %d, which is %s", c.table.index, c.kind, c.id, done.Seq, describeEntry(m.entry))
	case c.done != nil && c.done != m && !c.done.lost && !m.lost:
		w.failf("table %d: %s %s was acknowledged as entry %d, then as entry %d", c.table.index, c.kind, c.id, c.done.seq, m.seq)
	}
	if c.done == nil || !m.lost {
		c.done = m
	}
}

// refused checks that a refused command left nothing.
func (w *world) refused(c *simCommand, code apperr.Code) {
	stored := c.table.history.find(c.seat, c.id)
	switch code {
	case apperr.Unavailable:
		c.unknown = true
	case apperr.Restored:
		if !c.unknown && c.flying == 0 && stored != nil && c.done == nil {
			w.failf("table %d: %s %s was refused with %s and is stored", c.table.index, c.kind, c.id, code)
		}
	case apperr.Malformed:
		if len(c.table.history.losses) == 0 { // else the decision's id may name another one
			w.failf("table %d: %s %s was refused with %s", c.table.index, c.kind, c.id, code)
		}
	case apperr.Internal, apperr.Damaged, apperr.NewerProgram, apperr.IDReused:
		w.failf("table %d: %s %s was refused with %s", c.table.index, c.kind, c.id, code)
	default:
		if stored != nil && !c.crowded {
			w.failf("table %d: %s %s was refused with %s and is stored as entry %d", c.table.index, c.kind, c.id, code, stored.seq)
		}
	}
}

// begin starts a table as its row describes it.
func (w *world) begin(t *simTable, n *simNode) {
	if !n.up() {
		return
	}
	row, err := w.store.Table(context.Background(), t.id)
	if err != nil {
		w.failf("table %d: %v", t.index, err)
		return
	}
	w.spawn(n, func() { w.checkCode("begin", n.reg.Begin(context.Background(), row)) })
}

func (w *world) moveBot(t *simTable, n *simNode, pick int) {
	if !n.up() {
		return
	}
	delete(n.bots, t.id)
	w.spawn(n, func() {
		turn, ok, err := n.reg.Turn(context.Background(), t.id)
		w.checkCode("turn", err)
		if err != nil || !ok {
			return
		}
		at := slices.IndexFunc(turn.Knowledge.Decisions, func(d engine.Decision) bool { return d.Seat == turn.Seat })
		if at < 0 || len(turn.Knowledge.Decisions[at].Moves) == 0 {
			w.failf("table %d: the bot of seat %d owes a decision without moves", t.index, turn.Seat)
			return
		}
		d := turn.Knowledge.Decisions[at]
		c := &simCommand{table: t, kind: "bot", id: "bot-" + string(d.ID), seat: turn.Seat, decision: d.ID, move: json.RawMessage(text(d.Moves[pick%len(d.Moves)]))}
		c.unknown = true // other nodes use the same id
		done, err := c.call(n.reg)
		if code := apperr.CodeOf(err); code == apperr.IDReused || code == apperr.StaleDecision || code == apperr.NotYourDecision {
			return // another node's bot was faster
		}
		w.answered(c, done, err)
	})
}

// view reads a table as a viewer, and compares the answer with the stored entries.
func (w *world) view(c *simClient, n *simNode) {
	if !n.up() {
		return
	}
	w.spawn(n, func() {
		raw, err := n.reg.View(context.Background(), c.table.id, c.viewer, false)
		w.checkCode("view", err)
		if err != nil {
			return
		}
		for _, m := range append(slices.Clone(c.table.history.log), c.table.history.root) {
			want := m.expect(c.viewer)
			if string(raw) == text(wire.Content{Seq: m.seq, View: json.RawMessage(want.view), Decisions: json.RawMessage(want.decisions)}) {
				return
			}
		}
		for _, m := range c.table.history.byHash {
			want := m.expect(c.viewer)
			if m.lost && string(raw) == text(wire.Content{Seq: m.seq, View: json.RawMessage(want.view), Decisions: json.RawMessage(want.decisions)}) {
				return
			}
		}
		w.failf("table %d: %v looked and got %s", c.table.index, c.viewer, raw)
	})
}

// checkCode fails on the errors that no fault of this simulation explains.
func (w *world) checkCode(call string, err error) {
	if err == nil {
		return
	}
	w.logf("  %s: %v", call, err)
	switch code := apperr.CodeOf(err); code {
	case apperr.Internal, apperr.Damaged, apperr.NewerProgram, apperr.UnknownTable, apperr.UnknownTitle:
		w.failf("%s failed with %s: %v", call, code, err)
	}
}
