package lesson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/codec"
	"nemeton/engine/lesson"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// load reads the lesson of a title of the catalog. It skips the test of a title without one.
func load(t *testing.T, title engine.Title) *lesson.Lesson {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("../../web/src/games/%s/lesson/lesson.json", title.Info().ID))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("this title has no lesson")
	}
	must.Succeed(t, err)
	return must.Return(lesson.Parse(raw))(t)
}

func player(t *testing.T, title engine.Title, l *lesson.Lesson) *lesson.Player {
	t.Helper()
	return must.Return(lesson.New(title, l))(t)
}

// forEachLesson runs a test for the lesson of each title.
func forEachLesson(t *testing.T, run func(t *testing.T, title engine.Title, l *lesson.Lesson)) {
	t.Helper()
	for _, title := range catalog.Titles() {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			run(t, title, load(t, title))
		})
	}
}

// forEachStep runs a test at each step of a lesson, at the position to which the coach's moves lead.
func forEachStep(t *testing.T, p *lesson.Player, l *lesson.Lesson, run func(t *testing.T, chapter string, step int)) {
	t.Helper()
	for _, c := range l.Chapters {
		for i, s := range c.Steps {
			t.Run(c.ID+"/"+s.ID, func(t *testing.T) {
				must.Succeed(t, p.Go(c.ID, i))
				run(t, c.ID, i)
			})
		}
	}
}

// owed is the decision of the learner.
func owed(p *lesson.Player, l *lesson.Lesson) (engine.Decision, []json.RawMessage) {
	for _, d := range p.Fold().Decisions(engine.SeatViewer(l.Learner)) {
		if d.Seat != l.Learner {
			continue
		}
		var moves []json.RawMessage
		for _, m := range d.Moves {
			raw, err := codec.Canonical(m)
			if err != nil {
				panic(err)
			}
			moves = append(moves, raw)
		}
		return d, moves
	}
	return engine.Decision{}, nil
}

// play plays the moves that are not the learner's.
func play(t *testing.T, p *lesson.Player) {
	t.Helper()
	for {
		made := must.Return(p.Next())(t)
		if made == nil {
			return
		}
	}
}

// TestLessons_Scripts: every move of every script is legal, every forced draw is made, and each question has an answer. A position whose habit
// has to be mended also has a wrong answer.
func TestLessons_Scripts(t *testing.T) {
	t.Parallel()
	forEachLesson(t, func(t *testing.T, title engine.Title, l *lesson.Lesson) {
		p := player(t, title, l)
		forEachStep(t, p, l, func(t *testing.T, chapter string, step int) {
			play(t, p)
			if !p.Step().Kind.Asks() {
				if !p.Done() {
					t.Fatal("the script is not over")
				}
				return
			}
			d, moves := owed(p, l)
			if len(moves) == 0 {
				t.Fatal("the learner owes no decision")
			}
			count := map[lesson.Verdict]int{}
			for _, m := range moves {
				tried, err := p.Try(d.ID, m)
				must.Succeed(t, err, string(m))
				count[tried.Verdict]++
				if tried.Verdict == lesson.Wrong {
					continue
				}
				must.Succeed(t, p.Go(chapter, step))
				play(t, p)
			}
			if count[lesson.Right]+count[lesson.Allowed] == 0 {
				t.Errorf("all %d moves are wrong", len(moves))
			}
			if p.Step().Kind == lesson.Mend && count[lesson.Wrong] == 0 {
				t.Errorf("no move is wrong: %v", count)
			}
		})
		if l.Game != nil {
			expect.Error(t, expect.Second(p.Position(l.Game.Position)), nil)
		}
	})
}

// TestLessons_Finish: a learner who clicks at random finishes every chapter, because the coach answers after three mistakes.
func TestLessons_Finish(t *testing.T) {
	t.Parallel()
	forEachLesson(t, func(t *testing.T, title engine.Title, l *lesson.Lesson) {
		p := player(t, title, l)
		for seed := range testsize.Pick(uint64(5), 30, 300) {
			r := rand.New(rand.NewPCG(seed, 0))
			for _, c := range l.Chapters {
				must.Succeed(t, p.Go(c.ID, 0))
				clicks := finish(t, p, l, r)
				t.Logf("chapter %s with seed %d: %d clicks", c.ID, seed, clicks)
			}
		}
	})
}

// finish ends a chapter with random moves. It returns their number.
func finish(t *testing.T, p *lesson.Player, l *lesson.Lesson, r *rand.Rand) (clicks int) {
	t.Helper()
	for range 1000 {
		play(t, p)
		if p.Done() {
			more := must.Return(p.Advance())(t)
			if !more {
				return clicks
			}
			continue
		}
		if p.Mistakes() >= lesson.Patience {
			must.Return(p.Coach())(t)
			continue
		}
		d, moves := owed(p, l)
		clicks++
		must.Return(p.Try(d.ID, moves[r.IntN(len(moves))]))(t)
	}
	t.Fatalf("step %q has no end", p.Step().ID)
	return 0
}
