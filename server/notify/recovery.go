package notify

import (
	"context"

	"nemeton/server/store"
)

// SeatClaimed tells a player at once that somebody says that the player's seat is theirs. Nobody can mute it.
func (s *Service) SeatClaimed(ctx context.Context, id store.TableID, player, by store.PlayerID, recovery string) error {
	return s.tellAtOnce(ctx, player, id, occasion{name: claimed, key: recovery, at: s.cfg.Now(), by: by})
}

// SeatMoved tells a player at once that somebody has got the player's seat. Nobody can mute it.
func (s *Service) SeatMoved(ctx context.Context, id store.TableID, player, by store.PlayerID, recovery string) error {
	return s.tellAtOnce(ctx, player, id, occasion{name: moved, key: recovery, at: s.cfg.Now(), by: by})
}
