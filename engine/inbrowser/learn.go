package inbrowser

import (
	"encoding/json"

	"nemeton/engine"
	"nemeton/engine/export"
	"nemeton/engine/lesson"
)

// course is an open lesson.
type course struct {
	*lesson.Player
	viewer engine.Viewer
}

// LessonCommand opens a lesson at a step. The answer has no entries.
type LessonCommand struct {
	Title   string `json:"title"`
	Lesson  string `json:"lesson"` // its text
	Chapter string `json:"chapter"`
	Step    int    `json:"step"` // from 0
}

func (e *Engine) lesson(c LessonCommand, _ pause) (Opened, error) {
	title, l, err := e.readLesson(c.Title, c.Lesson)
	if err != nil {
		return Opened{}, err
	}
	p, err := lesson.New(title, l)
	if err == nil {
		err = p.Go(c.Chapter, c.Step)
	}
	if err != nil {
		return Opened{}, err
	}
	e.last++
	e.courses[e.last] = course{p, engine.SeatViewer(l.Learner)}
	start := p.Fold().Start()
	opened := Opened{
		Game: e.last, Table: start.Table, Title: c.Title, Rules: title.Info().Rules, Options: start.Setup.Options, CreatedAt: start.Created,
		Entries: []EntryOutline{},
	}
	for i, color := range start.Setup.Colors {
		opened.Seats = append(opened.Seats, export.Seat{Seat: engine.Seat(i), Color: color, Bot: start.Bots[i]})
	}
	return opened, nil
}

func (e *Engine) readLesson(id, text string) (engine.Title, *lesson.Lesson, error) {
	title, ok := e.find(id)
	if !ok {
		return nil, nil, refused("unknown_title", "there is no title %q", id)
	}
	l, err := lesson.Parse([]byte(text))
	return title, l, err
}

// LearnCommand goes on in a lesson.
type LearnCommand struct {
	Game     int               `json:"game"`
	Do       string            `json:"act"` // "look", "go", "next", "try", "coach", "again" or "advance"
	Chapter  string            `json:"chapter"`
	Step     int               `json:"step"`     // from 0
	Decision engine.DecisionID `json:"decision"` // that "try" answers
	Move     json.RawMessage   `json:"move"`
}

// Learned is a lesson after a command.
type Learned struct {
	Moment
	Shown    *Shown         `json:"shown,omitempty"`   // the move that was made; a wrong one is no part of the moment
	Verdict  lesson.Verdict `json:"verdict,omitempty"` // of the learner's move
	Why      string         `json:"why,omitempty"`     // the id of the reason of a wrong move
	Mistakes int            `json:"mistakes"`          // in this step
	Done     bool           `json:"done"`              // the step is over
	More     bool           `json:"more"`              // "advance" began another step
}

func (e *Engine) learn(c LearnCommand, _ pause) (Learned, error) {
	l, ok := e.courses[c.Game]
	if !ok {
		return Learned{}, refused(BadCommand, "there is no lesson %d", c.Game)
	}
	var out Learned
	var made *lesson.Made
	var err error
	switch c.Do {
	case "look":
	case "go":
		err = l.Go(c.Chapter, c.Step)
	case "next":
		made, err = l.Next()
	case "coach":
		made, err = l.Coach()
	case "again":
		l.Again()
	case "advance":
		out.More, err = l.Advance()
	case "try":
		var tried lesson.Tried
		tried, err = l.Try(c.Decision, c.Move)
		made, out.Verdict, out.Why = tried.Made, tried.Verdict, tried.Why
	default:
		err = refused(BadCommand, "there is no act %q", c.Do)
	}
	if err != nil {
		return Learned{}, err
	}
	if made != nil {
		shown, err := shownOf(made.Before, made.After, made.Record, eyes{l.viewer})
		if err != nil {
			return Learned{}, err
		}
		out.Shown = &shown
	}
	out.Mistakes, out.Done = l.Mistakes(), l.Done()
	out.Moment, err = momentOf(l.Fold(), eyes{l.viewer})
	return out, err
}
