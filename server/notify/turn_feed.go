package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
)

const (
	// turnFeedInterval is the default time between two looks at what waits for all connected players. Hints of changes come at once, so it is a safety net.
	turnFeedInterval = 10 * time.Second
	// Hints cause at most one look per hintGap; those in between are handled together.
	hintGap         = 250 * time.Millisecond
	turnFeedTimeout = 10 * time.Second
	turnFeedChunk   = 500
	maxInvitations  = 20
	// The invitations of all players are counted again after recount.
	recount = 10 * time.Second
)

// TurnStore is the part of the store that the turn feed uses.
type TurnStore interface {
	OwedBy(ctx context.Context, players []store.PlayerID) ([]store.Owed, error)
	SeatedAt(ctx context.Context, tables []store.TableID) ([]store.PlayerID, error)
	CountInvitations(ctx context.Context, players []store.PlayerID) (map[store.PlayerID]int, error)
}

// TurnFeed sends the connected players what waits for them at all tables, whenever it changes. One loop looks for all of them, so that their number of pages costs little.
// Hints of changed tables and players make it look at once; see hints.
type TurnFeed struct {
	store  TurnStore
	every  time.Duration
	stop   context.CancelFunc
	done   sync.WaitGroup
	hinted chan struct{} // capacity 1: hints is not empty

	mu    sync.Mutex                      // guards all below
	seen  map[store.PlayerID]*playerTurns // of the players with readers
	hints hints
	looks int
}

// playerTurns is the newest knowledge about one player.
type playerTurns struct {
	readers     map[*Reader]struct{}
	invitations int
	counted     bool // invitations is set
	changes     uint64
	encoded     []byte
}

// Reader receives the overviews of a player.
type Reader struct {
	all     *TurnFeed
	player  store.PlayerID
	session string
	wake    func()
	end     func()
}

// NewTurnFeed makes a TurnFeed. Zero takes the default interval.
func NewTurnFeed(s TurnStore, every time.Duration) *TurnFeed {
	if every <= 0 {
		every = turnFeedInterval
	}
	return &TurnFeed{
		store: s, every: every, stop: func() {}, hinted: make(chan struct{}, 1), seen: map[store.PlayerID]*playerTurns{}, hints: newHints(),
	}
}

// Start begins to look, until Close.
func (o *TurnFeed) Start() {
	ctx, stop := context.WithCancel(context.Background())
	o.stop = stop
	o.done.Go(func() { o.loop(ctx) })
}

// loop looks for all players at the interval, and for those with hints at once.
func (o *TurnFeed) loop(ctx context.Context) {
	tick := time.NewTicker(o.every)
	defer tick.Stop()
	pause := time.NewTimer(hintGap)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			o.ReadAll(ctx)
		case <-o.hinted:
			o.ReadHinted(ctx)
			pause.Reset(hintGap)
			select {
			case <-ctx.Done():
			case <-pause.C:
			}
		}
	}
}

func (o *TurnFeed) Close() {
	o.stop()
	o.done.Wait()
}

func (o *TurnFeed) Of(ctx context.Context, player store.PlayerID) (wire.Overview, error) {
	owed, err := o.store.OwedBy(ctx, []store.PlayerID{player})
	if err != nil {
		return wire.Overview{}, err
	}
	counts, err := o.store.CountInvitations(ctx, []store.PlayerID{player})
	return overview(owed, min(counts[player], maxInvitations), 0), err
}

func overview(owed []store.Owed, invitations int, changes uint64) wire.Overview {
	v := wire.Overview{T: wire.TagOverview, Turns: []wire.OwedTable{}, Waiting: []wire.OwedTable{}, Invitations: invitations, Changes: changes}
	for _, x := range owed {
		turn := wire.OwedTable{Table: string(x.Table), Title: x.Title, Since: x.Updated}
		if x.DueAt > 0 {
			due := time.UnixMilli(x.DueAt).UTC()
			turn.DueAt = &due
		}
		if x.State == store.Open {
			v.Waiting = append(v.Waiting, turn)
		} else {
			v.Turns = append(v.Turns, turn)
		}
	}
	return v
}

// Read begins to send a player's overviews: wake is called when Take has a newer one than at the beginning, and end when the player's session has ended. Neither
// may block.
func (o *TurnFeed) Read(player store.PlayerID, session string, wake, end func()) *Reader {
	r := &Reader{all: o, player: player, session: session, wake: wake, end: end}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.seen[player] == nil {
		o.seen[player] = &playerTurns{readers: map[*Reader]struct{}{}}
		o.hint(func(h *hints) { h.invited[player] = true })
	}
	o.seen[player].readers[r] = struct{}{}
	return r
}

func (r *Reader) Close() {
	r.all.mu.Lock()
	defer r.all.mu.Unlock()
	at := r.all.seen[r.player]
	if at == nil {
		return
	}
	if delete(at.readers, r); len(at.readers) == 0 {
		delete(r.all.seen, r.player)
	}
}

// Take returns the newest overview, encoded; nil before the first one.
func (r *Reader) Take() []byte {
	r.all.mu.Lock()
	defer r.all.mu.Unlock()
	if at := r.all.seen[r.player]; at != nil {
		return at.encoded
	}
	return nil
}

// Sessions returns the sessions of all readers, each once for each reader.
func (o *TurnFeed) Sessions() (list []table.SessionOf) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, at := range o.seen {
		for r := range at.readers {
			list = append(list, table.SessionOf{ID: r.session, Player: r.player})
		}
	}
	return list
}

func (o *TurnFeed) EndSession(session string) {
	o.mu.Lock()
	var ended []*Reader
	for _, at := range o.seen {
		for r := range at.readers {
			if r.session == session {
				ended = append(ended, r)
			}
		}
	}
	o.mu.Unlock()
	for _, r := range ended {
		r.end()
	}
}

// ReadAll reads what waits for all connected players, and wakes the readers of those for whom it changed. After an error the next look tries again.
func (o *TurnFeed) ReadAll(ctx context.Context) {
	o.mu.Lock()
	players := slices.Sorted(maps.Keys(o.seen))
	again := o.looks%max(1, int(recount/o.every)) == 0
	o.looks++
	o.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, turnFeedTimeout)
	defer cancel()
	_ = o.readFor(ctx, players, func(store.PlayerID) bool { return again })
}

// readFor reads what waits for players, and wakes the readers of those for whom it changed. recount says whose invitations are counted again.
func (o *TurnFeed) readFor(ctx context.Context, players []store.PlayerID, recount func(store.PlayerID) bool) error {
	for chunk := range slices.Chunk(players, turnFeedChunk) {
		owed, err := o.store.OwedBy(ctx, chunk)
		if err != nil {
			return err
		}
		byPlayer := map[store.PlayerID][]store.Owed{}
		for _, x := range owed {
			byPlayer[x.Player] = append(byPlayer[x.Player], x)
		}
		invitations, err := o.invitationsOf(ctx, chunk, recount)
		if err != nil {
			return err
		}
		for _, player := range chunk {
			if err := o.update(player, byPlayer[player], invitations); err != nil {
				return err
			}
		}
	}
	return nil
}

// invitationsOf counts the invitations of those players for whom it is time. The others are missing in the result.
func (o *TurnFeed) invitationsOf(ctx context.Context, players []store.PlayerID, recount func(store.PlayerID) bool) (map[store.PlayerID]int, error) {
	counts := map[store.PlayerID]int{}
	o.mu.Lock()
	for _, player := range players {
		if at := o.seen[player]; at != nil && (!at.counted || recount(player)) {
			counts[player] = 0
		}
	}
	o.mu.Unlock()
	if len(counts) == 0 {
		return nil, nil
	}
	found, err := o.store.CountInvitations(ctx, slices.Collect(maps.Keys(counts)))
	for player, n := range found {
		counts[player] = min(n, maxInvitations)
	}
	return counts, err
}

// update stores the overview of a player, and wakes the readers if it changed.
func (o *TurnFeed) update(player store.PlayerID, owed []store.Owed, invitations map[store.PlayerID]int) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := o.seen[player]
	if at == nil {
		return nil
	}
	if n, counted := invitations[player]; counted {
		at.invitations, at.counted = n, true
	}
	encoded, err := json.Marshal(overview(owed, at.invitations, at.changes))
	if err != nil || bytes.Equal(encoded, at.encoded) {
		return err
	}
	at.encoded = encoded
	for r := range at.readers {
		r.wake()
	}
	return nil
}
