package export

import (
	"bytes"
	"errors"
	"fmt"

	"nemeton/engine"
)

// ErrOlder is an entry that other rules decided than those at hand, or an event of the frame that no command alone explains.
var ErrOlder = errors.New("other rules decided this entry")

// Redecide decides an entry again, at the table that f is before it, and tells whether the same bytes come of it. f is not changed.
// Errors: ErrOlder; that today's rules refuse the command.
func Redecide(title engine.Title, f *engine.Fold, begun engine.Started, key engine.Key, r engine.Record) (same bool, err error) {
	if r.Entry.Rules != title.Info().Rules {
		return false, ErrOlder
	}
	return SameRecord(title, f, begun, key, r)
}

// SameRecord is Redecide whatever the rules' version: it tells whether today's rules would have decided the same.
func SameRecord(title engine.Title, f *engine.Fold, begun engine.Started, key engine.Key, r engine.Record) (same bool, err error) {
	again, err := RepeatCommand(title, f, begun, key, r.Entry)
	if err != nil {
		return false, err
	}
	again.Entry.Rules = r.Entry.Rules
	sealed, err := engine.NewRecord(again.Entry)
	if err != nil {
		return false, err
	}
	return bytes.Equal(sealed.Bytes, r.Bytes), nil
}

// RepeatCommand is the entry that today's rules make of a stored entry's command. Errors: ErrOlder for events of the frame that no command alone explains; that
// the command is refused.
func RepeatCommand(title engine.Title, f *engine.Fold, begun engine.Started, key engine.Key, e engine.Entry) (engine.Record, error) {
	again, err := repeat(title, f, begun, key, e)
	if err != nil && !errors.Is(err, ErrOlder) {
		return engine.Record{}, fmt.Errorf("today's rules refuse it: %w", err)
	}
	return again, err
}

func repeat(title engine.Title, f *engine.Fold, begun engine.Started, key engine.Key, e engine.Entry) (again engine.Record, err error) {
	defer func() {
		// Rules take for granted what a server checks before: the number of seats, the options, who sits. A forged document need not keep to it.
		if bad := recover(); bad != nil {
			err = fmt.Errorf("no server would have stored it: %v", bad)
		}
	}()
	switch e.Kind {
	case engine.KindStart:
		return engine.Begin(title, begun, key, e.Time)
	case engine.KindMove:
		return f.Decide(engine.Command{ID: e.Command, Seat: e.Seat, Actor: e.Actor, Decision: e.Decision, Move: e.Move}, key, e.Time)
	}
	facts, err := f.Decode(e)
	if err != nil {
		return engine.Record{}, err
	}
	if len(facts) == 0 {
		return engine.Record{}, errors.New("an entry of the frame without an event")
	}
	switch event := facts[0].(type) {
	case engine.TakenBack:
		return f.TakeBack(event.Seat, e.Command, e.Time)
	case engine.Left:
		return f.Leave(event.Seat, e.Command, e.Time)
	case engine.Returned:
		return f.Return(event.Seat, e.Command, e.Time)
	case engine.Agreed:
		level, enough := takenOver(facts)
		return f.Agree(event.Seat, event.To, enough, level, e.Command, e.Time)
	case engine.TakenOver:
		return f.TakeOver(event.Seat, event.Level, e.Time)
	case engine.HandedOver:
		return f.HandOver(event.Seat, e.Command, e.Time)
	}
	return engine.Record{}, ErrOlder
}

// takenOver finds the bot that an entry brings to a seat.
func takenOver(facts []engine.Event) (level string, ok bool) {
	for _, fact := range facts {
		if over, is := fact.(engine.TakenOver); is {
			return over.Level, true
		}
	}
	return "", false
}
