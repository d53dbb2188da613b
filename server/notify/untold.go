package notify

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"nemeton/server/fanout"
	"nemeton/server/store"
)

const (
	// sweepPage is the number of reachable players whose live seats one round looks at, whether or not anything hints at them.
	sweepPage = 500
	// untoldChunk is the maximum number of players, and of tables, in one query.
	untoldChunk = 500
)

// Announcements collects hints for the next round of a Service: tables that this node changed, and players whose invitations changed. Rounds also look at
// all reachable players, one page after another. So a lost hint delays a notification by the time of all pages.
type Announcements struct {
	mu      sync.Mutex // guards all below
	pending hints
}

// NewAnnouncements returns a list without announcements.
func NewAnnouncements() *Announcements { return &Announcements{pending: newHints()} }

// Table takes the hint that this node changed a table. It does not block.
func (a *Announcements) Table(t fanout.TableChange) {
	a.add(func(h *hints) { h.tables[t.Table] = h.tables[t.Table] || t.RowChanged })
}

// Player takes the hint that invitations of a player have changed. It does not block.
func (a *Announcements) Player(id store.PlayerID) { a.add(func(h *hints) { h.invited[id] = true }) }

func (a *Announcements) add(add func(*hints)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.pending.full() {
		add(&a.pending)
	}
}

func (a *Announcements) take() hints {
	a.mu.Lock()
	defer a.mu.Unlock()
	h := a.pending
	a.pending = newHints()
	return h
}

// untold returns what players are to be told of: those of the hints since the last call, and those of the next page.
func (s *Service) untold(ctx context.Context) (list []store.Owed, err error) {
	h := s.cfg.Announced.take()
	for _, p := range s.departed() {
		h.invited[p] = true
	}
	page, err := s.cfg.Store.Reachable(ctx, s.swept, s.cfg.Page)
	if err != nil {
		return nil, err
	}
	for _, p := range page {
		h.invited[p] = true
	}
	players, tables := slices.Sorted(maps.Keys(h.invited)), slices.Sorted(maps.Keys(h.tables))
	for len(players)+len(tables) > 0 {
		n, m := min(len(players), untoldChunk), min(len(tables), untoldChunk)
		part, err := s.cfg.Store.Untold(ctx, s.cfg.Now(), players[:n], tables[:m])
		if err != nil {
			return nil, err
		}
		list, players, tables = append(list, part...), players[n:], tables[m:]
	}
	s.swept = ""
	if len(page) == s.cfg.Page {
		s.swept = page[len(page)-1]
	}
	return list, nil
}

// departed returns the players whose presence has ended since the last call. While they were present, they were not told of their turns.
func (s *Service) departed() (list []store.PlayerID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.cfg.Now()
	for p, last := range s.attended {
		if now.Sub(last) >= seenFor+time.Second {
			delete(s.attended, p)
			list = append(list, p)
		}
	}
	return list
}
