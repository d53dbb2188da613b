package player

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// maxLabel is the maximum length of a session's label, in bytes.
const maxLabel = 64

func (s *Service) Sessions(ctx context.Context, id store.PlayerID) ([]store.Session, error) {
	list, err := s.cfg.Store.Sessions(ctx, id)
	if err != nil {
		return nil, apperr.FailedForPlayer("list sessions", err)
	}
	return list, nil
}

// SignIn makes a session for a player who proved who they are. It fails with unauthenticated for an erased player.
func (s *Service) SignIn(ctx context.Context, id store.PlayerID, label string) (store.Player, string, error) {
	session, token, err := s.NewSession(ctx, id, label)
	if err != nil {
		return store.Player{}, "", err
	}
	if err := s.cfg.Store.CreateSession(ctx, session); err != nil {
		return store.Player{}, "", apperr.FailedForPlayer("sign in", err)
	}
	p, err := s.cfg.Store.Player(ctx, id)
	if err != nil {
		return store.Player{}, "", apperr.FailedForPlayer("sign in", err)
	}
	return p, token, nil
}

// NewSession makes a session, which the caller stores, and its token.
func (s *Service) NewSession(ctx context.Context, id store.PlayerID, label string) (store.Session, string, error) {
	token, err := s.newToken(ctx)
	if err != nil {
		return store.Session{}, "", err
	}
	now := s.cfg.Now()
	return store.Session{
		ID: s.cfg.NewID(), TokenHash: sha256.Sum256([]byte(token)), Player: id,
		Label: strings.ToValidUTF8(label[:min(len(label), maxLabel)], ""), CreatedAt: now, SeenAt: now,
	}, token, nil
}

// newToken makes a token of 256 random bits, with tlsPrefix if ctx is that of a request over TLS.
func (s *Service) newToken(ctx context.Context) (string, error) {
	raw := make([]byte, tokenBytes)
	if _, err := io.ReadFull(s.cfg.Entropy, raw); err != nil {
		return "", fmt.Errorf("make a token: %w", err)
	}
	token := base64.RawURLEncoding.EncodeToString(raw)
	if overTLS(ctx) {
		token = tlsPrefix + token
	}
	return token, nil
}
