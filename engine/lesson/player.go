package lesson

import (
	"encoding/json"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// Player is a learner's way through a lesson. It is not safe for concurrent use.
type Player struct {
	lesson    *Lesson
	title     engine.Title
	positions map[string]*engine.Fold // that were built
	chapter   *Chapter
	at        int          // the step
	now       *engine.Fold // never changed in place
	start     *engine.Fold // at the start of the step
	played    int          // moves of the script of the step
	done      bool         // the step is over
	draws     Draws        // of the step, that are left
	mistakes  int
}

// Patience is the number of mistakes after which the coach makes the move.
const Patience = 3

// New returns a player at the first step of the lesson. Errors: ErrInvalid if the lesson does not fit the title.
func New(title engine.Title, l *Lesson) (*Player, error) {
	p := &Player{lesson: l, title: title, positions: map[string]*engine.Fold{}}
	return p, p.Go(l.Chapters[0].ID, 0)
}

// Verdict is the judgment of a move.
type Verdict string

// The verdicts.
const (
	Right   Verdict = "right"   // the step is over
	Allowed Verdict = "allowed" // the step goes on
	Wrong   Verdict = "wrong"   // the move was made on a copy alone
)

// Tried is a judged move.
type Tried struct {
	*Made
	Verdict Verdict
	Why     string // the id of the reason of a wrong move; empty: the usual one
}

// Fold is the table now. The caller does not change it.
func (p *Player) Fold() *engine.Fold { return p.now }

// Step is the present step.
func (p *Player) Step() Step { return p.chapter.Steps[p.at] }

// Done reports that the step is over. A step that tells something is over at once.
func (p *Player) Done() bool { return p.done }

// Mistakes is the number of wrong moves in this step.
func (p *Player) Mistakes() int { return p.mistakes }

// Go goes to a step of a chapter. It makes the moves of the steps before it, as far as the position depends on them, in the learner's place.
func (p *Player) Go(chapter string, step int) error {
	i := slices.IndexFunc(p.lesson.Chapters, func(c Chapter) bool { return c.ID == chapter })
	if i < 0 || step < 0 || step >= len(p.lesson.Chapters[i].Steps) {
		return invalid("there is no step %d of chapter %q", step+1, chapter)
	}
	c := &p.lesson.Chapters[i]
	from, name := step, c.Position
	for ; from > 0 && c.Steps[from].Position == ""; from-- {
	}
	if own := c.Steps[from].Position; own != "" {
		name = own
	}
	f, err := p.Position(name)
	if err != nil {
		return err
	}
	p.chapter = c
	p.begin(from, f)
	for p.at < step {
		if err := p.finish(); err != nil {
			return err
		}
		if _, err := p.Advance(); err != nil {
			return err
		}
	}
	return nil
}

func (p *Player) begin(step int, f *engine.Fold) {
	p.at, p.now, p.start = step, f, f
	p.played, p.mistakes = 0, 0
	p.draws, p.done = p.Step().Draws, p.Step().Kind == Tell
}

// Again goes back to the start of the step. It keeps the mistakes.
func (p *Player) Again() {
	mistakes := p.mistakes
	p.begin(p.at, p.start)
	p.mistakes = mistakes
}

// Advance goes on to the next step of the chapter. It returns false at the end.
func (p *Player) Advance() (bool, error) {
	if !p.done || p.at+1 == len(p.chapter.Steps) {
		return false, nil
	}
	f := p.now
	if name := p.chapter.Steps[p.at+1].Position; name != "" {
		var err error
		if f, err = p.Position(name); err != nil {
			return false, err
		}
	}
	p.begin(p.at+1, f)
	return true, nil
}

// Next makes the next move that is not the learner's: of the script, or the reply of another seat. It returns nil if there is none.
func (p *Player) Next() (*Made, error) {
	step := p.Step()
	switch {
	case p.done:
		return nil, nil
	case step.Kind == See:
		made, err := p.lesson.play(p.now, step.Plays[p.played])
		if err != nil {
			return nil, fmt.Errorf("move %d of %s: %w", p.played+1, p.where(), err)
		}
		p.played++
		p.now, p.done = made.After, p.played == len(step.Plays)
		return made, nil
	}
	return p.reply()
}

func (p *Player) reply() (*Made, error) {
	if _, ok := owed(p.now, p.lesson.Learner); ok {
		return nil, nil
	}
	seats := p.now.OwingSeats()
	if len(seats) == 0 {
		return nil, invalid("%s goes on after the end of the game", p.where())
	}
	d, _ := owed(p.now, seats[0])
	list, err := p.Step().replies(d)
	if err != nil {
		return nil, err
	}
	made, err := p.lesson.make(p.now, d, list[0], chanceAt(p.now.Seq(), nil))
	if err != nil {
		return nil, err
	}
	p.now = made.After
	return made, nil
}

// replies returns the moves of another seat's decision, the best first.
func (s Step) replies(d engine.Decision) ([]json.RawMessage, error) {
	for _, pick := range append(slices.Clone(s.Reply), Pick{}) {
		if list, err := pick.among(d); err != nil || len(list) > 0 {
			return list, err
		}
	}
	return nil, invalid("seat %d has no move", d.Seat)
}

func (p *Player) where() string {
	return fmt.Sprintf("step %q of chapter %q", p.Step().ID, p.chapter.ID)
}

// Try judges a move of the learner. A wrong one changes nothing but the number of mistakes. Errors: the refusals of engine.Fold.Decide.
func (p *Player) Try(decision engine.DecisionID, move json.RawMessage) (Tried, error) {
	d, ok := owed(p.now, p.lesson.Learner)
	if !ok || d.ID != decision || !p.Step().Kind.Asks() || p.done {
		return Tried{}, engine.ErrStaleDecision
	}
	tried, draws, err := p.judge(d, move)
	if err != nil {
		return Tried{}, err
	}
	if tried.Verdict == Wrong {
		p.mistakes++
		return tried, nil
	}
	p.keep(tried, draws)
	return tried, nil
}

func (p *Player) keep(tried Tried, draws Draws) {
	p.now, p.draws, p.done = tried.After, draws, tried.Verdict == Right
}

// judge makes a move on a copy, and returns the draws that are left after it.
func (p *Player) judge(d engine.Decision, move json.RawMessage) (Tried, Draws, error) {
	chance := chanceAt(p.now.Seq(), p.draws)
	made, err := p.lesson.make(p.now, d, move, chance)
	if err != nil {
		return Tried{}, nil, err
	}
	if err := chance.check(false); err != nil {
		return Tried{}, nil, fmt.Errorf("%s: %w", p.where(), err)
	}
	doc, err := p.document(made, d)
	if err != nil {
		return Tried{}, nil, err
	}
	step, tried := p.Step(), Tried{Made: made, Verdict: Wrong}
	switch {
	case step.Right.holds(doc):
		tried.Verdict = Right
	case step.Allow.holds(doc):
		tried.Verdict = Allowed
	default:
		for _, why := range step.Why {
			if why.When.holds(doc) {
				tried.Why = why.ID
				break
			}
		}
	}
	return tried, chance.forced, nil
}

// document is the document for conditions about a move of the learner.
func (p *Player) document(made *Made, d engine.Decision) (document, error) {
	doc := document{"kind": d.Kind, "decision": nil}
	events, err := made.After.Decode(made.Record.Entry)
	if err != nil {
		return nil, err
	}
	viewer := engine.SeatViewer(p.lesson.Learner)
	for name, value := range map[string]any{
		"view": made.After.View(viewer), "before": made.Before.View(viewer), "start": p.start.View(viewer),
		"events": made.After.Redact(events, viewer), "owing": made.After.OwingSeats(), "move": made.Record.Entry.Move,
	} {
		raw, err := codec.AppendJSON(nil, value)
		if err != nil {
			return nil, err
		}
		if doc[name], err = decoded(raw); err != nil {
			return nil, err
		}
	}
	next, ok := owed(made.After, p.lesson.Learner)
	if !ok {
		return doc, nil
	}
	raw, err := json.Marshal(next)
	if err != nil {
		return nil, err
	}
	doc["decision"], err = decoded(raw)
	return doc, err
}
