package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// ForkChance says what becomes of the facts that no viewer had been shown at the moment at which a fork begins.
type ForkChance string

// The choices of chance. The draws after the start are those of the fork in either case.
const (
	ForkSame ForkChance = "same" // these facts stay
	ForkNew  ForkChance = "new"  // they are drawn anew; see State.Redeal
)

// Origin names the moment of a finished table at which a fork begins. The commitment of the fork covers it.
type Origin struct {
	Table  string     `json:"table"`
	Seq    Seq        `json:"seq"`
	Head   codec.Hash `json:"head"` // hash of entry Seq
	Chance ForkChance `json:"chance"`
}

// Forked holds the log of a fork's origin up to Origin.Seq. It follows Started in the first entry of a fork, so that the log of a fork needs no
// other log. Nobody receives it before the end of the fork.
type Forked struct {
	Secret chance.Entropy    `json:"secret"` // of the origin. It is public, because the origin is finished
	Log    []json.RawMessage `json:"log"`    // entries in canonical form
}

// BeginFork is Begin for a fork.
func BeginFork(title Title, start Started, forked Forked, key chance.Key, now int64) (Record, error) {
	state, err := start.forkedState(title, forked)
	if err != nil {
		return Record{}, err
	}
	return begin(title, start, key, now, func(dice chance.Source) []Event {
		events := []Event{forked}
		if start.Origin.Chance == ForkNew {
			events = append(events, state.Redeal(dice)...)
		}
		return events
	})
}

// forkedState returns the state at the moment at which a fork begins. ErrCorrupt for a log or a moment that cannot be forked.
func (s Started) forkedState(title Title, forked Forked) (State, error) {
	origin := s.Origin
	switch {
	case origin == nil:
		return nil, fmt.Errorf("%w: the log of an origin without an origin", ErrCorrupt)
	case origin.Chance != ForkSame && origin.Chance != ForkNew:
		return nil, fmt.Errorf("%w: a fork with the chance %q", ErrCorrupt, origin.Chance)
	}
	f := NewFold(title)
	for _, raw := range forked.Log {
		r, err := ReadRecord(raw)
		if err == nil {
			_, err = f.Apply(r)
		}
		if err != nil {
			return nil, fmt.Errorf("the origin: %w", err)
		}
	}
	if f.seq != origin.Seq || f.head != origin.Head || f.start.Table != origin.Table {
		return nil, fmt.Errorf("%w: the log ends with another entry than %d of table %s", ErrCorrupt, origin.Seq, origin.Table)
	}
	if f.state == nil || f.Outcome() != nil {
		return nil, fmt.Errorf("%w: nothing to play on at entry %d", ErrCorrupt, origin.Seq)
	}
	if err := f.start.Setup.sameGame(s.Setup, title.Info()); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return f.state, nil
}

// sameGame fails unless a fork has the seats, the colors and the options of the title that the origin has. The options of every table, such as the pace, may differ.
func (s Setup) sameGame(fork Setup, info Info) error {
	if !slices.Equal(s.Colors, fork.Colors) {
		return fmt.Errorf("the fork has the colors %v, the origin %v", fork.Colors, s.Colors)
	}
	for _, o := range info.Options {
		if s.Options[o.ID] != fork.Options[o.ID] {
			return fmt.Errorf("the option %s of the fork is %d, that of the origin %d", o.ID, fork.Options[o.ID], s.Options[o.ID])
		}
	}
	return nil
}

// opening returns the state after these first events of a log, which follow Started.
func (s Started) opening(title Title, events []Event) (state State, err error) {
	if s.Origin == nil {
		state = title.Blank(s.Setup)
	} else {
		forked, ok := Forked{}, false
		if len(events) > 0 {
			forked, ok = events[0].(Forked)
		}
		if !ok {
			return nil, fmt.Errorf("%w: the start of a fork without the log of its origin", ErrCorrupt)
		}
		if state, err = s.forkedState(title, forked); err != nil {
			return nil, err
		}
		events = events[1:]
	}
	for _, event := range events {
		state.Evolve(event)
	}
	return state, nil
}

// maxGenerations is the number of forks that can begin at each other. Each generation nests the entries deeper, which canonical JSON bounds.
const maxGenerations = 4

// generation counts the forks in a row that lead to the table with this first entry.
func generation(first Entry) (n int) {
	for len(first.Events) > 1 && first.Events[1].Name == systemEvents.Name(Forked{}) {
		var forked Forked
		var next Entry
		if n++; json.Unmarshal(first.Events[1].Data, &forked) != nil || len(forked.Log) == 0 || json.Unmarshal(forked.Log[0], &next) != nil {
			break
		}
		first = next
	}
	return n
}

// ErrNoFork means that a table cannot be played on from a moment: it has no such entry, the game was over, or too many forks begin at each other already.
var ErrNoFork = errors.New("the table cannot be played on from there")

// OriginAt returns the moment after entry seq of a log that begins with these records.
func OriginAt(title Title, records []Record, seq Seq, chance ForkChance) (Origin, error) {
	f := NewFold(title)
	for _, r := range records {
		if f.seq == seq {
			break
		}
		if _, err := f.Apply(r); err != nil {
			return Origin{}, err
		}
	}
	if seq == 0 || f.seq != seq || f.Outcome() != nil || generation(records[0].Entry) >= maxGenerations {
		return Origin{}, ErrNoFork
	}
	return Origin{Table: f.start.Table, Seq: seq, Head: f.head, Chance: chance}, nil
}
