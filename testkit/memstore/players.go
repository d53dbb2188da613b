package memstore

import (
	"cmp"
	"context"

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
		p.Shown = cmp.Or(p.Shown, store.ShownToCompanions)
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

// ShowPlayer implements store.Players.
func (s *Store) ShowPlayer(ctx context.Context, id store.PlayerID, to store.Shown) error {
	return s.update(ctx, func(d *data) error {
		p, err := d.live(id)
		if err != nil {
			return err
		}
		p.Shown = to
		d.players[id] = p
		return nil
	})
}

// SetVacation implements store.Players.
func (s *Store) SetVacation(ctx context.Context, id store.PlayerID, until int64) error {
	return s.update(ctx, func(d *data) error {
		p, err := d.live(id)
		if err != nil {
			return err
		}
		p.Vacation = until
		d.players[id] = p
		return nil
	})
}

// ErasePlayer implements store.Players.
func (s *Store) ErasePlayer(ctx context.Context, id store.PlayerID) (ended store.Ended, err error) {
	err = s.update(ctx, func(d *data) error {
		p, ok := d.players[id]
		if !ok {
			return store.ErrNotFound
		}
		p.Name, p.Erased, p.Vacation = "", true, 0
		d.players[id] = p
		d.removeNames(id)
		d.forget(id)
		ended = d.end(func(x store.Session) bool { return x.Player == id })
		return nil
	})
	return ended, err
}

// live returns a player who is not erased.
func (d *data) live(id store.PlayerID) (store.Player, error) {
	p, ok := d.players[id]
	if !ok || p.Erased {
		return store.Player{}, store.ErrNotFound
	}
	return p, nil
}
