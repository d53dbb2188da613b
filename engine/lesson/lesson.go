package lesson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"nemeton/engine"
)

// ErrInvalid reports a lesson that cannot be read, or that does not fit the rules of its title.
var ErrInvalid = errors.New("invalid lesson")

// Lesson is a course of chapters at one table.
type Lesson struct {
	Seats     int                 `json:"seats"`
	Learner   engine.Seat         `json:"learner"`
	Colors    []string            `json:"colors"` // by seat; empty: those of the default
	Options   engine.Options      `json:"options"`
	Positions map[string]Position `json:"positions"`
	Chapters  []Chapter           `json:"chapters"`
	Game      *ShortGame          `json:"game"`
}

// Position is a script that leads from the start, or from another position, to a position.
type Position struct {
	From  string `json:"from"`  // the name of another position; empty: the start
	Draws Draws  `json:"draws"` // of the start
	Plays []Play `json:"play"`
}

// Draws are forced outcomes by label, in order, from 0.
type Draws map[string][]int

// Play is a move of the script.
type Play struct {
	Seat  engine.Seat `json:"seat"`
	Pick  Pick        `json:"pick"`
	Draws Draws       `json:"draws"`
}

// Pick is a part of a move: the first listed move that contains it is played. The member "kind" is that of the decision. A nil pick fits
// the only move of a decision.
type Pick map[string]any

// Chapter is a sequence of steps.
type Chapter struct {
	ID       string `json:"id"`
	Core     bool   `json:"core"` // it belongs to the short course
	Position string `json:"position"`
	Steps    []Step `json:"steps"`
}

// Kind is the kind of a step.
type Kind string

// The kinds of steps.
const (
	See  Kind = "see"  // the script plays
	Do   Kind = "do"   // the learner makes a move
	Mend Kind = "mend" // the learner decides where the habit is wrong
	Tell Kind = "tell" // a sentence alone
)

// Asks reports that the learner has to move.
func (k Kind) Asks() bool { return k == Do || k == Mend }

// Step is one step of a chapter. The client reads the members that the player does not need.
type Step struct {
	ID       string     `json:"id"`
	Kind     Kind       `json:"kind"`
	Position string     `json:"position"` // of the start; empty: the end of the step before
	Plays    []Play     `json:"play"`
	Lit      []string   `json:"lit"`
	Spot     []string   `json:"spot"`
	Show     []string   `json:"show"`
	Right    *Condition `json:"right"`
	Allow    *Condition `json:"allow"`
	Draws    Draws      `json:"draws"` // of the learner's moves
	Reply    []Pick     `json:"reply"` // of other seats that owe a decision during the step
	Coach    []Pick     `json:"coach"`
	Why      []Why      `json:"why"`
}

// Why is a sentence about a special mistake.
type Why struct {
	When *Condition `json:"when"`
	ID   string     `json:"id"`
}

// ShortGame is the game at the end of the lesson.
type ShortGame struct {
	Position string `json:"position"`
	Bot      string `json:"bot"` // level
}

// Parse reads a lesson. Errors: ErrInvalid.
func Parse(raw []byte) (*Lesson, error) {
	l := &Lesson{}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(l); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if decoder.More() {
		return nil, fmt.Errorf("%w: text after its end", ErrInvalid)
	}
	return l, l.check()
}

func (l *Lesson) check() error {
	if l.Learner < 0 || int(l.Learner) >= l.Seats {
		return invalid("the learner's seat is %d of %d", l.Learner, l.Seats)
	}
	if len(l.Colors) > 0 && len(l.Colors) != l.Seats {
		return invalid("%d colors for %d seats", len(l.Colors), l.Seats)
	}
	for name := range l.Positions {
		if err := l.checkOrigin(name); err != nil {
			return err
		}
	}
	if len(l.Chapters) == 0 || !l.Chapters[0].Core {
		return invalid("the first chapter must belong to the core")
	}
	seen := map[string]bool{}
	for i, c := range l.Chapters {
		switch {
		case c.ID == "" || seen[c.ID]:
			return invalid("chapter %d has no id, or that of another one", i+1)
		case c.Core && i > 0 && !l.Chapters[i-1].Core:
			return invalid("chapter %q of the core follows another one", c.ID)
		case len(c.Steps) == 0:
			return invalid("chapter %q has no steps", c.ID)
		}
		seen[c.ID] = true
		if err := l.checkChapter(c); err != nil {
			return err
		}
	}
	if l.Game != nil {
		return l.known(l.Game.Position, "the game")
	}
	return nil
}

// checkOrigin refuses a position that leads to none, or to itself.
func (l *Lesson) checkOrigin(name string) error {
	from := name
	for range len(l.Positions) {
		p := l.Positions[from]
		if p.From == "" {
			return nil
		}
		if len(p.Draws) > 0 {
			return invalid("position %q has draws of a start that it does not have", from)
		}
		if err := l.known(p.From, from); err != nil {
			return err
		}
		from = p.From
	}
	return invalid("position %q goes on from itself", name)
}

func (l *Lesson) known(position, user string) error {
	if _, ok := l.Positions[position]; !ok {
		return invalid("%s starts from position %q, which does not exist", user, position)
	}
	return nil
}

func (l *Lesson) checkChapter(c Chapter) error {
	if err := l.known(c.Position, "chapter "+c.ID); err != nil {
		return err
	}
	seen := map[string]bool{}
	for i, s := range c.Steps {
		where := fmt.Sprintf("step %d of chapter %s", i+1, c.ID)
		if s.ID == "" || s.ID == "why" || s.ID == "done" || seen[s.ID] {
			return invalid("%s has the id %q, which is empty, reserved or not unique", where, s.ID)
		}
		seen[s.ID] = true
		if s.Position != "" {
			if err := l.known(s.Position, where); err != nil {
				return err
			}
		}
		if err := s.check(where); err != nil {
			return err
		}
	}
	return nil
}

func (s Step) check(where string) error {
	switch s.Kind {
	case See:
		if len(s.Plays) == 0 {
			return invalid("%s shows nothing", where)
		}
	case Tell, Do, Mend:
		if len(s.Plays) > 0 {
			return invalid("%s plays moves, which only a %q may", where, See)
		}
	default:
		return invalid("%s has the kind %q", where, s.Kind)
	}
	if s.Kind.Asks() != (s.Right != nil) {
		return invalid("%s must say what is right if it asks, and only then", where)
	}
	if !s.Kind.Asks() && (s.Allow != nil || len(s.Draws)+len(s.Reply)+len(s.Coach)+len(s.Why)+len(s.Spot) > 0) {
		return invalid("%s asks nothing, so it has no answers", where)
	}
	if s.Right.reads("move") || s.Right.reads("kind") {
		return invalid("%s calls one move right; a condition is about what happened", where)
	}
	ids := map[string]bool{}
	for _, w := range s.Why {
		if w.ID == "" || w.When == nil || ids[w.ID] {
			return invalid("%s has a reason without an id or a condition, or with the id of another one", where)
		}
		ids[w.ID] = true
	}
	return nil
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}
