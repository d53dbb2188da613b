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
	return s.update(ctx, func(d *data) error {
		if _, ok := d.players[p.ID]; ok {
			return store.ErrConflict
		}
		if d.taken(first) {
			return store.ErrConflict
		}
		p.CreatedAt, p.Erased, first.Player = row.Stored(p.CreatedAt), false, p.ID
		d.players[p.ID] = p
		d.add(first)
		return nil
	})
}

// Player implements store.Players.
func (s *Store) Player(ctx context.Context, id store.PlayerID) (p store.Player, err error) {
	err = s.view(ctx, func(d *data) error {
		var ok bool
		if p, ok = d.players[id]; !ok {
			return store.ErrNotFound
		}
		return nil
	})
	return p, err
}

// PlayerNames implements store.Players.
func (s *Store) PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	names := make(map[store.PlayerID]string, len(ids))
	err := s.view(ctx, func(d *data) error {
		for _, id := range ids {
			if p, ok := d.players[id]; ok && !p.Erased {
				names[id] = p.Name
			}
		}
		return nil
	})
	return names, err
}

// RenamePlayer implements store.Players.
func (s *Store) RenamePlayer(ctx context.Context, id store.PlayerID, name string) error {
	return s.update(ctx, func(d *data) error {
		p, err := d.live(id)
		if err != nil {
			return err
		}
		p.Name = name
		d.players[id] = p
		return nil
	})
}

// ErasePlayer implements store.Players.
func (s *Store) ErasePlayer(ctx context.Context, id store.PlayerID) error {
	return s.update(ctx, func(d *data) error {
		p, ok := d.players[id]
		if !ok {
			return store.ErrNotFound
		}
		p.Name, p.Erased = "", true
		d.players[id] = p
		maps.DeleteFunc(d.sessions, func(_ [32]byte, x store.Session) bool { return x.Player == id })
		maps.DeleteFunc(d.links, func(_ [32]byte, l store.Link) bool { return l.Player == id })
		return nil
	})
}

// CreateLink implements store.Players.
func (s *Store) CreateLink(ctx context.Context, l store.Link) error {
	return s.update(ctx, func(d *data) error {
		if _, err := d.live(l.Player); err != nil {
			return err
		}
		if _, ok := d.links[l.CodeHash]; ok {
			return store.ErrConflict
		}
		l.ExpiresAt = row.Stored(l.ExpiresAt)
		d.links[l.CodeHash] = l
		return nil
	})
}

// ClaimLink implements store.Players. It also deletes expired links.
func (s *Store) ClaimLink(ctx context.Context, hash [32]byte, now time.Time) (id store.PlayerID, err error) {
	err = s.update(ctx, func(d *data) error {
		maps.DeleteFunc(d.links, func(_ [32]byte, l store.Link) bool { return !row.Stored(now).Before(l.ExpiresAt) })
		l, ok := d.links[hash]
		if !ok {
			return store.ErrNotFound
		}
		delete(d.links, hash)
		id = l.Player
		return nil
	})
	return id, err
}

// live returns a player who is not erased.
func (d *data) live(id store.PlayerID) (store.Player, error) {
	p, ok := d.players[id]
	if !ok || p.Erased {
		return store.Player{}, store.ErrNotFound
	}
	return p, nil
}
