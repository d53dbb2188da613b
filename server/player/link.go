package player

import (
	"context"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/onetime"
	"nemeton/server/store"
)

// LinkLife is the validity of a link's code.
const LinkLife = 10 * time.Minute

const linkLength = 12

// Link makes a one-time code that signs in another device as the player. It belongs to the caller's session and ends with it. A player has
// at most store.MaxLinks; a new one deletes the oldest. It fails with unauthenticated if the session has ended.
func (s *Service) Link(ctx context.Context, c Caller) (code string, expires time.Time, err error) {
	code, hash, err := onetime.Letters(s.cfg.Entropy, linkLength)
	if err != nil {
		return "", time.Time{}, err
	}
	now := s.cfg.Now()
	link := store.Link{
		ID: s.cfg.NewID(), Kind: store.DeviceLink, CodeHash: hash, Player: c.Player.ID, Session: c.Session,
		CreatedAt: now, ExpiresAt: now.Add(LinkLife),
	}
	err = s.cfg.Store.CreateLink(ctx, link)
	if errors.Is(err, store.ErrNotFound) {
		return "", time.Time{}, apperr.New(apperr.Unauthenticated, "sign in first")
	}
	if err != nil {
		return "", time.Time{}, apperr.FailedForPlayer("make a link", err)
	}
	return code, link.ExpiresAt, nil
}

// Links lists the player's device links and handover offers that can still be used, newest first.
func (s *Service) Links(ctx context.Context, id store.PlayerID) ([]store.Link, error) {
	list, err := s.cfg.Store.Links(ctx, id, s.cfg.Now())
	if err != nil {
		return nil, apperr.FailedForPlayer("list links", err)
	}
	return list, nil
}

// RevokeLink revokes one of the player's links or offers. It fails with bad_link.
func (s *Service) RevokeLink(ctx context.Context, id store.PlayerID, link string) error {
	err := s.cfg.Store.RevokeLink(ctx, id, link)
	if errors.Is(err, store.ErrNotFound) {
		return apperr.New(apperr.BadLink, "there is no such link; it may be used, revoked or expired")
	}
	if err != nil {
		return apperr.FailedForPlayer("revoke a link", err)
	}
	return nil
}

// Claim uses up a code and makes a session for the caller's device. It fails with bad_link for every invalid code.
func (s *Service) Claim(ctx context.Context, code, label string) (store.Player, string, error) {
	bad := apperr.New(apperr.BadLink, "that code is not valid: it may be mistyped, used, revoked or expired")
	hash, ok := onetime.LettersHash(code, linkLength)
	if !ok {
		return store.Player{}, "", bad
	}
	session, token, err := s.NewSession(ctx, "", label)
	if err != nil {
		return store.Player{}, "", err
	}
	id, err := s.cfg.Store.ClaimLink(ctx, hash, s.cfg.Now(), session)
	if errors.Is(err, store.ErrNotFound) {
		return store.Player{}, "", bad
	}
	if err != nil {
		return store.Player{}, "", apperr.FailedForPlayer("claim a link", err)
	}
	p, err := s.cfg.Store.Player(ctx, id)
	if err != nil {
		return store.Player{}, "", apperr.FailedForPlayer("claim a link", err)
	}
	return p, token, nil
}
