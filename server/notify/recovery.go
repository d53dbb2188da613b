package notify

import (
	"context"
	"time"

	"nemeton/server/store"
)

// claimPeriod is the time in which further claims of a player's seat make no further notification, because any guest can make one.
const claimPeriod = time.Hour

// SeatClaimed tells the player of a seat at once, and once, that somebody says that the seat is theirs. Nobody can mute it.
func (s *Service) SeatClaimed(ctx context.Context, r store.Recovery) error {
	return s.tellAtOnce(ctx, r.Holder, r.Table, occasion{name: claimed, key: at("", r.CreatedAt.Truncate(claimPeriod)), at: s.cfg.Now(), by: r.Claimant})
}

// SeatMoved tells a player at once, and once, that somebody has got the player's seat. Nobody can mute it.
func (s *Service) SeatMoved(ctx context.Context, r store.Recovery) error {
	return s.tellAtOnce(ctx, r.Holder, r.Table, occasion{name: moved, key: r.ID, at: s.cfg.Now(), by: r.Claimant})
}
