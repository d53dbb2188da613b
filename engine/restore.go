package engine

import (
	"slices"

	"nemeton/engine/chance"
)

// SourceServer is the source of entropy that the server drew alone.
const SourceServer = "server"

// Restored means that entries after the previous one were lost, because a backup was restored or a failover lost commits.
// Their draws may be known, so all later draws of the table use a key that depends on Entropy too.
type Restored struct {
	Entropy chance.Entropy `json:"entropy"`
	Source  string         `json:"source"` // of the entropy: SourceServer
}

// RestoredNotice is the part of Restored that all viewers receive. It lacks the entropy, because nothing that a draw
// depends on is public before the end of the table.
type RestoredNotice struct {
	Source string `json:"source"`
}

func redactRestored(e Event, _ Viewer) (any, bool) {
	r, ok := e.(Restored)
	if !ok {
		return nil, false
	}
	return RestoredNotice{Source: r.Source}, true
}

// Restore returns the record of a table whose newest entries were lost. From the entry on, draws use the entropy too, and no
// earlier step can be taken back. Errors: ErrFinished; ErrNotStarted.
func (f *Fold) Restore(entropy chance.Entropy, now int64) (Record, error) {
	switch {
	case f.state == nil:
		return Record{}, ErrNotStarted
	case f.Outcome() != nil:
		return Record{}, ErrFinished
	}
	return f.systemEntry(NoSeat, ActorTimer, "", now, Restored{Entropy: entropy, Source: SourceServer})
}

func (f *Fold) Restores() int { return len(f.restores) }

// RestoresAt is the number of restores that the log records up to and including entry seq.
func (f *Fold) RestoresAt(seq Seq) int {
	if at := slices.IndexFunc(f.restores, func(r Seq) bool { return r > seq }); at >= 0 {
		return at
	}
	return len(f.restores)
}

// applyRestored records a restore. The steps before it can no longer be taken back.
func (f *Fold) applyRestored(seq Seq) error {
	f.restores = append(f.restores[:len(f.restores):len(f.restores)], seq)
	return f.forgetOlderSteps()
}
