package lesson_test

import (
	"encoding/json"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/lesson"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// small is a lesson of Meduris: the other seat moves a worker, then the learner builds a hut in two decisions.
const small = `{
  "seats": 2, "learner": 0, "options": {},
  "positions": {
    "start": {"draws": {"start player": [0]}, "play": []},
    "placed": {"from": "start", "play": [
      {"seat": 0, "pick": {"plateau": "wood"}}, {"seat": 1, "pick": {"plateau": "wool"}},
      {"seat": 0, "pick": {"plateau": "wood"}}, {"seat": 1, "pick": {"plateau": "wool"}},
      {"seat": 0, "pick": {"plateau": "copper"}}, {"seat": 1, "pick": {"plateau": "stone"}, "draws": {"die": [0]}},
      {"seat": 0, "pick": {"do": "yield", "from": "wood", "height": 1, "to": "copper"}, "draws": {"die": [3]}}
    ]}
  },
  "chapters": [{"id": "one", "core": true, "position": "placed", "steps": [
    {"id": "watch", "kind": "see", "play": [{"seat": 1, "pick": {"kind": "turn", "do": "yield", "to": "stone"}, "draws": {"die": [1]}}]},
    {"id": "build", "kind": "do",
     "right": {"event": "hut_built", "with": {"field": 0, "seat": 0}},
     "allow": {"all": [{"at": "move.do", "is": "hut"}, {"at": "move.field", "is": 0}]},
     "why": [{"id": "yield", "when": {"at": "move.do", "is": "yield"}}], "coach": [{"do": "hut"}, {"kind": "pay"}]}
  ]}]
}`

func meduris(t *testing.T) engine.Title {
	t.Helper()
	title, ok := catalog.Find("meduris")
	if !ok {
		t.Fatal("no Meduris")
	}
	return title
}

func parse(t *testing.T, raw string) *lesson.Lesson {
	t.Helper()
	return must.Return(lesson.Parse([]byte(raw)))(t)
}

// TestPlayer goes through a lesson: the script plays, wrong moves change nothing, and the step ends with a right one.
func TestPlayer(t *testing.T) {
	t.Parallel()
	l := parse(t, small)
	p := player(t, meduris(t), l)
	if more, err := p.Advance(); more || err != nil {
		t.Fatalf("the lesson goes on before the script has played: %v", err)
	}
	play(t, p)
	if more, err := p.Advance(); !more || err != nil {
		t.Fatalf("the lesson does not go on: %v", err)
	}
	try := func(move string, want lesson.Verdict, why string) {
		t.Helper()
		d, _ := owed(p, l)
		tried := must.Return(p.Try(d.ID, json.RawMessage(move)))(t)
		if tried.Verdict != want || tried.Why != why {
			t.Errorf("%s is %q because of %q, want %q because of %q", move, tried.Verdict, tried.Why, want, why)
		}
	}
	before := p.Fold().Seq()
	try(`{"do":"yield","from":"wood","height":1,"to":"wool"}`, lesson.Wrong, "yield")
	try(`{"do":"hut","field":2}`, lesson.Wrong, "")
	if p.Fold().Seq() != before || p.Mistakes() != 2 {
		t.Fatalf("entry %d and %d mistakes after two wrong moves, want %d and 2", p.Fold().Seq(), p.Mistakes(), before)
	}
	try(`{"do":"hut","field":0}`, lesson.Allowed, "")
	p.Again()
	if p.Fold().Seq() != before || p.Mistakes() != 2 {
		t.Fatalf("entry %d and %d mistakes at the start of the step, want %d and 2", p.Fold().Seq(), p.Mistakes(), before)
	}
	try(`{"do":"hut","field":0}`, lesson.Allowed, "")
	if _, err := p.Coach(); err != nil || !p.Done() {
		t.Errorf("the coach does not pay: %v", err)
	}
	if d, moves := owed(p, l); len(moves) > 0 {
		expect.Error(t, expect.Second(p.Try(d.ID, moves[0])), engine.ErrStaleDecision, "a move after the step")
	}
}

// TestPlayer_Go: the position of a step is the same for everybody, with the coach's moves before it.
func TestPlayer_Go(t *testing.T) {
	t.Parallel()
	l := parse(t, small)
	p := player(t, meduris(t), l)
	must.Succeed(t, p.Go("one", 1))
	head := p.Fold().Head()
	must.Return(p.Coach())(t)
	if err := p.Go("one", 1); err != nil || p.Fold().Head() != head || p.Done() || p.Mistakes() != 0 {
		t.Errorf("another position after a return: %v", err)
	}
	for _, at := range []struct {
		chapter string
		step    int
	}{{"one", 2}, {"one", -1}, {"two", 0}} {
		expect.Error(t, p.Go(at.chapter, at.step), lesson.ErrInvalid, "step", at.step, "of chapter", at.chapter)
	}
}

// TestParse refuses lessons that cannot be meant. Each case replaces a part of the small lesson.
func TestParse(t *testing.T) {
	t.Parallel()
	for name, change := range map[string][2]string{
		"no JSON":                        {`{`, `[`},
		"an unknown member":              {`"seats": 2`, `"seats": 2, "seat": 1`},
		"an unknown member of a step":    {`"kind": "see"`, `"kind": "see", "kin": 1`},
		"an unknown condition":           {`"event": "hut_built"`, `"evnt": "built"`},
		"a condition of two forms":       {`"event": "hut_built"`, `"at": "view", "event": "hut_built"`},
		"a condition without a form":     {`"event": "hut_built", "with": {"field": 0, "seat": 0}`, ``},
		"a path without an operator":     {`{"at": "move.do", "is": "yield"}`, `{"at": "move.do"}`},
		"a path with two operators":      {`{"at": "move.do", "is": "yield"}`, `{"at": "move.do", "is": "yield", "in": []}`},
		"one move that is right":         {`"event": "hut_built", "with": {"field": 0, "seat": 0}`, `"at": "move.field", "is": 0`},
		"a learner without a seat":       {`"learner": 0`, `"learner": 2`},
		"no such position":               {`"position": "placed"`, `"position": "plced"`},
		"a position from nowhere":        {`"from": "start"`, `"from": "strt"`},
		"a position from itself":         {`"from": "start"`, `"from": "placed"`},
		"draws of a start in the middle": {`"from": "start"`, `"from": "start", "draws": {"die": [1]}`},
		"no core":                        {`"core": true`, `"core": false`},
		"a step twice":                   {`"id": "build"`, `"id": "watch"`},
		"a step with a reserved id":      {`"id": "build"`, `"id": "why"`},
		"a color too few":                {`"options": {}`, `"colors": ["blue"]`},
		"no such kind":                   {`"kind": "see"`, `"kind": "watch"`},
		"a script beside a question":     {`"kind": "see"`, `"kind": "mend"`},
		"a question without an answer":   {`"right": {"event": "hut_built", "with": {"field": 0, "seat": 0}},`, ``},
		"a reason without an id":         {`{"id": "yield", `, `{`},
		"no such position of the game":   {`"options": {}`, `"options": {}, "game": {"position": "x", "bot": "easy"}`},
		"a text behind it":               {"]\n}", "]\n}{}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if strings.Count(small, change[0]) == 0 {
				t.Fatalf("the lesson has no %s", change[0])
			}
			at := strings.LastIndex(small, change[0])
			if name == "no JSON" {
				at = 0
			}
			raw := small[:at] + change[1] + small[at+len(change[0]):]
			expect.Error(t, expect.Second(lesson.Parse([]byte(raw))), lesson.ErrInvalid)
		})
	}
}

// TestNew refuses scripts that do not fit the rules.
func TestNew(t *testing.T) {
	t.Parallel()
	for name, change := range map[string][2]string{
		"an illegal move":        {`"height": 1, "to": "copper"`, `"height": 3, "to": "copper"`},
		"two moves that fit":     {`"pick": {"plateau": "stone"}, `, ``},
		"a seat that owes none":  {`{"seat": 1, "pick": {"plateau": "stone"}`, `{"seat": 0, "pick": {"plateau": "stone"}`},
		"an impossible outcome":  {`"draws": {"die": [0]}`, `"draws": {"die": [6]}`},
		"a draw that is not due": {`"draws": {"die": [0]}`, `"draws": {"card": [0]}`},
		"too many outcomes":      {`"draws": {"die": [0]}`, `"draws": {"die": [0, 1]}`},
		"too many seats":         {`"seats": 2`, `"seats": 9`},
		"a color of no seat":     {`"options": {}`, `"colors": ["purple", "pink"]`},
		"a color of two seats":   {`"options": {}`, `"colors": ["blue", "blue"]`},
		"an unknown option":      {`"options": {}`, `"options": {"x": 1}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw := strings.Replace(small, change[0], change[1], 1)
			if raw == small {
				t.Fatalf("the lesson has no %s", change[0])
			}
			expect.Error(t, expect.Second(lesson.New(meduris(t), parse(t, raw))), lesson.ErrInvalid)
		})
	}
}
