package memstore

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// CreateSession implements store.Players.
func (s *Store) CreateSession(ctx context.Context, x store.Session) error {
	return s.update(ctx, func(d *data) error {
		if _, err := d.live(x.Player); err != nil {
			return err
		}
		if d.taken(x) {
			return store.ErrConflict
		}
		d.add(x)
		return nil
	})
}

// SessionByToken implements store.Players.
func (s *Store) SessionByToken(ctx context.Context, hash [32]byte) (x store.Session, p store.Player, err error) {
	err = s.view(ctx, func(d *data) error {
		var ok bool
		if x, ok = d.sessions[hash]; !ok {
			return store.ErrNotFound
		}
		p = d.players[x.Player]
		return nil
	})
	return x, p, err
}

// TouchSession implements store.Players.
func (s *Store) TouchSession(ctx context.Context, id string, seen time.Time) error {
	return s.update(ctx, func(d *data) error {
		x, ok := d.session(id)
		if !ok {
			return store.ErrNotFound
		}
		if seen = row.Stored(seen); seen.After(x.SeenAt) {
			x.SeenAt = seen
		}
		d.sessions[x.TokenHash] = x
		return nil
	})
}

// Sessions implements store.Players.
func (s *Store) Sessions(ctx context.Context, player store.PlayerID) (list []store.Session, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, x := range d.sessions {
			if x.Player == player {
				list = append(list, x)
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Session) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	})
	return list, err
}

// LiveSessions implements store.Players.
func (s *Store) LiveSessions(ctx context.Context, ids []string) (map[string]bool, error) {
	live := make(map[string]bool, len(ids))
	err := s.view(ctx, func(d *data) error {
		for _, x := range d.sessions {
			if slices.Contains(ids, x.ID) {
				live[x.ID] = true
			}
		}
		return nil
	})
	return live, err
}

// session returns the session with that id.
func (d *data) session(id string) (store.Session, bool) {
	for _, x := range d.sessions {
		if x.ID == id {
			return x, true
		}
	}
	return store.Session{}, false
}

// taken reports whether the id or the token of a session exists already.
func (d *data) taken(x store.Session) bool {
	_, token := d.sessions[x.TokenHash]
	_, id := d.session(x.ID)
	return token || id
}

func (d *data) add(x store.Session) {
	x.CreatedAt, x.SeenAt, x.TokenAt = row.Stored(x.CreatedAt), row.Stored(x.SeenAt), row.Stored(x.CreatedAt)
	d.sessions[x.TokenHash] = x
}
