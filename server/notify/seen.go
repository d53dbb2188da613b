package notify

import (
	"context"
	"time"

	"nemeton/server/store"
)

const (
	seenFor = 75 * time.Second
	// A report is stored at most once per seenAgain.
	seenAgain = 30 * time.Second
	// maxAttended bounds the memory of the reports.
	maxAttended = 10_000
)

// Attend notes that a player is present at one of our pages. Only players with channels have it stored, at most twice a minute.
func (s *Service) Attend(ctx context.Context, player store.PlayerID) error {
	now := s.cfg.Now()
	s.mu.Lock()
	last, known := s.attended[player]
	again := !known || now.Sub(last) >= seenAgain || now.Before(last)
	if again {
		if len(s.attended) >= maxAttended {
			clear(s.attended)
		}
		s.attended[player] = now
	}
	s.mu.Unlock()
	if !again {
		return nil
	}
	n, err := s.cfg.Store.Notifier(ctx, player)
	if err != nil || len(n.Channels) == 0 {
		return err
	}
	return s.cfg.Store.Attend(ctx, player, now.Add(seenFor))
}

// attentive reports whether the player is present and wants no notifications then.
func (s *Service) attentive(n store.Notifier) bool {
	return !n.Always && n.AttentiveUntil.After(s.cfg.Now())
}
