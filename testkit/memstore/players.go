package memstore

import (
	"context"
	"maps"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// CreatePlayer implements store.Players.
func (s *Store) CreatePlayer(ctx context.Context, p store.Player, first store.Session) error {
	return s.changing(ctx, func(k *kept) error {
		if _, ok := k.players[p.ID]; ok {
			return store.ErrConflict
		}
		if k.knows(first) {
			return store.ErrConflict
		}
		p.CreatedAt, p.Erased, first.Player = row.Stored(p.CreatedAt), false, p.ID
		k.players[p.ID] = p
		k.add(first)
		return nil
	})
}

// Player implements store.Players.
func (s *Store) Player(ctx context.Context, id store.PlayerID) (p store.Player, err error) {
	err = s.looking(ctx, func(k *kept) error {
		var ok bool
		if p, ok = k.players[id]; !ok {
			return store.ErrNotFound
		}
		return nil
	})
	return p, err
}

// PlayerNames implements store.Players.
func (s *Store) PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	names := make(map[store.PlayerID]string, len(ids))
	err := s.looking(ctx, func(k *kept) error {
		for _, id := range ids {
			if p, ok := k.players[id]; ok && !p.Erased {
				names[id] = p.Name
			}
		}
		return nil
	})
	return names, err
}

// RenamePlayer implements store.Players.
func (s *Store) RenamePlayer(ctx context.Context, id store.PlayerID, name string) error {
	return s.changing(ctx, func(k *kept) error {
		p, err := k.present(id)
		if err != nil {
			return err
		}
		p.Name = name
		k.players[id] = p
		return nil
	})
}

// ErasePlayer implements store.Players.
func (s *Store) ErasePlayer(ctx context.Context, id store.PlayerID) error {
	return s.changing(ctx, func(k *kept) error {
		p, ok := k.players[id]
		if !ok {
			return store.ErrNotFound
		}
		p.Name, p.Erased = "", true
		k.players[id] = p
		maps.DeleteFunc(k.sessions, func(_ [32]byte, x store.Session) bool { return x.Player == id })
		maps.DeleteFunc(k.links, func(_ [32]byte, l store.Link) bool { return l.Player == id })
		return nil
	})
}

// CreateLink implements store.Players.
func (s *Store) CreateLink(ctx context.Context, l store.Link) error {
	return s.changing(ctx, func(k *kept) error {
		if _, err := k.present(l.Player); err != nil {
			return err
		}
		if _, ok := k.links[l.CodeHash]; ok {
			return store.ErrConflict
		}
		l.ExpiresAt = row.Stored(l.ExpiresAt)
		k.links[l.CodeHash] = l
		return nil
	})
}

// ClaimLink implements store.Players. Links that have expired go with it.
func (s *Store) ClaimLink(ctx context.Context, hash [32]byte, now time.Time) (id store.PlayerID, err error) {
	err = s.changing(ctx, func(k *kept) error {
		maps.DeleteFunc(k.links, func(_ [32]byte, l store.Link) bool { return !row.Stored(now).Before(l.ExpiresAt) })
		l, ok := k.links[hash]
		if !ok {
			return store.ErrNotFound
		}
		delete(k.links, hash)
		id = l.Player
		return nil
	})
	return id, err
}

// present finds a player who is not erased.
func (k *kept) present(id store.PlayerID) (store.Player, error) {
	p, ok := k.players[id]
	if !ok || p.Erased {
		return store.Player{}, store.ErrNotFound
	}
	return p, nil
}
