package enginetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/testkit/testsize"
)

// forkTable is the table of the forks.
const forkTable = "01930000-0000-7000-8000-0000000000f0"

// forkSteps is the number of moves that a fork is played on.
const forkSteps = 8

// samplesOfFork is the number of states that are sampled for each viewer to find a fact that nobody knows.
const samplesOfFork = 4

// forks: a fork of any moment shows every viewer what the origin showed at that moment, and its log holds the bytes of the origin. With the same
// chance its state is that of the origin. If a title draws nothing anew, all viewers together know all facts: two
// states that look the same to each of them are equal. A fork can be played on.
func forks(x suite) error {
	var met struct{ due, forks, redealt, unique int }
	err := x.each(lively, func(g *game, _ engine.Record, _ []engine.Event) error {
		if !g.due() || g.over() {
			return nil
		}
		if met.due++; (met.due-1)%testsize.Pick(4, 4, 1) > 0 { // a fork reads the whole log
			return nil
		}
		for _, chance := range []engine.ForkChance{engine.ForkSame, engine.ForkNew} {
			fork, events, err := g.fork(chance)
			if err != nil {
				return fmt.Errorf("fork with the chance %q: %w", chance, err)
			}
			if err := g.looksLike(fork); err != nil {
				return fmt.Errorf("fork with the chance %q: %w", chance, err)
			}
			met.forks++
			same, err := sameState(g.fold.State(), fork.State())
			switch {
			case err != nil:
				return err
			case chance == engine.ForkSame && (!same || len(events) > 2):
				return fmt.Errorf("a fork with the same chance has another state, or the events %s", encode(events[2:]))
			case chance == engine.ForkNew && len(events) > 2:
				met.redealt++
			case chance == engine.ForkNew:
				n, err := g.nothingUnknown()
				if err != nil {
					return err
				}
				met.unique += n
			}
			if err := g.playFork(fork); err != nil {
				return fmt.Errorf("play on a fork with the chance %q: %w", chance, err)
			}
		}
		return nil
	})
	x.Logf("%d forks, %d of them drew something anew; %d sampled states looked the same to all viewers", met.forks, met.redealt, met.unique)
	return err
}

// fork starts a fork of the game now. It returns its events, too.
func (g *game) fork(kept engine.ForkChance) (*engine.Fold, []engine.Event, error) {
	origin, err := engine.OriginAt(g.title, g.log, g.fold.Seq(), kept)
	if err != nil {
		return nil, nil, err
	}
	forked := engine.Forked{Secret: chance.Entropy(g.secret)}
	for _, r := range g.log {
		forked.Log = append(forked.Log, r.Bytes)
	}
	secret := chance.Secret{byte(g.fold.Seq()), byte(g.seed), 9}
	start := engine.Started{Table: forkTable, Title: g.start.Title, Setup: g.start.Setup, Origin: &origin}
	key := Sit(&start, secret)
	r, err := engine.BeginFork(g.title, start, forked, key, 0)
	if err == nil {
		r, err = r.Salted(secret, forkTable)
	}
	if err == nil {
		r, err = engine.ReadRecord(r.Bytes)
	}
	if err != nil {
		return nil, nil, err
	}
	fork := engine.NewFold(g.title)
	events, err := fork.Apply(r)
	if err != nil {
		return nil, nil, err
	}
	for i, raw := range events[1].(engine.Forked).Log {
		if !bytes.Equal(raw, g.log[i].Bytes) {
			return nil, nil, fmt.Errorf("the fork changes entry %d of its origin", i+1)
		}
	}
	for _, v := range g.viewers {
		if shown := fork.Redact(events[1:], v); len(shown) > 0 {
			return nil, nil, fmt.Errorf("%s receives %s at the start", v, encode(shown))
		}
	}
	return fork, events, nil
}

// looksLike compares what all viewers see in a fork with what they see in the game: views and decisions without their ids.
func (g *game) looksLike(fork *engine.Fold) error {
	for _, v := range g.viewers {
		if diff := diffJSON(g.fold.State().View(v), fork.State().View(v)); diff != "" {
			return fmt.Errorf("%s sees another view (-origin +fork): %s", v, diff)
		}
		if diff := diffJSON(withoutIDs(g.fold.Decisions(v)), withoutIDs(fork.Decisions(v))); diff != "" {
			return fmt.Errorf("%s sees other decisions (-origin +fork): %s", v, diff)
		}
	}
	return nil
}

// withoutIDs replaces the ids of decisions, which depend on the table, by their numbers.
func withoutIDs(list []engine.Decision) (texts []json.RawMessage) {
	for _, d := range list {
		d.ID = engine.DecisionID(fmt.Sprint(d.No))
		texts = append(texts, encode(d))
	}
	return texts
}

func sameState(a, b engine.State) (bool, error) {
	x, err := engine.EncodeState(a)
	if err != nil {
		return false, err
	}
	y, err := engine.EncodeState(b)
	return bytes.Equal(x, y), err
}

// nothingUnknown samples states for each viewer. It returns the number of those that look the same to all viewers as the state of the game does. Another
// state among them holds a fact that nobody knows.
func (g *game) nothingUnknown() (n int, err error) {
	for _, v := range g.viewers {
		for range samplesOfFork {
			state, err := g.title.Sample(g.fold.Knowledge(v), rand.New(rand.NewPCG(g.r.Uint64(), 2)))
			if err != nil {
				return n, fmt.Errorf("sample a state: %w", err)
			}
			if g.looksLike(g.fold.WithState(state)) != nil {
				continue
			}
			same, err := sameState(g.fold.State(), state)
			if err == nil && !same {
				a, _ := engine.EncodeState(g.fold.State())
				b, _ := engine.EncodeState(state)
				err = fmt.Errorf("a fact is unknown to all viewers, and Redeal does not draw it:\n- %s\n+ %s", a, b)
			}
			if err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// playFork answers some decisions of a fork at random.
func (g *game) playFork(fork *engine.Fold) error {
	for range forkSteps {
		open := engineDecisions(fork)
		if len(open) == 0 {
			return nil
		}
		d := open[g.r.IntN(len(open))]
		c, err := command(d, d.Moves[g.r.IntN(len(d.Moves))])
		if err != nil {
			return err
		}
		r, err := fork.Decide(c, chance.Key{1}, g.time())
		if err != nil {
			return err
		}
		if _, err := fork.Apply(r); err != nil {
			return err
		}
	}
	return nil
}
