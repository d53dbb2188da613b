package main

import (
	"os"
	"testing"
	"time"

	"nemeton/engine/bot"
	"nemeton/engine/catalog"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// TestShortGames: nine of ten novices of each kind win the short game of a lesson, and nine of ten games last at most ten minutes.
func TestShortGames(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	const games = 200
	for _, title := range catalog.Titles() {
		id := title.Info().ID
		file := "../../web/src/games/" + id + "/lesson/lesson.json"
		if _, err := os.Stat(file); err != nil {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			_, l, p, err := lessonFile{Title: id, File: file}.read()
			must.Succeed(t, err)
			from := must.Return(p.Position(l.Game.Position))(t)
			for _, novice := range novices {
				wins, lengths, err := measureShort(t.Context(), title, l, from, bot.Level(l.Game.Bot), novice.random, games, 1)
				must.Succeed(t, err)
				if wins < games*9/10 {
					t.Errorf("the %s novice wins %d of %d games, want nine of ten", novice.name, wins, games)
				}
				if took := time.Duration(lengths[games*9/10]) * decisionTime; took > 10*time.Minute {
					t.Errorf("nine of ten games of the %s novice take up to %s, want at most ten minutes", novice.name, took)
				}
			}
		})
	}
}
