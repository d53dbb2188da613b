package notify

import (
	"context"
	"time"

	"nemeton/server/store"
)

// claimPeriod is the time in which further claims of a player's seat make no further notification, because any guest can make one.
const claimPeriod = time.Hour

// SeatClaimed tells a player at once that somebody says that the player's seat is theirs. Nobody can mute it.
func (s *Service) SeatClaimed(ctx context.Context, id store.TableID, player, by store.PlayerID, _ string) error {
	now := s.cfg.Now()
	return s.tellAtOnce(ctx, player, id, occasion{name: claimed, key: at("", now.Truncate(claimPeriod)), at: now, by: by})
}

// SeatMoved tells a player at once that somebody has got the player's seat. Nobody can mute it.
func (s *Service) SeatMoved(ctx context.Context, id store.TableID, player, by store.PlayerID, recovery string) error {
	return s.tellAtOnce(ctx, player, id, occasion{name: moved, key: recovery, at: s.cfg.Now(), by: by})
}
