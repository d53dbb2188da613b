package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Begin decides the first entry of a log, the start of a table.
func Begin(title Title, start Started, key chance.Key, now int64) (Record, error) {
	return begin(title, start, key, now, func(dice chance.Source) []Event { return title.Start(start.Setup, dice) })
}

// begin is Begin with the events that follow Started.
func begin(title Title, start Started, key chance.Key, now int64, open func(chance.Source) []Event) (Record, error) {
	info := title.Info()
	f := NewFold(title)
	f.start, f.time = &start, start.Created
	if err := start.CheckChance(); err != nil {
		return Record{}, err
	}
	f.ledger = NewLedger(start)
	dice := f.ledger.Dice(key, NoSeat, nil)
	return f.newRecord(Entry{Seat: NoSeat, Actor: ActorHost, Kind: KindStart, Time: now},
		append([]Event{start}, open(dice)...), dice.Drawn(), info.Rules)
}

// Decide judges a command and returns the record that accepts it. key is the result of KeyOf.
// The fold is unchanged: store the record, then Apply it. Errors: the refusals in decision.go.
func (f *Fold) Decide(c Command, key chance.Key, now int64) (Record, error) {
	return f.decide(c, now, func(d Decision, m Move) ([]Event, []chance.Draw) {
		dice := f.ledger.Dice(key, c.Seat, c.Proof)
		return f.state.Decide(d, m, dice), dice.Drawn()
	})
}

func (f *Fold) decide(c Command, now int64, events func(Decision, Move) ([]Event, []chance.Draw)) (Record, error) {
	d, m, err := f.judge(c)
	if err != nil {
		return Record{}, err
	}
	if !f.plays(c.Actor, c.Seat) || c.Actor == ActorPlayer && f.endings.HasConceded(c.Seat) {
		return Record{}, ErrNotYours
	}
	move, err := codec.Canonical(m)
	if err != nil {
		return Record{}, fmt.Errorf("encode the move: %w", err)
	}
	if err := f.checkProof(c, signedAct, move); err != nil {
		return Record{}, err
	}
	list, draws := events(d, m)
	return f.newRecord(Entry{Seat: c.Seat, Actor: c.Actor, Kind: KindMove, Command: c.ID, Decision: c.Decision, Move: move, Time: now, Proof: c.Proof},
		list, draws, f.newestRules)
}

func (f *Fold) plays(actor Actor, seat Seat) bool {
	isBot := f.start.bot(seat) != ""
	return actor == ActorPlayer && !isBot || actor == ActorBot && (isBot || f.StandIn(seat) != "")
}

// checkProof checks the proof of a command, if it has one: device, reveal and signature. The caller checks that the head in the proof
// belongs to this history. move is canonical. Error: ErrBadProof.
func (f *Fold) checkProof(c Command, kind string, move json.RawMessage) error {
	if c.Proof == nil {
		return nil
	}
	if c.Actor != ActorPlayer {
		return fmt.Errorf("%w: this command takes none", ErrBadProof)
	}
	if err := f.ledger.Accepts(c.Seat, c.Proof); err != nil {
		return err
	}
	return c.Proof.checkSignature(f.start.Table, c.Seat, c.ID, kind, c.Decision, move)
}

func (f *Fold) judge(c Command) (Decision, Move, error) {
	if f.Outcome() != nil {
		return Decision{}, nil, ErrFinished
	}
	at := slices.IndexFunc(f.open, func(d Decision) bool { return d.ID == c.Decision })
	if at < 0 {
		return Decision{}, nil, ErrStaleDecision
	}
	d := f.open[at]
	if d.Seat != c.Seat {
		return Decision{}, nil, ErrNotYours
	}
	if m, ok := offered(d.Moves, c.Move); ok {
		return d, m, nil
	}
	m, err := f.title.Moves().Parse(d.Kind, c.Move)
	switch {
	case err != nil && json.Valid(c.Move) && bytes.TrimSpace(c.Move)[0] == '{':
		return Decision{}, nil, fmt.Errorf("%w: %w", ErrIllegalMove, err)
	case err != nil:
		return Decision{}, nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if !slices.Contains(d.Moves, m) {
		return Decision{}, nil, f.illegal(d, m)
	}
	return d, m, nil
}

// offered finds the move that was sent to the player in exactly these bytes, so that it need not be read.
func offered(moves []Move, raw []byte) (Move, bool) {
	buffer := make([]byte, 0, 256)
	for _, m := range moves {
		a, ok := m.(codec.JSONAppender)
		if !ok {
			return nil, false
		}
		if buffer = a.AppendJSON(buffer[:0]); bytes.Equal(buffer, raw) {
			return m, true
		}
	}
	return nil, false
}

// TakeBack returns the record that undoes the last step of the command's seat. Decision and move of the command are empty. Errors:
// ErrNoTakeBack, ErrFinished, ErrTooOften, ErrTooFast, ErrBadProof.
func (f *Fold) TakeBack(c Command, now int64) (Record, error) {
	seat := c.Seat
	if f.Outcome() != nil {
		return Record{}, ErrFinished
	}
	to, ok := f.back.target(seat)
	if !ok || f.endings.HasConceded(seat) {
		return Record{}, ErrNoTakeBack
	}
	if err := f.refuseNoProgress(seat, noProgressLimit, f.noProgress[seat].takeBack.allows(takeBackTempo, now)); err != nil {
		return Record{}, err
	}
	c.Actor, c.Decision = ActorPlayer, ""
	if err := f.checkProof(c, signedTakeBack, json.RawMessage("null")); err != nil {
		return Record{}, err
	}
	return f.newRecord(Entry{Seat: seat, Actor: ActorPlayer, Kind: KindSystem, Command: c.ID, Time: now, Proof: c.Proof},
		[]Event{TakenBack{Seat: seat, To: to}}, nil, f.newestRules)
}

// canTakeBack reports whether TakeBack succeeds, except for a tempo that is too fast.
func (f *Fold) canTakeBack(seat Seat) bool {
	_, ok := f.back.target(seat)
	return ok && f.Outcome() == nil && !f.endings.HasConceded(seat) && f.noProgress[seat].count < noProgressLimit
}

func (f *Fold) systemEntry(seat Seat, by Actor, command string, now int64, events ...Event) (Record, error) {
	return f.newRecord(Entry{Seat: seat, Actor: by, Kind: KindSystem, Command: command, Time: now}, events, nil, f.newestRules)
}

func (f *Fold) newRecord(e Entry, events []Event, draws []chance.Draw, rules int) (Record, error) {
	e.Format, e.Seq, e.Prev, e.Rules, e.Draws = EntryFormat, f.seq+1, f.head, rules, draws
	e.Time = f.timeOf(e.Time)
	e.Events = make([]Stored, 0, len(events))
	for _, event := range events {
		stored, err := f.registry(event).Encode(event)
		if err != nil {
			return Record{}, err
		}
		e.Events = append(e.Events, stored)
	}
	return decidedRecord(e, events), nil
}
