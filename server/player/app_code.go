package player

import (
	"context"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/typed"
)

// AppCodeLife is the validity of an app code.
const AppCodeLife = 5 * time.Minute

const (
	appCodeDigits = 6
	appCodes      = 1_000_000 // the number of app codes
	// appCodeTries is the number of random codes that AppCode tries. Each try fails only if another stored link has the same code.
	appCodeTries = 8
	// appCodeRounds makes the hash of a code cost some milliseconds. So the codes of a copied database, which are few, cannot be looked up at once.
	appCodeRounds = 20_000
)

// AppCode makes a six-digit code that signs an installed app in as the player, once. It belongs to the caller's session and ends with it. A player
// has one; a new one replaces it. It fails with unauthenticated if the session has ended.
func (s *Service) AppCode(ctx context.Context, c Caller) (code string, expires time.Time, err error) {
	for range appCodeTries {
		if code, err = s.randomAppCode(); err != nil {
			return "", time.Time{}, err
		}
		hash, err := s.appCodeHash(code)
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
			return "", time.Time{}, failed("make an app code", err)
		}
	}
	return "", time.Time{}, apperr.New(apperr.Unavailable, "no code is free; try again in a minute")
}

// ClaimApp uses up an app code and makes a session for the caller's device. It fails with wrong_code, expired_code or locked_code. The caller limits
// the number of calls.
func (s *Service) ClaimApp(ctx context.Context, code, label string) (store.Player, string, error) {
	digits, ok := plainDigits(code)
	if !ok {
		return store.Player{}, "", apperr.New(apperr.WrongCode, "that is not a code of six digits")
	}
	hash, err := s.appCodeHash(digits)
	if err != nil {
		return store.Player{}, "", err
	}
	session, token, err := s.newSession(ctx, "", label)
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
		return store.Player{}, "", failed("claim an app code", err)
	}
	p, err := s.cfg.Store.Player(ctx, id)
	if err != nil {
		return store.Player{}, "", failed("claim an app code", err)
	}
	return p, token, nil
}

// IsAppCode reports whether a typed code has the form of an app code, not that of a device link.
func IsAppCode(code string) bool {
	_, ok := plainDigits(code)
	return ok
}

// plainDigits normalizes an app code as people type it.
func plainDigits(text string) (string, bool) {
	plain := typed.Code(text)
	return plain, len(plain) == appCodeDigits && strings.Trim(plain, "0123456789") == ""
}

// randomAppCode draws a code; all are equally likely.
func (s *Service) randomAppCode() (string, error) {
	const fair = (1<<32)/appCodes*appCodes - 1 // the largest number that is drawn; those above would make small codes likelier
	for {
		var raw [4]byte
		if _, err := io.ReadFull(s.cfg.Entropy, raw[:]); err != nil {
			return "", fmt.Errorf("make an app code: %w", err)
		}
		if n := binary.BigEndian.Uint32(raw[:]); n <= fair {
			return fmt.Sprintf("%0*d", appCodeDigits, n%appCodes), nil
		}
	}
}

// appCodeHash returns the stored form of a code: a slow hash whose salt depends on the server's secret key. There are only a million codes, so a plain
// hash would hide nothing. All nodes have the same key.
func (s *Service) appCodeHash(digits string) (hash [32]byte, err error) {
	salt := hmac.New(sha256.New, s.cfg.SecretKey)
	salt.Write([]byte("nemeton app code 1"))
	key, err := pbkdf2.Key(sha256.New, digits, salt.Sum(nil), appCodeRounds, len(hash))
	if err != nil {
		return hash, fmt.Errorf("hash an app code: %w", err)
	}
	return [32]byte(key), nil
}
