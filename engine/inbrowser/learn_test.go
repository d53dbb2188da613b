package inbrowser_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/inbrowser"
	"nemeton/engine/lesson"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func lessonText(t *testing.T) string {
	t.Helper()
	raw := must.Return(os.ReadFile("../../web/src/games/meduris/lesson/lesson.json"))(t)
	return string(raw)
}

// TestLesson: a wrong move is shown and changes nothing; a right one ends the step. The lesson opens at any step.
func TestLesson(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	opened := accepted[inbrowser.Opened](d, "lesson", inbrowser.LessonCommand{Title: "meduris", Lesson: lessonText(t), Chapter: "yields", Step: 1})
	if len(opened.Seats) != 2 || opened.Seats[0].Bot != "" || opened.Seats[1].Bot == "" {
		t.Fatalf("got the seats %+v", opened.Seats)
	}
	learn := func(c inbrowser.LearnCommand) inbrowser.Learned {
		t.Helper()
		c.Game = opened.Game
		return accepted[inbrowser.Learned](d, "learn", c)
	}
	before := learn(inbrowser.LearnCommand{Do: "look"})
	var open []struct {
		ID   engine.DecisionID `json:"id"`
		Seat engine.Seat       `json:"seat"`
	}
	if err := json.Unmarshal(before.Decisions, &open); err != nil || len(open) != 1 || open[0].Seat != 0 {
		t.Fatalf("got the decisions %s, %v", before.Decisions, err)
	}
	try := func(move string) inbrowser.Learned {
		t.Helper()
		return learn(inbrowser.LearnCommand{Do: "try", Decision: open[0].ID, Move: json.RawMessage(move)})
	}
	wrong := try(`{"do":"yield","from":"wool","height":1,"to":"copper"}`)
	if wrong.Verdict != lesson.Wrong || wrong.Mistakes != 1 || wrong.Done || wrong.Shown == nil || wrong.Shown.Seq != before.Seq+1 || wrong.Seq != before.Seq || string(wrong.View) != string(before.View) {
		t.Errorf("a wrong move: %+v", wrong)
	}
	right := try(`{"do":"yield","from":"stone","height":2,"to":"wood"}`)
	if right.Verdict != lesson.Right || !right.Done || right.Seq != before.Seq+1 || string(right.Shown.View) != string(right.View) {
		t.Errorf("a right move: %+v", right)
	}
	if next := learn(inbrowser.LearnCommand{Do: "advance"}); !next.More || next.Done || next.Mistakes != 0 {
		t.Errorf("the next step: %+v", next)
	}
	expect.Equal(t, string(learn(inbrowser.LearnCommand{Do: "go", Chapter: "yields", Step: 1}).View), string(before.View), "the step again")
	for name, c := range map[string]struct {
		do   string
		in   any
		code string
	}{
		"no such act":      {"learn", inbrowser.LearnCommand{Game: opened.Game, Do: "dance"}, inbrowser.BadCommand},
		"no such lesson":   {"learn", inbrowser.LearnCommand{Game: 99, Do: "look"}, inbrowser.BadCommand},
		"no such step":     {"learn", inbrowser.LearnCommand{Game: opened.Game, Do: "go", Chapter: "yields", Step: 99}, inbrowser.Unreadable},
		"an old decision":  {"learn", inbrowser.LearnCommand{Game: opened.Game, Do: "try", Decision: "1-1"}, "stale_decision"},
		"a text":           {"lesson", inbrowser.LessonCommand{Title: "meduris", Lesson: "hello"}, inbrowser.Unreadable},
		"another title":    {"lesson", inbrowser.LessonCommand{Title: "chess", Lesson: "{}"}, "unknown_title"},
		"a game as lesson": {"moment", inbrowser.MomentCommand{Game: opened.Game, Seq: 1}, inbrowser.BadCommand},
		"another title's":  {"lesson", inbrowser.LessonCommand{Title: "druids", Lesson: lessonText(t), Chapter: "yields"}, inbrowser.Unreadable},
	} {
		if a := d.ask(c.do, c.in); a.Error == nil || a.Error.Code != c.code {
			t.Errorf("%s: got %+.200v, want %s", name, a.Error, c.code)
		}
	}
}

// TestShortGame: the short game of a lesson is a local table that starts at the position of the lesson, and can be resumed.
func TestShortGame(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	command := inbrowser.NewCommand{
		Table: "local", Title: "meduris", Options: engine.Options{}, Secret: strings.Repeat("5a", 32), Contributions: []string{"", ""}, Time: 5_000,
		Seats: []inbrowser.NewSeat{{Color: "purple", Name: "Ada"}, {Color: "blue", Bot: "easy"}}, Lesson: lessonText(t),
	}
	begun := accepted[inbrowser.Begun](d, "new", command)
	if len(begun.Added) < 50 || begun.Outcome != nil {
		t.Fatalf("got %d entries and %v, want a game in progress", len(begun.Added), begun.Outcome)
	}
	id, owing := begun.Game, begun.Entries[len(begun.Entries)-1].Owing
	choice := accepted[inbrowser.Choice](d, "choose", inbrowser.ChooseCommand{Game: id, Seat: owing[0], Level: "easy"})
	accepted[inbrowser.Added](d, "act", inbrowser.ActCommand{Game: id, Seat: owing[0], Do: "act", ID: "first", Decision: choice.Decision, Move: choice.Move, Time: 6_000})
	var stored struct {
		Game json.RawMessage `json:"game"`
	}
	stored.Game = json.RawMessage(accepted[inbrowser.RecordText](d, "record", inbrowser.RecordCommand{Game: id}).Record)
	expect.Equal(t, len(accepted[inbrowser.Opened](d, "resume", stored).Entries), len(begun.Added)+1, "resumed with entries")
	command.Seats[0].Color, command.Seats[1].Color = "blue", "purple"
	if a := d.ask("new", command); a.Error == nil || a.Error.Code != inbrowser.Unreadable {
		t.Errorf("other colors: %+v", a.Error)
	}
}
