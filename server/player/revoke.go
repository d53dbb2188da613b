package player

import (
	"context"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

const expireBatch = 200

// Revoke revokes one of the player's sessions, with its links and invites, and closes its sockets. It fails with unknown_session.
func (s *Service) Revoke(ctx context.Context, id store.PlayerID, session string) error {
	ended, err := s.cfg.Store.RevokeSession(ctx, id, session)
	if errors.Is(err, store.ErrNotFound) {
		return apperr.New(apperr.UnknownSession, "there is no such session")
	}
	if err != nil {
		return apperr.FailedForPlayer("revoke a session", err)
	}
	s.finish(ctx, ended)
	return nil
}

// RevokeOthers revokes all sessions of the caller's player except the caller's own.
func (s *Service) RevokeOthers(ctx context.Context, c Caller) error {
	ended, err := s.cfg.Store.RevokeOtherSessions(ctx, c.Player.ID, c.Session)
	if err != nil {
		return apperr.FailedForPlayer("revoke sessions", err)
	}
	s.finish(ctx, ended)
	return nil
}

// finish closes the sockets of sessions that ended, and replaces the invites that ended with them.
func (s *Service) finish(ctx context.Context, ended store.Ended) {
	for _, session := range ended.Sessions {
		s.cfg.EndSession(session)
	}
	s.cfg.Lobby.ReplaceInvites(ctx, ended.Tables)
}

// expired reports whether a session was idle for too long. Expire deletes it later.
func (s *Service) expired(x store.Session, now time.Time) bool {
	return s.cfg.Idle > 0 && now.Sub(x.SeenAt) >= s.cfg.Idle
}

// Expire ends the sessions that were idle for too long, in batches. It returns their number. It stops at the first error.
func (s *Service) Expire(ctx context.Context) (n int, err error) {
	if s.cfg.Idle <= 0 {
		return 0, nil
	}
	for {
		ended, err := s.cfg.Store.ExpireSessions(ctx, s.cfg.Now().Add(-s.cfg.Idle), expireBatch)
		if err != nil {
			return n, apperr.FailedForPlayer("expire sessions", err)
		}
		s.finish(ctx, ended)
		if n += len(ended.Sessions); len(ended.Sessions) < expireBatch {
			return n, nil
		}
	}
}
