package study

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/must"
)

// judge judges a decision to the end, against hard opponents, too.
func judge(t testing.TB, title engine.Title, o Options, k engine.Knowledge, played engine.Move) Judged {
	t.Helper()
	j := newJudgment(title, o, k, []engine.Seat{0, 1, 2}, 1, played, 0)
	for _, begin := range []work{j.easy, j.hard} {
		for next := begin; next != nil; {
			var err error
			if next, err = next(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return j.result
}

// TestJudgment_DependsOnKnowledgeAlone compares the study of a decision in the true game with that in sampled games that look equal to the
// seat.
func TestJudgment_DependsOnKnowledgeAlone(t *testing.T) {
	t.Parallel()
	const decisions, judged = 90, 12
	effort := Effort{Compared: 3, Choice: 8, Pilot: 2, Games: 3, HardGames: 2, HardDecisions: 2, HardSearch: 4}
	for _, title := range catalog.Titles() {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, 3))
			setup := enginetest.Setup(title, 3)
			state, games := enginetest.Begin(title, 3, chance.Loose{Rand: r}), bot.Simulation{Rand: r, Chance: chance.Loose{Rand: r}}
			compared := 0
			for n := range decisions {
				d := state.Open()[0]
				if n%(decisions/judged) == 0 && len(d.Moves) > 1 {
					k := knowledgeOf(setup, state, d.Seat)
					other := must.Return(title.Sample(k, r))(t)
					o := Options{Seat: d.Seat, Seed: 5, Effort: effort}
					want := must.Return(json.Marshal(judge(t, title, o, k, d.Moves[0])))(t)
					got := must.Return(json.Marshal(judge(t, title, o, knowledgeOf(setup, other, d.Seat), d.Moves[0])))(t)
					if !bytes.Equal(got, want) {
						t.Fatalf("decision %d: %s in a sampled game, %s in the true one", n, got, want)
					}
					compared++
				}
				games.Answer(state, d, games.Heaviest(state, d))
			}
			if compared < judged/2 {
				t.Errorf("only %d decisions were compared", compared)
			}
		})
	}
}

// BenchmarkRollout measures simulated games from the start of a table with the most seats.
func BenchmarkRollout(b *testing.B) {
	usual := Usual()
	models := map[string]model{"easy": {}, "hard": {decisions: usual.HardDecisions, search: usual.HardSearch}}
	for _, title := range catalog.Titles() {
		for name, m := range models {
			b.Run(title.Info().ID+"/"+name, func(b *testing.B) {
				seats := title.Info().MaxSeats
				state := enginetest.Begin(title, seats, chance.Loose{Rand: rand.New(rand.NewPCG(1, 1))})
				play := newRollout(title, enginetest.Setup(title, seats), 0, nil, m)
				games := 0
				for b.Loop() {
					play.begin(state.Clone(), uint64(games))
					for done := false; !done; {
						var err error
						if done, err = play.step(); err != nil {
							b.Fatal(err)
						}
					}
					games++
				}
				b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
			})
		}
	}
}
