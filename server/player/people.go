package player

import (
	"context"
	"errors"
	"fmt"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

func (s *Service) Show(ctx context.Context, id store.PlayerID, to store.Shown) error {
	if err := s.cfg.Store.ShowPlayer(ctx, id, to); err != nil {
		return apperr.FailedForPlayer("change who sees the history", err)
	}
	return nil
}

// Block makes the player block another one, who then cannot invite the player and does not see the player's history. Errors: unknown_player; invalid for
// the player themselves.
func (s *Service) Block(ctx context.Context, id, other store.PlayerID) error {
	if id == other {
		return apperr.New(apperr.Invalid, "you cannot block yourself")
	}
	err := s.cfg.Store.Block(ctx, id, other, s.cfg.Now())
	if errors.Is(err, store.ErrNotFound) {
		return apperr.New(apperr.UnknownPlayer, "there is no such player")
	}
	if err != nil {
		return fmt.Errorf("block a player: %w", err)
	}
	return nil
}

// Unblock ends a block. It fails with no_change if there is none.
func (s *Service) Unblock(ctx context.Context, id, other store.PlayerID) error {
	err := s.cfg.Store.Unblock(ctx, id, other)
	if errors.Is(err, store.ErrNotFound) {
		return apperr.New(apperr.NoChange, "that player is not blocked")
	}
	if err != nil {
		return fmt.Errorf("end a block: %w", err)
	}
	return nil
}

func (s *Service) Blocked(ctx context.Context, id store.PlayerID) ([]store.Player, error) {
	ids, err := s.cfg.Store.Blocked(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("list blocked players: %w", err)
	}
	names, err := s.cfg.Store.PlayerNames(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read names: %w", err)
	}
	list := make([]store.Player, len(ids))
	for i, id := range ids {
		list[i] = store.Player{ID: id, Name: names[id]}
	}
	return list, nil
}

// Names returns the names of those players that exist and are not erased.
func (s *Service) Names(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	names, err := s.cfg.Store.PlayerNames(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read names: %w", err)
	}
	return names, nil
}
