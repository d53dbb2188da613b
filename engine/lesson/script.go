package lesson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// table is the id of the table of a lesson.
const table = "lesson"

// bot is the level of the seats that the script plays, as the table page shows it.
const bot = "easy"

// Made is a move that was made: the table before and after it, and its record.
type Made struct {
	Before, After *engine.Fold
	Record        engine.Record
}

// scripted is chance with forced outcomes. All other draws come from a seed, so that a lesson is the same for everybody.
type scripted struct {
	forced  Draws
	loose   *rand.Rand
	misfits []string
}

// chanceAt returns the chance of the entry after seq.
func chanceAt(seq engine.Seq, forced Draws) *scripted {
	return &scripted{forced: maps.Clone(forced), loose: rand.New(rand.NewPCG(uint64(seq), 1))}
}

// Draw returns the next forced outcome of the label, or a seeded one.
func (s *scripted) Draw(what string, n int) int {
	list := s.forced[what]
	if len(list) == 0 {
		return s.loose.IntN(n)
	}
	s.forced[what] = list[1:]
	if list[0] < 0 || list[0] >= n {
		s.misfits = append(s.misfits, fmt.Sprintf("draw %q of %d cannot be %d", what, n, list[0]))
		return 0
	}
	return list[0]
}

// check refuses outcomes that were not possible, and with all also those that were not drawn.
func (s *scripted) check(all bool) error {
	if len(s.misfits) > 0 {
		return invalid("%s", s.misfits[0])
	}
	for _, what := range slices.Sorted(maps.Keys(s.forced)) {
		if all && len(s.forced[what]) > 0 {
			return invalid("draw %q was not made: %v is left", what, s.forced[what])
		}
	}
	return nil
}

// setup is the setup of the lesson's table.
func (l *Lesson) setup(title engine.Title) (engine.Setup, error) {
	info := title.Info()
	options, err := l.Options.Complete(info.Options)
	if err != nil {
		return engine.Setup{}, invalid("%v", err)
	}
	colors := info.ColorsFor(l.Seats)
	if colors == nil {
		return engine.Setup{}, invalid("%s has no table with %d seats", info.ID, l.Seats)
	}
	chosen := l.Colors
	if len(chosen) == 0 {
		chosen = colors[:l.Seats]
	}
	for i, color := range chosen {
		if !slices.Contains(colors, color) || slices.Contains(chosen[:i], color) {
			return engine.Setup{}, invalid("seat %d cannot have the color %q", i, color)
		}
	}
	return engine.Setup{Colors: chosen, Options: options}, nil
}

// begin starts the table of a lesson.
func (l *Lesson) begin(title engine.Title, forced Draws) (*engine.Fold, error) {
	setup, err := l.setup(title)
	if err != nil {
		return nil, err
	}
	secret := chance.Secret{}
	start := engine.Started{
		Table: table, Title: title.Info().ID, Setup: setup, Contributions: make([]string, l.Seats),
		Chance: engine.ChanceVersion, Created: 1, Names: make([]codec.Optional, l.Seats), Bots: make([]string, l.Seats), Answers: make([]engine.Answer, l.Seats),
	}
	for seat := range start.Bots {
		if engine.Seat(seat) != l.Learner {
			start.Bots[seat] = bot
		}
	}
	start.Names[l.Learner] = secret.PersonDigest(table, int(l.Learner), 0, table)
	start.Answers[l.Learner].Declined = true
	if start.Commitment, err = start.Terms().CommitTo(secret); err != nil {
		return nil, err
	}
	chance := chanceAt(0, forced)
	r, err := engine.BeginScripted(title, start, chance, start.Created)
	if err != nil {
		return nil, err
	}
	if err := chance.check(true); err != nil {
		return nil, err
	}
	f := engine.NewFold(title)
	_, err = f.Apply(r)
	return f, err
}

// make makes a move on a copy of the table.
func (l *Lesson) make(f *engine.Fold, d engine.Decision, move json.RawMessage, chance chance.Source) (*Made, error) {
	c := engine.Command{ID: string(d.ID), Seat: d.Seat, Actor: engine.ActorBot, Decision: d.ID, Move: move}
	if d.Seat == l.Learner {
		c.Actor = engine.ActorPlayer
	}
	r, err := f.DecideScripted(c, chance, f.Start().Created+int64(f.Seq()))
	if err != nil {
		return nil, err
	}
	after := f.Clone()
	_, err = after.Apply(r)
	return &Made{Before: f, After: after, Record: r}, err
}

// play makes a scripted move.
func (l *Lesson) play(f *engine.Fold, one Play) (*Made, error) {
	d, ok := owed(f, one.Seat)
	if !ok {
		return nil, invalid("seat %d owes no decision; these do: %v", one.Seat, f.OwingSeats())
	}
	fits, err := one.Pick.among(d)
	if err != nil {
		return nil, err
	}
	if len(fits) == 0 || one.Pick == nil && len(fits) > 1 {
		return nil, invalid("%d moves of the %q of seat %d fit %v", len(fits), d.Kind, one.Seat, one.Pick)
	}
	chance := chanceAt(f.Seq(), one.Draws)
	made, err := l.make(f, d, fits[0], chance)
	if err != nil {
		return nil, err
	}
	return made, chance.check(true)
}

// Records returns the log of a table that starts as described, up to the position of the short game. seal finishes each record. Errors:
// ErrInvalid for a lesson without such a game, or for another table than it needs.
func (l *Lesson) Records(title engine.Title, start engine.Started, seal func(engine.Record) (engine.Record, error)) ([]engine.Record, error) {
	if setup, err := l.setup(title); err != nil || l.Game == nil || !reflect.DeepEqual(setup, start.Setup) || start.Bots[l.Learner] != "" {
		return nil, invalid("the short game has another table")
	}
	p := l.Positions[l.Game.Position]
	plays := p.Plays
	for ; p.From != ""; p = l.Positions[p.From] {
		plays = slices.Concat(l.Positions[p.From].Plays, plays)
	}
	f := engine.NewFold(title)
	first, err := engine.BeginScripted(title, start, chanceAt(0, p.Draws), start.Created)
	if err != nil {
		return nil, err
	}
	var list []engine.Record
	add := func(r engine.Record) error {
		if r, err = seal(r); err != nil {
			return err
		}
		list = append(list, r)
		_, err := f.Apply(r)
		return err
	}
	if err := add(first); err != nil {
		return nil, err
	}
	for _, one := range plays {
		made, err := l.play(f, one)
		if err != nil {
			return nil, err
		}
		if err := add(made.Record); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// owed returns the decision that a seat owes, with its moves.
func owed(f *engine.Fold, seat engine.Seat) (engine.Decision, bool) {
	list := f.Decisions(engine.SeatViewer(seat))
	i := slices.IndexFunc(list, func(d engine.Decision) bool { return d.Seat == seat })
	if i < 0 {
		return engine.Decision{}, false
	}
	return list[i], true
}

// among returns the moves of a decision that the pick fits, in canonical form.
func (p Pick) among(d engine.Decision) ([]json.RawMessage, error) {
	if kind, ok := p["kind"]; ok && kind != d.Kind {
		return nil, nil
	}
	part := map[string]any(maps.Clone(p))
	delete(part, "kind")
	var fits []json.RawMessage
	for _, m := range d.Moves {
		raw, err := codec.Canonical(m)
		if err != nil {
			return nil, err
		}
		move, err := decoded(raw)
		if err != nil {
			return nil, err
		}
		if contains(move, part) {
			fits = append(fits, raw)
		}
	}
	return fits, nil
}

// PickOf returns a short pick for a move of a decision: without the members that tell it from no other move before it.
func PickOf(d engine.Decision, move json.RawMessage) (Pick, error) {
	var pick Pick
	if err := json.Unmarshal(move, &pick); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(pick)) {
		shorter := maps.Clone(pick)
		delete(shorter, name)
		fits, err := shorter.among(d)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(fits[0], move) {
			pick = shorter
		}
	}
	return pick, nil
}

// Position returns the table at a position, after its script. The caller does not change it. Errors: ErrInvalid.
func (p *Player) Position(name string) (*engine.Fold, error) {
	if f, ok := p.positions[name]; ok {
		return f, nil
	}
	script, ok := p.lesson.Positions[name]
	if !ok {
		return nil, invalid("there is no position %q", name)
	}
	var f *engine.Fold
	var err error
	if script.From == "" {
		f, err = p.lesson.begin(p.title, script.Draws)
	} else {
		f, err = p.Position(script.From)
	}
	for i := 0; i < len(script.Plays) && err == nil; i++ {
		var made *Made
		if made, err = p.lesson.play(f, script.Plays[i]); err != nil {
			return nil, fmt.Errorf("position %q, move %d: %w", name, i+1, err)
		}
		f = made.After
	}
	if err == nil {
		p.positions[name] = f
	}
	return f, err
}
