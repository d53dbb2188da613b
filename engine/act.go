package engine

import (
	"fmt"
	"slices"
)

// Begin decides the first entry of a log, the start of a table.
func Begin(title Title, start Started, key Key, now int64) (Record, error) {
	info := title.Info()
	dice := NewDice(key, 1)
	f := NewFold(title)
	return f.newRecord(Entry{Seat: NoSeat, Actor: ActorHost, Kind: KindStart, Time: now},
		append([]Event{start}, title.Start(start.Setup, dice)...), dice.Drawn(), info.Rules)
}

// Decide judges a command and returns the record that accepts it. key is the result of NewKey; Decide itself mixes in the
// entropy of restores. The fold is unchanged: store the record, then Apply it. Errors: the refusals in decision.go.
func (f *Fold) Decide(c Command, key Key, now int64) (Record, error) {
	d, m, err := f.judge(c)
	if err != nil {
		return Record{}, err
	}
	move, err := Canonical(m)
	if err != nil {
		return Record{}, fmt.Errorf("encode the move: %w", err)
	}
	dice := NewDice(f.key(key), f.seq+1)
	events := f.state.Decide(d, m, dice)
	return f.newRecord(Entry{Seat: c.Seat, Actor: c.Actor, Kind: KindMove, Command: c.ID, Decision: c.Decision, Move: move, Time: now},
		events, dice.Drawn(), f.title.Info().Rules)
}

// judge finds the decision that a command answers and the listed move that it names.
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
	m, err := f.title.ParseMove(d.Kind, c.Move)
	if err != nil {
		return Decision{}, nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	if !slices.Contains(d.Moves, m) {
		return Decision{}, nil, ErrIllegalMove
	}
	return d, m, nil
}

// TakeBack returns the record that undoes the seat's last step. Errors: ErrNoTakeBack, ErrFinished.
func (f *Fold) TakeBack(seat Seat, command string, now int64) (Record, error) {
	if f.Outcome() != nil {
		return Record{}, ErrFinished
	}
	to, ok := f.back.target(seat)
	if !ok {
		return Record{}, ErrNoTakeBack
	}
	return f.systemEntry(seat, ActorPlayer, command, now, TakenBack{Seat: seat, To: to})
}

func (f *Fold) canTakeBack(seat Seat) bool {
	_, ok := f.back.target(seat)
	return ok && f.Outcome() == nil
}

func (f *Fold) systemEntry(seat Seat, by Actor, command string, now int64, events ...Event) (Record, error) {
	return f.newRecord(Entry{Seat: seat, Actor: by, Kind: KindSystem, Command: command, Time: now}, events, nil, f.title.Info().Rules)
}

// newRecord completes an entry that follows the fold, and encodes its events.
func (f *Fold) newRecord(e Entry, events []Event, draws []Draw, rules int) (Record, error) {
	e.Format, e.Seq, e.Prev, e.Rules, e.Draws = EntryFormat, f.seq+1, f.head, rules, draws
	for _, event := range events {
		registry := f.events
		if isSystemEvent(event.EventName()) {
			registry = f.systemEvents
		}
		stored, err := registry.Encode(event)
		if err != nil {
			return Record{}, err
		}
		e.Events = append(e.Events, stored)
	}
	return NewRecord(e)
}
