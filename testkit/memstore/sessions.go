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
	return s.changing(ctx, func(k *kept) error {
		if _, err := k.present(x.Player); err != nil {
			return err
		}
		if k.knows(x) {
			return store.ErrConflict
		}
		k.add(x)
		return nil
	})
}

// SessionByToken implements store.Players.
func (s *Store) SessionByToken(ctx context.Context, hash [32]byte) (x store.Session, p store.Player, err error) {
	err = s.looking(ctx, func(k *kept) error {
		var ok bool
		if x, ok = k.sessions[hash]; !ok {
			return store.ErrNotFound
		}
		p = k.players[x.Player]
		return nil
	})
	return x, p, err
}

// TouchSession implements store.Players.
func (s *Store) TouchSession(ctx context.Context, id string, seen time.Time) error {
	return s.changing(ctx, func(k *kept) error {
		x, ok := k.session(id)
		if !ok {
			return store.ErrNotFound
		}
		if seen = row.Stored(seen); seen.After(x.SeenAt) {
			x.SeenAt = seen
		}
		k.sessions[x.TokenHash] = x
		return nil
	})
}

// Sessions implements store.Players.
func (s *Store) Sessions(ctx context.Context, player store.PlayerID) (list []store.Session, err error) {
	err = s.looking(ctx, func(k *kept) error {
		for _, x := range k.sessions {
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
	left := make(map[string]bool, len(ids))
	err := s.looking(ctx, func(k *kept) error {
		for _, x := range k.sessions {
			if slices.Contains(ids, x.ID) {
				left[x.ID] = true
			}
		}
		return nil
	})
	return left, err
}

// RevokeSession implements store.Players.
func (s *Store) RevokeSession(ctx context.Context, player store.PlayerID, id string) error {
	return s.changing(ctx, func(k *kept) error {
		x, ok := k.session(id)
		if !ok || x.Player != player {
			return store.ErrNotFound
		}
		delete(k.sessions, x.TokenHash)
		return nil
	})
}

// session finds one by its id.
func (k *kept) session(id string) (store.Session, bool) {
	for _, x := range k.sessions {
		if x.ID == id {
			return x, true
		}
	}
	return store.Session{}, false
}

// knows tells whether the id or the token of a session is taken.
func (k *kept) knows(x store.Session) bool {
	_, token := k.sessions[x.TokenHash]
	_, id := k.session(x.ID)
	return token || id
}

func (k *kept) add(x store.Session) {
	x.CreatedAt, x.SeenAt = row.Stored(x.CreatedAt), row.Stored(x.SeenAt)
	k.sessions[x.TokenHash] = x
}
