package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// attempts is the maximum number of times a command is decided because entries of other nodes came first.
const attempts = 16

// request is a command, with the parts of its entry that identify it.
type request struct {
	id        string
	seat      engine.Seat
	player    store.PlayerID // see Command
	kind      engine.Kind
	decision  engine.DecisionID // of a move
	move      json.RawMessage   // of a move
	event     engine.Event      // of a system command: the first event it makes; of a take-back only the name counts
	newHolder *store.NewHolder  // of a handover: the player who gets the seat
	newName   *store.TableName  // of a handover: their name; the decision sets it
	seen      Point             // the newest entry that the client knows
	proof     *engine.Proof     // of the sender's device; nil without one
	actor     engine.Actor      // of a move
	byPlayer  bool              // sent by the seat's player: the player counts as seen even if it is refused
	from      *Subscription     // gets the result; nil: another one, or nobody
}

// decideFunc makes the record of a command from the table's state.
type decideFunc func(l *live, req *request, now int64) (engine.Record, error)

// Command is a command of a player's seat.
type Command struct {
	ID       string // the same id again gets the same answer
	Seat     engine.Seat
	Player   store.PlayerID    // the sender, who must have the seat; empty: the server itself
	Decision engine.DecisionID // of a move
	Move     json.RawMessage   // of a move
	Seen     Point             // the newest entry that the client knows; the zero value: unknown
	Proof    *engine.Proof     // nil without one. Its defaults are the seat's only device, and the reveal after the last one
	// From is the subscription to which the caller sends the result, nil if there is none. The update and the result then leave in one write.
	From *Subscription
}

// system returns the request of a system command.
func (c Command) system(event engine.Event) request {
	return request{id: c.ID, seat: c.Seat, player: c.Player, kind: engine.KindSystem, event: event, seen: c.Seen, proof: c.Proof, byPlayer: true}
}

// Act judges a seat's move, stores it and delivers it. It returns the entry. The same command again returns the same entry and changes nothing; the
// same id with other content fails with id_reused. A command that refers to a lost history fails with restored, and one of a player who has lost the seat
// meanwhile with not_seated. Errors are apperr codes.
func (r *Registry) Act(ctx context.Context, id store.TableID, c Command) (Point, error) {
	return r.submit(ctx, id, request{
		id: c.ID, seat: c.Seat, player: c.Player, kind: engine.KindMove, decision: c.Decision, move: c.Move, seen: c.Seen, proof: c.Proof, actor: engine.ActorPlayer, byPlayer: true, from: c.From,
	}, decideMove)
}

func decideMove(l *live, req *request, now int64) (engine.Record, error) {
	if req.actor == engine.ActorBot && l.botLevel(req.seat) == "" {
		return engine.Record{}, engine.ErrNotYours
	}
	key, err := l.key()
	if err != nil {
		return engine.Record{}, err
	}
	proof, err := l.prove(*req)
	if err != nil {
		return engine.Record{}, err
	}
	return l.fold.Decide(engine.Command{ID: req.id, Seat: req.seat, Actor: req.actor, Decision: req.decision, Move: req.move, Proof: proof}, key, now)
}

// TakeBack undoes the seat's last step if the title allows it. Decision and Move of the command are empty.
func (r *Registry) TakeBack(ctx context.Context, id store.TableID, c Command) (Point, error) {
	req := c.system(engine.TakenBack{})
	return r.submit(ctx, id, req, func(l *live, _ *request, now int64) (engine.Record, error) {
		proof, err := l.prove(req)
		if err != nil {
			return engine.Record{}, err
		}
		return l.fold.TakeBack(engine.Command{ID: c.ID, Seat: c.Seat, Proof: proof}, now)
	})
}

// submit decides, stores, applies and delivers a command. If another node's entry came first, it reads on and decides again.
func (r *Registry) submit(ctx context.Context, id store.TableID, req request, decide decideFunc) (Point, error) {
	ctx, cancel := context.WithTimeout(ctx, r.cfg.Wait)
	defer cancel()
	e := &submission{req: req, decide: decide}
	err := r.call(ctx, id, e.run)
	if err != nil {
		r.cfg.Meter.Refused(string(apperr.CodeOf(err)))
	}
	return e.done, err
}

// submission is a command on its way through a mailbox.
type submission struct {
	req    request
	decide decideFunc
	done   Point // the result
}

func (e *submission) run(l *live) (err error) {
	e.done, err = l.decideAndCommit(&e.req, e.decide)
	if voids(err) {
		l.noteVoid(e.req)
	}
	if err != nil && e.req.byPlayer && apperr.CodeOf(err) != apperr.NotSeated {
		l.noteSeen(e.req.seat)
	}
	if e.req.player != "" && apperr.CodeOf(err) != apperr.NotSeated {
		l.endClaims(e.req.seat)
	}
	return err
}

func (l *live) decideAndCommit(req *request, decide decideFunc) (Point, error) {
	if err := l.checkSeen(req.seen); apperr.CodeOf(err) == apperr.Restored {
		return l.previousAnswer(req, err)
	} else if err != nil {
		return Point{}, err
	}
	refreshed := false // the state is as new as the store's, so a refusal counts
	lookedUp := false  // an append with an unknown outcome was looked up
	vanished := false  // the earlier entry of the command was lost before it could be read
	for range attempts {
		late, err := l.passTime(req)
		if err != nil {
			return Point{}, err
		}
		if late {
			return l.previousAnswer(req, apperr.New(apperr.OutOfTime, "your clock reached zero before this move arrived; a bot plays your seat"))
		}
		record, err := l.decide(req, decide)
		if err != nil && !refreshed && !errors.Is(err, engine.ErrMalformed) {
			// Another node may have moved on, and the client may know it before this node.
			if err := l.refresh(); err != nil {
				return Point{}, err
			}
			refreshed = true
			continue
		}
		if err != nil {
			return l.previousAnswer(req, err)
		}
		before := l.fold.Seq()
		err = l.commit(store.Append{Record: record, NewHolder: req.newHolder, Names: req.names()}, req.from)
		conflict := errors.Is(err, store.ErrConflict)
		switch {
		case err == nil:
			return l.accepted(req), nil
		case errors.Is(err, store.ErrDuplicate):
			done, err := l.previousAnswer(req, err)
			if vanished || !errors.Is(err, store.ErrDuplicate) {
				return done, err
			}
			vanished = true
		case errors.Is(err, store.ErrDiverged):
			// The store's log continues another entry than this node's; refresh notices it.
		case errors.Is(err, store.ErrUnavailable) && !lookedUp:
			// The outcome is unknown. If the log can be read, the command is found there or decided again.
			lookedUp = true
		case !conflict:
			return Point{}, refusal(err)
		}
		if err := l.refresh(); err != nil {
			return Point{}, err
		}
		if conflict && l.fold.Seq() == before {
			if err := l.checkUnexpectedEntry(); err != nil {
				return Point{}, err
			}
		}
	}
	return Point{}, tooManyMoves()
}

// passTime brings the clocks up to the present, by the newest entry that this node knows, which a refresh can replace. late means that the request came
// after its seat's clock had reached zero.
func (l *live) passTime(req *request) (late bool, err error) {
	if err := l.noteTime(); err != nil {
		return false, err
	}
	return l.enterTimeOuts(req)
}

// noteTime records what the clocks depend on: outages and vacations.
func (l *live) noteTime() error {
	if err := l.noteOutages(); err != nil {
		return err
	}
	return l.noteVacations()
}

// accepted returns the entry of a stored command. If it gave a seat to another person, the entry about that person's vacation follows.
func (l *live) accepted(req *request) Point {
	done := Point{l.fold.Seq(), l.headOf(l.fold)}
	if req.newHolder != nil {
		l.compareVacations()
	}
	return done
}

// decide decides a command at a table that has started. Errors: StaleDecision before the start, NotSeated if another player has the seat, Conceded if its
// player has conceded, or that of the decision.
func (l *live) decide(req *request, decide decideFunc) (engine.Record, error) {
	if l.row.State == store.Open || l.row.State == store.Closed {
		return engine.Record{}, apperr.New(apperr.StaleDecision, "the table has not started")
	}
	// At another node, or a moment ago, the seat may have passed to another player.
	if req.player != "" && viewerOf(l.row, req.player) != engine.SeatViewer(req.seat) {
		return engine.Record{}, apperr.New(apperr.NotSeated, "somebody else has the seat now")
	}
	byPerson := req.id != "" && req.actor != engine.ActorBot && req.newHolder == nil
	if endings := l.fold.Endings(); byPerson && endings.HasConceded(req.seat) && l.fold.Outcome() == nil {
		return engine.Record{}, engine.ErrConceded
	}
	return decide(l, req, l.now.UnixMilli())
}

// previousAnswer answers a command that was refused because of why. If the same command was stored before, it returns that entry.
func (l *live) previousAnswer(req *request, why error) (Point, error) {
	for range attempts {
		record, err := fetch(l, func(ctx context.Context, s Store) (engine.Record, error) {
			return s.Command(ctx, l.id, req.seat, req.id)
		})
		switch {
		case errors.Is(err, store.ErrNotFound):
			return Point{}, refusal(why)
		case err != nil:
			return Point{}, refusal(err)
		case req.newHolder != nil && l.row.Seats[req.newHolder.Seat].Player != req.newHolder.Player:
			return Point{}, refusal(why) // the id of another player's command, guessed
		case !req.produced(record.Entry):
			return Point{}, apperr.New(apperr.IDReused, "this command id was already used for something else")
		case l.includes(record):
			return l.point(record), nil
		}
		// Another node stored it, or the store's answer was lost. A client that gets ok must see the entry's effect.
		if err := l.refresh(); err != nil {
			return Point{}, err
		}
	}
	return Point{}, apperr.New(apperr.Unavailable, "the table changes too fast; send it again")
}

// includes reports whether a stored record belongs to the history in memory, as far as the recent entries tell.
func (l *live) includes(r engine.Record) bool {
	if r.Entry.Seq > l.fold.Seq() {
		return false
	}
	recent, ok := l.since(r.Entry.Seq - 1)
	return !ok || recent[0].fold.Head() == r.Hash
}

func (r *request) produced(e engine.Entry) bool {
	if e.Kind != r.kind {
		return false
	}
	if r.kind == engine.KindSystem {
		return len(e.Events) > 0 && r.matches(e.Events[0])
	}
	move, err := codec.Canonical(r.move)
	return err == nil && e.Decision == r.decision && bytes.Equal(move, e.Move)
}

func (r *request) names() []store.TableName {
	if r.newName == nil || r.newName.Holder == 0 {
		return nil
	}
	return []store.TableName{*r.newName}
}

func (r *request) matches(e engine.Stored) bool {
	if e.Name != engine.SystemEventName(r.event) {
		return false
	}
	data, err := codec.Canonical(r.event)
	switch r.event.(type) {
	case engine.TakenBack:
		return true // the seq to go back to depends on the state at its time
	case engine.TimeGiven, engine.Vacation, engine.Conceded, engine.HandedOver: // so do all members of these but the seats
		type seats struct {
			Seat engine.Seat `json:"seat"`
			To   engine.Seat `json:"to"`
		}
		var own, stored seats
		return err == nil && json.Unmarshal(data, &own) == nil && json.Unmarshal(e.Data, &stored) == nil && own == stored
	}
	return err == nil && bytes.Equal(data, e.Data)
}

// commit stores a record, applies it to the table's state, and broadcasts it. The updates are encoded while the store works. from gets the result of
// the command right after its update; nil: nobody does.
func (l *live) commit(asked store.Append, from *Subscription) error {
	write, err := l.prepareCommit(asked)
	if err != nil {
		return err
	}
	err = l.ask(write)
	entry := write.encoded()
	l.reg.outage.note(err, true)
	if err != nil {
		// Only these errors say for certain that nothing was stored.
		l.stale = l.stale || !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrDiverged) && !errors.Is(err, store.ErrDuplicate)
		return err
	}
	l.finishCommit(write, entry, from)
	return nil
}

// prepareCommit applies a record to a copy of the state, and completes the request to the store from it. The table is unchanged.
func (l *live) prepareCommit(asked store.Append) (*appendRequest, error) {
	next := l.fold.Clone()
	write := &appendRequest{Append: asked, live: l, next: next}
	a := &write.Append
	var err error
	if a.Record, err = l.seal(a.Record); err != nil {
		return nil, err
	}
	if write.events, err = next.Apply(a.Record); err != nil {
		return nil, err
	}
	if err := l.checkReadable(a.Record.Entry); err != nil {
		return nil, err
	}
	a.Table, a.Owing, a.StandIns, a.State, a.Now = l.id, next.OwingSeats(), next.StandIns(), store.Running, store.Rise(l.row.UpdatedAt, l.now)
	a.Ending, a.DueAt = endingOf(next), l.dueAt(next)
	if a.Ending.Recovered = l.row.Ending.Recovered; a.NewHolder != nil && a.NewHolder.Same {
		a.Ending.Recovered = append(slices.Clone(a.Ending.Recovered), a.NewHolder.Seat)
	}
	if o := next.Outcome(); o != nil {
		a.State, a.Winners = store.Finished, o.Winners
		a.Outcome = OutcomeOf(next, a.Ending.Recovered, a.Record.Entry.Time)
	}
	return write, nil
}

// finishCommit makes the copy the table's state, and tells sockets, other nodes, bots and timers.
func (l *live) finishCommit(write *appendRequest, entry *recentEntry, from *Subscription) {
	a, next := &write.Append, write.next
	l.reg.cfg.Meter.Appended(write.took)
	oldRow, oldFold := l.row, l.fold
	l.fold = next
	l.appends.Add(1)
	l.row.Head, l.row.Restored = a.Record.Hash, false
	l.row.Seq, l.row.State, l.row.Owing, l.row.Winners, l.row.UpdatedAt = a.Record.Entry.Seq, a.State, a.Owing, a.Winners, a.Now
	l.row.StandIns, l.row.Ending, l.row.DueAt = a.StandIns, a.Ending, a.DueAt
	if a.NewHolder != nil {
		l.seatNewHolder(a)
	}
	l.broadcastEntry(entry, a.Record.Entry.Seat, from)
	l.publishChange(a.Record.Entry.Seq)
	if a.NewHolder != nil {
		l.readHolder()
	}
	if l.endWarnings() || a.NewHolder != nil || isAnotherTable(oldRow, l.row, oldFold, next, l.now) {
		l.broadcastTable()
	}
	l.saveSnapshot()
	l.notifyBots(wakeBots)
	l.setTimer()
}
