package enginetest

import (
	"errors"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// progress: players who add every entry that is accepted without advancing the game cannot make the log longer
// than engine.LongestLog, and a player who left can always return. No line of moves is longer than Info.LongestGame.
func progress(x suite) error {
	longest := 0
	for _, seats := range x.seatCounts() {
		p := &padder{game: x.newGame(seats, uint64(seats), plain)}
		if err := p.play(); err != nil {
			return p.errorf("%w", err)
		}
		longest = max(longest, len(p.log))
		x.Logf("%d seats: %d moves, padded to %d entries; bound %d", seats, p.furthest, len(p.log), engine.LongestLog(x.title.Info(), seats))
	}
	return nil
}

// padder plays one game and pads it at every turn, with all seats.
type padder struct {
	*game
	now             int64
	moves, furthest int
}

func (p *padder) play() error {
	info := p.title.Info()
	for !p.over() {
		if err := p.advance(); err != nil {
			return err
		}
		if p.furthest > info.LongestGame {
			return fmt.Errorf("%d moves; the title says that a game has at most %d", p.furthest, info.LongestGame)
		}
		if most := engine.LongestLog(info, p.seats); len(p.log) > most {
			return fmt.Errorf("%d entries; the bound is %d", len(p.log), most)
		}
	}
	return nil
}

// advance plays one move, with all entries without progress that are accepted before it.
func (p *padder) advance() error {
	for again := len(p.log) > 0; again; {
		again = false
		for seat := range engine.Seat(p.seats) {
			padded, err := p.pad(seat)
			if err != nil {
				return err
			}
			again = again || padded
		}
	}
	r, err := p.choose()
	if err != nil {
		return err
	}
	if err := p.apply(r); err != nil || r.Entry.Kind != engine.KindMove {
		return err
	}
	p.moves++
	p.furthest = max(p.furthest, p.moves)
	if p.fold.Outcome() != nil {
		return nil
	}
	return p.takeBack()
}

// takeBack takes back the last step of any seat. The step is replayed by the next advance.
func (p *padder) takeBack() error {
	for seat := range engine.Seat(p.seats) {
		done, err := p.try(func() (engine.Record, error) { return p.fold.TakeBack(engine.Command{ID: "back", Seat: seat}, p.now) })
		if err != nil || done {
			p.moves--
			return err
		}
	}
	return nil
}

// pad adds absences, agreements, returns and handovers of the seat until they are refused, each with the return that follows, and
// then one takeover by the timer.
func (p *padder) pad(seat engine.Seat) (padded bool, err error) {
	other := (seat + 1) % engine.Seat(p.seats)
	for _, add := range []struct {
		returns engine.Seat
		once    bool
		entry   func() (engine.Record, error)
	}{
		{seat, false, func() (engine.Record, error) { return p.fold.Leave(seat, "leave", p.now) }},
		{other, false, func() (engine.Record, error) {
			return p.fold.Agree(seat, other, p.r.IntN(2) == 0, "easy", "agree", p.now)
		}},
		{seat, false, func() (engine.Record, error) { return p.fold.Here(seat, "here", p.now) }},
		{seat, false, func() (engine.Record, error) { return p.fold.HandOver(seat, codec.Optional{1}, "hand", p.now) }},
		{seat, false, func() (engine.Record, error) { return p.propose(seat, other) }},
		{seat, true, func() (engine.Record, error) { return p.fold.TakeOver(seat, "easy", p.now) }},
	} {
		for again := true; again; again = again && !add.once {
			if again, err = p.pair(add.entry, add.returns); err != nil {
				return padded, err
			}
			padded = padded || again
		}
	}
	return padded, nil
}

// propose proposes to stop, or declines the open proposal. The others do not agree, so that the table goes on.
func (p *padder) propose(seat, other engine.Seat) (engine.Record, error) {
	endings := p.fold.Endings()
	if open := endings.Proposal(); open != nil {
		return p.fold.DeclineStop(engine.Command{ID: "decline", Seat: other}, open.Seq, p.now)
	}
	return p.fold.ProposeStop(engine.Command{ID: "stop", Seat: seat}, p.now)
}

// pair adds an entry and the return of the given seat; done is true if either was accepted.
func (p *padder) pair(entry func() (engine.Record, error), seat engine.Seat) (done bool, err error) {
	done, err = p.try(entry)
	if err != nil {
		return false, err
	}
	mayReturn := slices.Contains(p.fold.Away(), seat) && p.fold.StandIn(seat) == ""
	back, err := p.try(func() (engine.Record, error) { return p.fold.Return(seat, "return", p.now) })
	if mayReturn && !back && err == nil {
		err = fmt.Errorf("seat %d left and cannot return", seat)
	}
	return done || back, err
}

// try applies an entry unless it is refused. If the pace is too fast, it waits and tries once more.
func (p *padder) try(entry func() (engine.Record, error)) (done bool, err error) {
	r, err := entry()
	if errors.Is(err, engine.ErrTooFast) {
		p.now += 60_000
		r, err = entry()
	}
	switch {
	case err == nil:
		return true, p.apply(r)
	case errors.Is(err, engine.ErrTooFast), errors.Is(err, engine.ErrNoChange), errors.Is(err, engine.ErrNoTakeBack):
		return false, nil
	}
	return false, err
}

func (p *padder) apply(r engine.Record) error {
	if _, err := p.fold.Apply(r); err != nil {
		return fmt.Errorf("apply an entry: %w", err)
	}
	p.log = append(p.log, r)
	return nil
}
