package export

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// ErrOlder means that an older version of the rules decided the entry, and that today's rules decide it differently. This
// program does not have the older version any more.
var ErrOlder = errors.New("an older version of the rules decided this entry, differently from today's")

// Redecide decides an entry again; f is the table before it and does not change. same reports whether the bytes are
// equal but for an older rules version. Errors: ErrOlder; engine.ErrUnknownEvent if newer rules decided the entry; the refusal, if today's rules refuse the
// command.
func Redecide(title engine.Title, f *engine.Fold, begun engine.Started, key chance.Key, r engine.Record) (same bool, err error) {
	known := title.Info().Rules
	if err := engine.CheckRulesVersion(r.Entry.Rules, 0, known); err != nil {
		return false, err
	}
	same, err = SameRecord(title, f, begun, key, r)
	if r.Entry.Rules < known && (err != nil || !same) {
		return false, ErrOlder
	}
	return same, err
}

// SameRecord is Redecide for entries of any rules version.
func SameRecord(title engine.Title, f *engine.Fold, begun engine.Started, key chance.Key, r engine.Record) (same bool, err error) {
	again, err := RepeatCommand(title, f, begun, key, r.Entry)
	if err != nil {
		return false, err
	}
	// The salt is the secret's, which other checks compare. Voids are a statement of the server, which the chain of reveals bounds.
	again.Entry.Rules, again.Entry.Salt, again.Entry.Voids = r.Entry.Rules, r.Entry.Salt, r.Entry.Voids
	sealed, err := engine.NewRecord(again.Entry)
	if err != nil {
		return false, err
	}
	return bytes.Equal(sealed.Bytes, r.Bytes), nil
}

// RepeatCommand returns the record that today's rules give for a stored entry's command. It fails if they refuse the command.
func RepeatCommand(title engine.Title, f *engine.Fold, begun engine.Started, key chance.Key, e engine.Entry) (engine.Record, error) {
	again, err := repeat(title, f, begun, key, e)
	if err != nil {
		return engine.Record{}, fmt.Errorf("today's rules refuse it: %w", err)
	}
	return again, nil
}

func repeat(title engine.Title, f *engine.Fold, begun engine.Started, key chance.Key, e engine.Entry) (again engine.Record, err error) {
	defer func() {
		// Rules rely on the server's checks of seats and options. A forged document can violate them.
		if bad := recover(); bad != nil {
			err = fmt.Errorf("no server would have stored it: %v", bad)
		}
	}()
	switch e.Kind {
	case engine.KindStart:
		if err := checkColors(title.Info(), begun.Setup.Colors); err != nil {
			return engine.Record{}, err
		}
		if begun.Origin == nil {
			return engine.Begin(title, begun, key, e.Time)
		}
		forked, err := forkedOf(e)
		if err != nil {
			return engine.Record{}, err
		}
		return engine.BeginFork(title, begun, forked, key, e.Time)
	case engine.KindMove:
		if e.Actor != engine.ActorPlayer && e.Actor != engine.ActorBot {
			return engine.Record{}, fmt.Errorf("a move by %q", e.Actor)
		}
		return f.Decide(engine.Command{ID: e.Command, Seat: e.Seat, Actor: e.Actor, Decision: e.Decision, Move: e.Move, Proof: e.Proof}, key, e.Time)
	}
	f = f.Unlimited()
	facts, err := f.Decode(e)
	if err != nil {
		return engine.Record{}, err
	}
	if len(facts) == 0 {
		return engine.Record{}, errors.New("a system entry without an event")
	}
	switch event := facts[0].(type) {
	case engine.TakenBack:
		return f.TakeBack(engine.Command{ID: e.Command, Seat: event.Seat, Proof: e.Proof}, e.Time)
	case engine.Left:
		return f.Leave(event.Seat, e.Command, e.Time)
	case engine.Returned:
		return f.Here(event.Seat, e.Command, e.Time)
	case engine.Agreed:
		level, enough := takenOver(facts)
		return f.Agree(event.Seat, event.To, enough, level, e.Command, e.Time)
	case engine.TakenOver:
		return f.TakeOver(event.Seat, event.Level, e.Time)
	case engine.HandedOver:
		return f.HandOver(event.Seat, event.Name, e.Command, e.Time)
	case engine.Enrolled:
		return f.Enroll(event, e.Command, e.Time)
	case engine.Restored:
		return f.Restore(event.Entropy, e.Time)
	case engine.TimedOut, engine.TimeGiven, engine.PauseProposed, engine.PauseAgreed, engine.PauseDeclined, engine.Vacation, engine.OutagesNoted:
		return repeatTimeControl(f, event, e)
	}
	return repeatEnding(f, facts, e)
}

func repeatTimeControl(f *engine.Fold, first engine.Event, e engine.Entry) (engine.Record, error) {
	switch event := first.(type) {
	case engine.TimedOut:
		if e.Actor == engine.ActorPlayer {
			return f.ClaimTimeOut(e.Seat, event.Seat, e.Command, e.Time)
		}
		return f.TimeOut(event.Seat, e.Time)
	case engine.TimeGiven:
		return f.GiveTime(event.Seat, event.To, e.Command, e.Time)
	case engine.PauseProposed:
		return f.ProposePause(event.Seat, e.Command, e.Time)
	case engine.PauseAgreed:
		return f.AgreeToPause(event.Seat, event.Proposal, e.Command, e.Time)
	case engine.PauseDeclined:
		return f.DeclinePause(event.Seat, event.Proposal, e.Command, e.Time)
	case engine.Vacation:
		return f.SetVacation(event.Seat, event.Until, e.Command, e.Time)
	case engine.OutagesNoted:
		return f.NoteOutages(event.Outages, e.Time)
	}
	return engine.Record{}, fmt.Errorf("%T is no act on the clocks", first)
}

func repeatEnding(f *engine.Fold, facts []engine.Event, e engine.Entry) (engine.Record, error) {
	c := engine.Command{ID: e.Command, Seat: e.Seat, Proof: e.Proof}
	switch event := facts[0].(type) {
	case engine.Conceded:
		return f.Concede(c, event.Level, e.Time)
	case engine.StopProposed:
		return f.ProposeStop(c, e.Time)
	case engine.StopAgreed:
		return f.AgreeToStop(c, event.Proposal, e.Time)
	case engine.StopDeclined:
		return f.DeclineStop(c, event.Proposal, e.Time)
	case engine.TableEnded:
		return f.StopIfAgreed(e.Time)
	case engine.TableClosed:
		return f.Close(e.Time)
	}
	return engine.Record{}, fmt.Errorf("no system entry begins with the event %q", e.Events[0].Name)
}

// checkColors checks the seats of a start entry: their number, and that their colors are different colors of the title.
func checkColors(info engine.Info, colors []string) error {
	list := info.ColorsFor(len(colors))
	if list == nil {
		return fmt.Errorf("the title has no tables of %d seats", len(colors))
	}
	for i, color := range colors {
		if !slices.Contains(list, color) || slices.Contains(colors[:i], color) {
			return fmt.Errorf("seat %d of %d has the color %q", i, len(colors), color)
		}
	}
	return nil
}

// takenOver returns the level of the bot that takes over a seat by these events.
func takenOver(facts []engine.Event) (level string, ok bool) {
	for _, fact := range facts {
		if over, is := fact.(engine.TakenOver); is {
			return over.Level, true
		}
	}
	return "", false
}
