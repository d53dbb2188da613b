package notify

import (
	"context"
	"maps"
	"slices"

	"nemeton/server/fanout"
	"nemeton/server/store"
)

// maxHints bounds the memory of hints that are not handled yet. The next look at all players replaces those that are dropped.
const maxHints = 10_000

// hints are changes that were announced and not handled yet. A hint is never the truth: the look that follows reads the store.
type hints struct {
	tables  map[store.TableID]bool  // true: seats or settings changed, so that invitations may be answered
	invited map[store.PlayerID]bool // players whose invitations changed
}

func newHints() hints {
	return hints{tables: map[store.TableID]bool{}, invited: map[store.PlayerID]bool{}}
}

func (h hints) full() bool { return len(h.tables)+len(h.invited) >= maxHints }

// Changed takes the hint that a table has changed. It does not block, and costs nearly nothing while no player is connected.
func (o *TurnFeed) Changed(c fanout.TableChange) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.seen) > 0 {
		o.hint(func(h *hints) { h.tables[c.Table] = h.tables[c.Table] || c.RowChanged })
	}
}

// PlayerChanged takes the hint that the invitations of a player have changed. It does not block.
func (o *TurnFeed) PlayerChanged(player store.PlayerID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.seen[player] != nil {
		o.hint(func(h *hints) { h.invited[player] = true })
	}
}

// hint adds a hint and wakes the loop. Its caller holds the lock.
func (o *TurnFeed) hint(add func(*hints)) {
	if !o.hints.full() {
		add(&o.hints)
	}
	select {
	case o.hinted <- struct{}{}:
	default:
	}
}

// ReadHinted looks for the connected players whom the hints since the last call concern. After an error the next look at all players does it.
func (o *TurnFeed) ReadHinted(ctx context.Context) {
	o.mu.Lock()
	h := o.hints
	o.hints = newHints()
	o.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, turnFeedTimeout)
	defer cancel()
	moved, err := o.seatedAt(ctx, slices.Sorted(maps.Keys(h.tables)))
	if err != nil {
		return
	}
	var answered []store.TableID
	for id, rowChanged := range h.tables {
		if rowChanged {
			answered = append(answered, id)
		}
	}
	sat, err := o.seatedAt(ctx, answered)
	if err != nil {
		return
	}
	for player := range sat {
		h.invited[player] = true
	}
	maps.Copy(moved, h.invited)
	_ = o.readFor(ctx, o.count(moved), func(p store.PlayerID) bool { return h.invited[p] })
}

func (o *TurnFeed) seatedAt(ctx context.Context, tables []store.TableID) (map[store.PlayerID]bool, error) {
	players := map[store.PlayerID]bool{}
	for chunk := range slices.Chunk(tables, turnFeedChunk) {
		list, err := o.store.SeatedAt(ctx, chunk)
		if err != nil {
			return nil, err
		}
		for _, player := range list {
			players[player] = true
		}
	}
	return players, nil
}

// count counts a change for the connected ones of some players, and returns these.
func (o *TurnFeed) count(of map[store.PlayerID]bool) (players []store.PlayerID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for player := range of {
		if at := o.seen[player]; at != nil {
			at.changes++
			players = append(players, player)
		}
	}
	slices.Sort(players)
	return players
}
