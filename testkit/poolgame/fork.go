package poolgame

import (
	"nemeton/engine"
	"nemeton/engine/chance"
)

// Fork is a moment of another game, at which a game begins.
type Fork struct {
	Of     *Game
	Seq    engine.Seq
	Chance engine.ForkChance
}

// origin is the origin of the fork; nil without a fork.
func (f *Fork) origin() *engine.Origin {
	if f == nil {
		return nil
	}
	return &engine.Origin{Table: f.Of.Start.Table, Seq: f.Seq, Head: f.Of.Records[f.Seq-1].Hash, Chance: f.Chance}
}

func (t *table) first() (engine.Record, error) {
	if t.Fork == nil {
		return engine.Begin(t.title, t.start, t.key, t.now)
	}
	forked := engine.Forked{Secret: chance.Entropy(t.Fork.Of.Secret)}
	for _, r := range t.Fork.Of.Records[:t.Fork.Seq] {
		forked.Log = append(forked.Log, r.Bytes)
	}
	return engine.BeginFork(t.title, t.start, forked, t.key, t.now)
}
