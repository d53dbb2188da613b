package study_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/study"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/poolgame"
	"nemeton/testkit/testsize"
)

// small is an effort for tests that do not look at the numbers.
var small = study.Effort{Compared: 3, Choice: 6, Pilot: 2, Games: 3, HardGames: 2, HardDecisions: 1, HardSearch: 3, Luck: 2}

// finished plays a game to its end.
func finished(t testing.TB, title engine.Title, o poolgame.Options) []engine.Record {
	t.Helper()
	if o.Choose == nil {
		o.Choose = poolgame.Easy(title)
	}
	g := must.Return(poolgame.Play(title, o))(t)
	return g.Records
}

// run studies a game in slices of a budget.
func run(t testing.TB, title engine.Title, log []engine.Record, o study.Options, budget int) study.Result {
	t.Helper()
	s := must.Return(study.New(title, log, o))(t)
	last := -1
	for done := false; !done; {
		done = must.Return(s.Step(budget))(t)
		at, total := s.Progress()
		if at < last || done != (at == total) {
			t.Fatalf("progress %d after %d, of %d, done: %t", at, last, total, done)
		}
		last = at
	}
	return s.Result()
}

func encode(t testing.TB, r study.Result) []byte {
	t.Helper()
	return must.Return(json.Marshal(r))(t)
}

// versions are hashes of studies. If one changes, raise the version of what changed: study.Version, bot.Version or the rules of the title.
var versions = map[string]string{"meduris": "3f91e3500cb3a578", "druids": "459d3cd2a833b9e3", "pangea": "d5e7deed96ce03e1"}

// TestStudy_Reproducible: the same log, options and versions give the same bytes, whatever the slices are.
func TestStudy_Reproducible(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for _, title := range catalog.Titles() {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			log := finished(t, title, poolgame.Options{Seats: 3, Seed: 4})
			o := study.Options{Seat: 2, Seed: 7, Effort: small}
			whole := encode(t, run(t, title, log, o, 1<<30))
			for _, budget := range []int{1, 97} {
				expect.Equal(t, string(encode(t, run(t, title, log, o, budget))), string(whole), "slices of", budget, "steps give another study")
			}
			o.Seed++
			if bytes.Equal(encode(t, run(t, title, log, o, 1<<30)), whole) {
				t.Error("another seed gives the same study")
			}
			sum := sha256.Sum256(whole)
			// Other processors may round the weights of moves in another way.
			exact := runtime.GOARCH == "amd64" || runtime.GOARCH == "wasm"
			if got := hex.EncodeToString(sum[:8]); exact && got != versions[title.Info().ID] {
				t.Errorf("the hash of the study is %s, want %s: see versions", got, versions[title.Info().ID])
			}
		})
	}
}

// TestStudy_Decisions: every decision of the seat that stayed is judged, unless it was forced or a stand-in's. Chances sum up to 100.
func TestStudy_Decisions(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			const seat = 0
			log := finished(t, title, poolgame.Options{Seats: 2, Seed: 1})
			r := run(t, title, log, study.Options{Seat: seat, Effort: small}, 1000)
			forced, standIn, judged := decisions(t, title, log, seat)
			if r.Forced != forced || r.StandIn != standIn {
				t.Errorf("%d forced and %d of stand-ins, want %d and %d", r.Forced, r.StandIn, forced, standIn)
			}
			seqs := make([]engine.Seq, 0, len(r.Moments))
			for _, m := range r.Moments {
				seqs = append(seqs, m.Seq)
				checkMoment(t, m, judged[m.Seq], r.Measure)
			}
			if len(r.Moments) != len(judged) || !slices.IsSorted(seqs) {
				t.Errorf("%d moments at %v, want %d", len(r.Moments), seqs, len(judged))
			}
			for _, seq := range r.Worth {
				if !slices.Contains(seqs, seq) {
					t.Errorf("a moment worth a look at entry %d, which is no moment", seq)
				}
			}
		})
	}
}

// decisions counts the decisions of a person's seat, and lists the legal moves of those that a study judges.
func decisions(t *testing.T, title engine.Title, log []engine.Record, seat engine.Seat) (forced, standIn int, judged map[engine.Seq][]engine.Move) {
	t.Helper()
	f := engine.NewFold(title)
	judged = map[engine.Seq][]engine.Move{}
	for _, r := range log {
		if r.Entry.Kind == engine.KindMove && r.Entry.Seat == seat {
			own := f.Decisions(engine.SeatViewer(seat))
			d := own[slices.IndexFunc(own, func(d engine.Decision) bool { return d.Seat == seat })]
			switch {
			case len(d.Moves) == 1:
				forced++
			case r.Entry.Actor == engine.ActorBot:
				standIn++
			default:
				judged[r.Entry.Seq] = slices.Clone(d.Moves)
			}
		}
		events := must.Return(f.Apply(r))(t)
		for _, e := range events {
			if back, ok := e.(engine.TakenBack); ok {
				for seq := range judged {
					if seq > back.To {
						delete(judged, seq)
					}
				}
			}
		}
	}
	return forced, standIn, judged
}

// checkMoment compares a moment with the legal moves of its decision.
func checkMoment(t *testing.T, m study.Judged, legal []engine.Move, measure study.Measure) {
	t.Helper()
	named := slices.Clone(m.Untried)
	for i, tried := range m.Moves {
		named = append(named, tried.Move)
		for _, v := range tried.Values {
			sum := 0
			for _, chance := range v.Chances {
				sum += chance
			}
			if sum != 100 || v.Place < 1 || v.Place > float64(len(v.Chances)) || (v.Points == nil) != (measure == study.Places) {
				t.Errorf("entry %d: the value of a move is %+v", m.Seq, v)
			}
		}
		if want := 1 + len(m.Differences[1:]); i < 2 && len(tried.Values) != want {
			t.Errorf("entry %d: %d values of a compared move, want %d", m.Seq, len(tried.Values), want)
		}
	}
	for _, move := range legal {
		if !slices.Contains(named, move) {
			t.Errorf("entry %d does not name the move %v", m.Seq, move)
		}
	}
	counts := 0
	for _, d := range m.Differences {
		if d.Low > 0 {
			counts++
		}
	}
	want := []study.Verdict{study.NoDifference, study.Depends, study.Better}[counts]
	if m.Moves[0].Move != m.Played || len(named) != len(legal) || m.Verdict != want {
		t.Errorf("entry %d: the first move is %v, %d of %d moves, verdict %s with %v", m.Seq, m.Moves[0].Move, len(named), len(legal), m.Verdict, m.Differences)
	}
}

// TestStudy_Blunder plants missed builds into a game, and expects one at the head of the moments worth a look.
func TestStudy_Blunder(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	title, _ := catalog.Find("meduris")
	var planted []engine.Seq
	log := finished(t, title, poolgame.Options{Seats: 2, Seed: 3, Choose: blunder(poolgame.Easy(title), &planted)})
	effort := study.Effort{Compared: 4, Choice: 30, Pilot: 6, Games: 24, HardGames: 10, HardDecisions: 2, HardSearch: 12, Luck: 2}
	r := run(t, title, log, study.Options{Seat: 0, Seed: 1, Effort: effort}, 1000)
	if len(r.Worth) == 0 || !slices.Contains(planted, r.Worth[0]) {
		t.Fatalf("worth a look are %v, want first one of the planted %v", r.Worth, planted)
	}
	m := r.Moments[slices.IndexFunc(r.Moments, func(m study.Judged) bool { return m.Seq == r.Worth[0] })]
	if m.Verdict != study.Better || len(m.Differences) != 2 || m.Differences[0].Low <= 0 || m.Differences[1].Low <= 0 {
		t.Errorf("the planted move %v: %s, %+v", m.Played, m.Verdict, m.Differences)
	}
}

// TestStudy_Running: nobody studies a game before its end.
func TestStudy_Running(t *testing.T) {
	t.Parallel()
	title, _ := catalog.Find("druids")
	log := finished(t, title, poolgame.Options{Seats: 2, Plain: true})
	s := must.Return(study.New(title, log[:len(log)-1], study.Options{Effort: small}))(t)
	if done, err := s.Step(1 << 30); done || !errors.Is(err, study.ErrRunning) {
		t.Errorf("done: %t, %v; want ErrRunning", done, err)
	}
}

// TestStudy_Conceded: a seat that gave up wins no simulated game, and its place is the last.
func TestStudy_Conceded(t *testing.T) {
	t.Parallel()
	title, _ := catalog.Find("druids")
	log := finished(t, title, poolgame.Options{Seats: 3, Seed: 5, Ending: poolgame.Gives})
	at := slices.IndexFunc(log, func(r engine.Record) bool {
		return slices.ContainsFunc(r.Entry.Events, func(e engine.Stored) bool { return e.Name == "frame.conceded" })
	})
	r := run(t, title, log, study.Options{Seat: 0, Seed: 1, Effort: small}, 1000)
	before, after := 0, 0
	for _, m := range r.Moments {
		for _, tried := range m.Moves {
			if m.Seq > log[at].Entry.Seq {
				after += tried.Values[0].Chances[1]
				if tried.Values[0].Place > 2 {
					t.Errorf("entry %d: the place is %g behind a seat that gave up", m.Seq, tried.Values[0].Place)
				}
			} else {
				before += tried.Values[0].Chances[1]
			}
		}
	}
	if before == 0 || after != 0 {
		t.Errorf("the seat that gave up has chances of %d before and %d after, want some and none", before, after)
	}
}

func TestNew_Refuses(t *testing.T) {
	t.Parallel()
	title := catalog.Titles()[0]
	few := small
	few.Games = 1 // no interval
	for _, o := range []study.Options{{}, {Seat: -1, Effort: small}, {Effort: few}} {
		if _, err := study.New(title, nil, o); err == nil {
			t.Errorf("no error for %+v", o)
		}
	}
	log := finished(t, title, poolgame.Options{Seats: 2, Plain: true})
	s := must.Return(study.New(title, log, study.Options{Seat: 2, Effort: small}))(t)
	expect.Failure(t, expect.Second(s.Step(1<<30)), "a seat that the table does not have")
}
