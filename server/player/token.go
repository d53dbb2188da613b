package player

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// The rotation of a session's token:
//
//	issued     Rotate makes a new token. Both tokens are valid, because the answer may be lost.
//	confirmed  The new token was used after confirmAfter. It is the current one now; the old one is valid for the time overlap.
//	reused     The old token was used after that. Two devices have tokens of one session, so the session ends.
const (
	// RotateAfter is the age of a token from which on a client should ask for a new one.
	RotateAfter = 24 * time.Hour
	// confirmAfter is the time that an issued token must have existed before its use makes it the current one. A browser that crashes within
	// this time may not have written the new cookie to its disk.
	confirmAfter = 2 * time.Minute
	// overlap is the time for which a replaced token is valid, so that other tabs and requests in flight do not fail.
	overlap = 5 * time.Minute
	// reissueAfter is the minimum time between two new tokens of a session.
	reissueAfter = 5 * time.Minute
)

// Rotate makes a new token for the caller's session. The present token stays valid until the new one is in use, so a lost answer locks nobody
// out. Errors: no_change if a token was issued a moment ago, unauthenticated if the session has ended.
func (s *Service) Rotate(ctx context.Context, c Caller) (string, error) {
	token, err := s.newToken(ctx)
	if err != nil {
		return "", err
	}
	now := s.cfg.Now()
	err = s.cfg.Store.IssueToken(ctx, c.Session, sha256.Sum256([]byte(token)), now, now.Add(-reissueAfter))
	switch {
	case errors.Is(err, store.ErrConflict):
		return "", apperr.New(apperr.NoChange, "a new token was issued a moment ago; use it, or ask again in five minutes").After(reissueAfter)
	case errors.Is(err, store.ErrNotFound):
		return "", apperr.New(apperr.Unauthenticated, "sign in first")
	case err != nil:
		return "", apperr.FailedForPlayer("issue a token", err)
	}
	return token, nil
}

// sessionOf returns the session of a token. It fails with store.ErrNotFound if the token is not valid.
func (s *Service) sessionOf(ctx context.Context, hash [32]byte) (store.Session, store.Player, error) {
	x, p, err := s.cfg.Store.SessionByToken(ctx, hash)
	if !errors.Is(err, store.ErrNotFound) {
		return x, p, err
	}
	k, x, p, err := s.cfg.Store.SessionBySpareToken(ctx, hash)
	if errors.Is(err, store.ErrNotFound) {
		return s.cfg.Store.SessionByToken(ctx, hash) // a concurrent request may have confirmed it between the two reads
	}
	if err != nil {
		return store.Session{}, store.Player{}, err
	}
	age := s.cfg.Now().Sub(k.At)
	switch {
	case !k.Old && age >= confirmAfter:
		// A failure is ignored: the token is valid either way, and its next use tries again.
		if s.cfg.Store.ConfirmToken(ctx, hash, s.cfg.Now()) == nil {
			x.TokenAt = s.cfg.Now()
		}
	case k.Old && age >= overlap:
		if err := s.Revoke(ctx, x.Player, x.ID); err != nil && apperr.CodeOf(err) != apperr.UnknownSession {
			return store.Session{}, store.Player{}, err
		}
		if s.cfg.Reused != nil {
			s.cfg.Reused(x.ID)
		}
		return store.Session{}, store.Player{}, store.ErrNotFound
	}
	return x, p, nil
}
