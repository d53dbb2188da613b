package player

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// maxLabel is the maximum length of a session's label, in bytes.
const maxLabel = 64

// Sessions lists the player's sessions, the newest first.
func (s *Service) Sessions(ctx context.Context, id store.PlayerID) ([]store.Session, error) {
	list, err := s.cfg.Store.Sessions(ctx, id)
	if err != nil {
		return nil, failed("list sessions", err)
	}
	return list, nil
}

// Revoke revokes one of the player's sessions and closes its sockets. It fails with unknown_session.
func (s *Service) Revoke(ctx context.Context, id store.PlayerID, session string) error {
	err := s.cfg.Store.RevokeSession(ctx, id, session)
	if errors.Is(err, store.ErrNotFound) {
		return apperr.New(apperr.UnknownSession, "there is no such session")
	}
	if err != nil {
		return failed("revoke a session", err)
	}
	s.cfg.EndSession(session)
	return nil
}

// newSession makes a session and its token.
func (s *Service) newSession(id store.PlayerID, label string) (store.Session, string, error) {
	raw := make([]byte, tokenBytes)
	if _, err := io.ReadFull(s.cfg.Entropy, raw); err != nil {
		return store.Session{}, "", fmt.Errorf("make a token: %w", err)
	}
	token := base64.RawURLEncoding.EncodeToString(raw)
	now := s.cfg.Now()
	return store.Session{
		ID: s.cfg.NewID(), TokenHash: sha256.Sum256([]byte(token)), Player: id,
		Label: strings.ToValidUTF8(label[:min(len(label), maxLabel)], ""), CreatedAt: now, SeenAt: now,
	}, token, nil
}
