package study_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/study"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/must"
)

// dicing is a title without choices: each of two seats rolls a fair die in turn, and counts the pips.
type dicing struct{ engine.Title }

const rolls = 4 // of each seat

type (
	rollMove struct {
		Do string `json:"do"`
	}
	rolled struct {
		Pips int `json:"pips"`
	}
	dicingView struct {
		Scores []int `json:"scores"`
	}
)

func (dicing) Info() engine.Info {
	colors := []string{"red", "blue"}
	return engine.Info{ID: "dicing", Name: "Dicing", MinSeats: 2, MaxSeats: 2, Rules: 1, LongestGame: 2 * rolls, Colors: [][]string{colors}}
}

func (dicing) Registry() *engine.Registry {
	return engine.NewRegistry(engine.NewEventType[rolled]("rolled", 1, engine.Public))
}
func (dicing) Start(engine.Setup, chance.Source) []engine.Event { return nil }
func (dicing) Blank(engine.Setup) engine.State                  { return &dicingState{scores: make([]int, 2)} }
func (dicing) Moves() engine.MoveTypes {
	return engine.MoveTypes{"roll": {engine.MoveOf[rollMove]()}}
}

type dicingState struct {
	scores []int
	done   int
}

func (s *dicingState) Open() []engine.Decision {
	if s.done == 2*rolls {
		return nil
	}
	return []engine.Decision{{No: uint32(s.done + 1), Seat: engine.Seat(s.done % 2), Kind: "roll", Moves: []engine.Move{rollMove{"roll"}}}}
}

func (s *dicingState) Decide(_ engine.Decision, _ engine.Move, chance chance.Source) []engine.Event {
	return []engine.Event{rolled{1 + chance.Draw("die", 6)}}
}

func (s *dicingState) Evolve(e engine.Event) {
	s.scores[s.done%2] += e.(rolled).Pips
	s.done++
}
func (s *dicingState) View(engine.Viewer) any { return dicingView{append([]int{}, s.scores...)} }

func (s *dicingState) Outcome() *engine.Outcome {
	if s.done < 2*rolls {
		return nil
	}
	o := s.Standing([]engine.Seat{0, 1})
	return &o
}

func (s *dicingState) Standing(among []engine.Seat) engine.Outcome {
	o := engine.Outcome{Scores: append([]int{}, s.scores...)}
	for _, seat := range among {
		if s.done == 2*rolls && s.scores[seat] >= s.scores[1-seat] {
			o.Winners = append(o.Winners, seat)
		}
	}
	return o
}

func (s *dicingState) Clone() engine.State {
	return &dicingState{append([]int{}, s.scores...), s.done}
}

func (s *dicingState) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"scores": &s.scores, "done": &s.done}
}

// TestLuck_FairDie: the luck of forced rolls is the pips above the mean. Over many games it averages to 0.
func TestLuck_FairDie(t *testing.T) {
	t.Parallel()
	const games, mean = 300, 3.5
	effort := small
	effort.Luck = 12 // twice each face
	sum, variance := 0.0, 0.0
	for seed := range uint64(games) {
		log := dicingGame(t, seed)
		r := run(t, dicing{}, log, study.Options{Seat: 0, Seed: uint32(seed), Effort: effort}, 1000)
		scores := make([]float64, 2)
		for _, d := range r.Draws {
			pips := float64(d.Draws[0].Is + 1)
			scores[d.Seat] += pips
			if d.Draws[0].Of != 6 || math.Abs(d.Luck[d.Seat].Mean-(pips-mean)) > 0.01 || d.Luck[1-d.Seat] != (study.Estimate{}) {
				t.Fatalf("a roll of %g of seat %d: luck %+v", pips, d.Seat, d.Luck)
			}
		}
		for seat, luck := range r.Luck {
			if want := scores[seat] - rolls*mean; math.Abs(luck.Mean-want) > 0.01 || luck.Low > want || luck.High < want {
				t.Fatalf("seat %d rolled %g in %d rolls: luck %+v", seat, scores[seat], rolls, luck)
			}
		}
		if r.Forced != rolls || len(r.Moments) != 0 || len(r.Worth) != 0 {
			t.Fatalf("forced rolls were judged: %+v", r)
		}
		sum += r.Luck[0].Mean
		variance += rolls * 35.0 / 12
	}
	if deviation := math.Sqrt(variance); math.Abs(sum) > 4*deviation {
		t.Errorf("the luck of %d games is %.1f in all, more than four times the deviation of %.1f", games, sum, deviation)
	}
}

// dicingGame plays a game with a secret of its own.
func dicingGame(t *testing.T, seed uint64) []engine.Record {
	t.Helper()
	title, r := dicing{}, rand.New(rand.NewPCG(seed, 9))
	start := engine.Started{Table: "t", Title: "dicing", Setup: engine.Setup{Colors: []string{"red", "blue"}, Options: engine.Options{}}}
	secret := chance.Secret{byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())}
	key := enginetest.Sit(&start, secret)
	start.Bots, start.Answers, start.Names = []string{"easy", "easy"}, make([]engine.Answer, 2), make([]codec.Optional, 2)
	record, err := engine.Begin(title, start, key, 0)
	f, log := engine.NewFold(title), []engine.Record{}
	for {
		must.Succeed(t, err)
		must.Return(f.Apply(record))(t)
		if log = append(log, record); f.Outcome() != nil {
			return log
		}
		seat := f.OwingSeats()[0]
		d := f.Decisions(engine.SeatViewer(seat))[0]
		record, err = f.Decide(engine.Command{ID: "c", Seat: seat, Actor: engine.ActorBot, Decision: d.ID, Move: []byte(`{"do":"roll"}`)}, key, 0)
	}
}

func (*dicingState) Redeal(chance.Source) []engine.Event { return nil }
