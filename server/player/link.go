package player

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// LinkLife is the validity of a link's code.
const LinkLife = 10 * time.Minute

// People read a code from one screen and type it on another: twelve letters of Crockford's base 32, which has no I, L, O and U.
const (
	codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	codeLength  = 12
)

// Link makes a one-time code that signs in another device as the player.
func (s *Service) Link(ctx context.Context, id store.PlayerID) (code string, expires time.Time, err error) {
	raw := make([]byte, codeLength)
	if _, err := io.ReadFull(s.cfg.Entropy, raw); err != nil {
		return "", time.Time{}, fmt.Errorf("make a link: %w", err)
	}
	for i, b := range raw {
		raw[i] = codeLetters[b%32] // 256 is a multiple of 32, so all letters are equally likely
	}
	expires = s.cfg.Now().Add(LinkLife)
	link := store.Link{CodeHash: sha256.Sum256(raw), Player: id, ExpiresAt: expires}
	if err := s.cfg.Store.CreateLink(ctx, link); err != nil {
		return "", time.Time{}, failed("make a link", err)
	}
	code = string(raw)
	return code[:4] + "-" + code[4:8] + "-" + code[8:], expires, nil
}

// Claim uses up a code and makes a session for the caller's device. It fails with bad_link for every invalid code.
func (s *Service) Claim(ctx context.Context, code, label string) (store.Player, string, error) {
	bad := apperr.New(apperr.BadLink, "that code is not valid: it may be mistyped, used or expired")
	plain, ok := plainCode(code)
	if !ok {
		return store.Player{}, "", bad
	}
	id, err := s.cfg.Store.ClaimLink(ctx, sha256.Sum256([]byte(plain)), s.cfg.Now())
	if errors.Is(err, store.ErrNotFound) {
		return store.Player{}, "", bad
	}
	if err != nil {
		return store.Player{}, "", failed("claim a link", err)
	}
	p, err := s.cfg.Store.Player(ctx, id)
	if err != nil {
		return store.Player{}, "", failed("claim a link", err)
	}
	if p.Erased {
		return store.Player{}, "", bad
	}
	session, token, err := s.newSession(id, label)
	if err != nil {
		return store.Player{}, "", err
	}
	if err := s.cfg.Store.CreateSession(ctx, session); err != nil {
		return store.Player{}, "", failed("claim a link", err)
	}
	return p, token, nil
}

// plainCode normalizes a code as people type it: any case, spaces and dashes anywhere, confusable letters.
func plainCode(typed string) (string, bool) {
	if len(typed) > 4*codeLength {
		return "", false
	}
	plain := strings.NewReplacer(" ", "", "-", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(typed))
	if len(plain) != codeLength || strings.Trim(plain, codeLetters) != "" {
		return "", false
	}
	return plain, true
}
