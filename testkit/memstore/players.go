package memstore

import (
	"cmp"
	"context"
	"time"

	"nemeton/server/store"
)

// CreatePlayer implements store.Players, without the session.
func (s *Store) CreatePlayer(ctx context.Context, p store.Player, _ store.Session) error {
	return s.update(ctx, func(d *data) error {
		if _, ok := d.players[p.ID]; ok {
			return store.ErrConflict
		}
		p.Shown = cmp.Or(p.Shown, store.ShownToCompanions)
		p.CreatedAt, p.Erased = stored(p.CreatedAt), false
		d.players[p.ID] = p
		return nil
	})
}

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

func (s *Store) PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	names := make(map[store.PlayerID]string, len(ids))
	err := s.view(ctx, func(d *data) error {
		for _, id := range ids {
			if p, ok := d.players[id]; ok {
				names[id] = p.Name
			}
		}
		return nil
	})
	return names, err
}

func (s *Store) SetVacation(ctx context.Context, id store.PlayerID, until int64) error {
	return s.update(ctx, func(d *data) error {
		p, ok := d.players[id]
		if !ok {
			return store.ErrNotFound
		}
		p.Vacation = until
		d.players[id] = p
		return nil
	})
}

// LiveSessions implements store.Players without sessions.
func (s *Store) LiveSessions(context.Context, []string) (map[string]store.PlayerID, error) {
	return nil, nil // there are none
}

// OpenRecoveries implements store.Recoveries without recoveries.
func (s *Store) OpenRecoveries(context.Context, []store.TableID, time.Time) ([]store.Recovery, error) {
	return nil, nil // there are none
}

// ChangeRecovery implements store.Recoveries without recoveries.
func (s *Store) ChangeRecovery(context.Context, store.TableID, string, func(*store.Recovery) error) (store.Recovery, error) {
	return store.Recovery{}, store.ErrNotFound
}

// Offer implements store.Sessions without offers.
func (s *Store) Offer(ctx context.Context, _ [32]byte, _ time.Time) (store.Link, error) {
	return store.Link{}, s.view(ctx, func(*data) error { return store.ErrNotFound })
}
