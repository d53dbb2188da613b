package player

import (
	"context"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/onetime"
	"nemeton/server/store"
)

// AppCodeLife is the validity of an app code.
const AppCodeLife = 5 * time.Minute

const (
	// appCodeTries is the number of random codes that AppCode tries. Each try fails only if another stored link has the same code.
	appCodeTries   = 8
	appCodePurpose = "nemeton app code 1"
)

// AppCode makes a six-digit code that signs an installed app in as the player, once. It belongs to the caller's session and ends with it. A player
// has one; a new one replaces it. It fails with unauthenticated if the session has ended.
func (s *Service) AppCode(ctx context.Context, c Caller) (code string, expires time.Time, err error) {
	for range appCodeTries {
		if code, err = onetime.Digits(s.cfg.Entropy); err != nil {
			return "", time.Time{}, err
		}
		hash, err := onetime.SlowHash(s.cfg.SecretKey, appCodePurpose, code)
		if err != nil {
			return "", time.Time{}, err
		}
		now := s.cfg.Now()
		link := store.Link{
			ID: s.cfg.NewID(), Kind: store.AppLink, CodeHash: hash, Player: c.Player.ID, Session: c.Session, CreatedAt: now, ExpiresAt: now.Add(AppCodeLife),
		}
		err = s.cfg.Store.CreateLink(ctx, link)
		switch {
		case err == nil:
			return code, link.ExpiresAt, nil
		case errors.Is(err, store.ErrNotFound):
			return "", time.Time{}, apperr.New(apperr.Unauthenticated, "sign in first")
		case !errors.Is(err, store.ErrConflict):
			return "", time.Time{}, apperr.FailedForPlayer("make an app code", err)
		}
	}
	return "", time.Time{}, apperr.New(apperr.Unavailable, "no code is free; try again in a minute")
}

// ClaimApp uses up an app code and makes a session for the caller's device. It fails with wrong_code, expired_code or locked_code. The caller limits
// the number of calls.
func (s *Service) ClaimApp(ctx context.Context, code, label string) (store.Player, string, error) {
	digits, ok := onetime.PlainDigits(code)
	if !ok {
		return store.Player{}, "", apperr.New(apperr.WrongCode, "that is not a code of six digits")
	}
	hash, err := onetime.SlowHash(s.cfg.SecretKey, appCodePurpose, digits)
	if err != nil {
		return store.Player{}, "", err
	}
	session, token, err := s.NewSession(ctx, "", label)
	if err != nil {
		return store.Player{}, "", err
	}
	id, err := s.cfg.Store.ClaimAppLink(ctx, hash, s.cfg.Now(), session)
	switch {
	case errors.Is(err, store.ErrExpired):
		return store.Player{}, "", apperr.New(apperr.ExpiredCode, "that code has expired; make a new one")
	case errors.Is(err, store.ErrLocked):
		return store.Player{}, "", apperr.New(apperr.LockedCode, "too many wrong codes were entered, so that code is locked; make a new one")
	case errors.Is(err, store.ErrNotFound):
		return store.Player{}, "", apperr.New(apperr.WrongCode, "that code is not valid: it may be mistyped, used, replaced or withdrawn")
	case err != nil:
		return store.Player{}, "", apperr.FailedForPlayer("claim an app code", err)
	}
	p, err := s.cfg.Store.Player(ctx, id)
	if err != nil {
		return store.Player{}, "", apperr.FailedForPlayer("claim an app code", err)
	}
	return p, token, nil
}

// IsAppCode reports whether a typed code has the form of an app code, not that of a device link.
func IsAppCode(code string) bool {
	_, ok := onetime.PlainDigits(code)
	return ok
}
