package player

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// tokenBytes is the entropy of a session's token, in bytes.
const tokenBytes = 32

// seenEvery is the precision of the time at which a session was last seen, so that most requests need no write.
const seenEvery = 5 * time.Minute

// Lobby is the part of the lobby that erasing and renaming use.
type Lobby interface {
	// StandUpAll frees the player's seats at open tables.
	StandUpAll(ctx context.Context, id store.PlayerID) error
	// Renamed announces a changed or removed name to the player's tables.
	Renamed(ctx context.Context, id store.PlayerID)
}

// Config configures a Service. All fields are required.
type Config struct {
	Store      store.Players
	Lobby      Lobby
	EndSession func(session string) // closes the sockets of a revoked session
	Now        func() time.Time
	NewID      func() string // UUIDs
	Entropy    io.Reader
}

// Service creates, authenticates and erases players.
type Service struct{ cfg Config }

// NewService makes the service.
func NewService(cfg Config) *Service { return &Service{cfg: cfg} }

// Caller is an authenticated player with the session of the request.
type Caller struct {
	Player  store.Player
	Session string
}

// Create creates a guest and a session for the caller's device. label helps the player recognize the device. It fails with bad_name.
func (s *Service) Create(ctx context.Context, name, label string) (store.Player, string, error) {
	name, err := CheckName(name)
	if err != nil {
		return store.Player{}, "", err
	}
	p := store.Player{ID: store.PlayerID(s.cfg.NewID()), Name: name, CreatedAt: s.cfg.Now()}
	session, token, err := s.newSession(p.ID, label)
	if err != nil {
		return store.Player{}, "", err
	}
	if err := s.cfg.Store.CreatePlayer(ctx, p, session); err != nil {
		return store.Player{}, "", failed("create a player", err)
	}
	return p, token, nil
}

// Authenticate returns the player of a token. It fails with unauthenticated.
func (s *Service) Authenticate(ctx context.Context, token string) (Caller, error) {
	unknown := apperr.New(apperr.Unauthenticated, "sign in first")
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != tokenBytes {
		return Caller{}, unknown
	}
	session, p, err := s.cfg.Store.SessionByToken(ctx, sha256.Sum256([]byte(token)))
	if errors.Is(err, store.ErrNotFound) || (err == nil && p.Erased) {
		return Caller{}, unknown
	}
	if err != nil {
		return Caller{}, failed("authenticate", err)
	}
	if now := s.cfg.Now(); now.Sub(session.SeenAt) >= seenEvery {
		// A failure is ignored: the time is only shown in the list of devices.
		_ = s.cfg.Store.TouchSession(ctx, session.ID, now)
	}
	return Caller{Player: p, Session: session.ID}, nil
}

// Rename changes the player's name. It fails with bad_name.
func (s *Service) Rename(ctx context.Context, id store.PlayerID, name string) (string, error) {
	name, err := CheckName(name)
	if err != nil {
		return "", err
	}
	if err := s.cfg.Store.RenamePlayer(ctx, id, name); err != nil {
		return "", failed("rename", err)
	}
	s.cfg.Lobby.Renamed(ctx, id)
	return name, nil
}

// Erase frees the player's seats at open tables, then removes name, sessions and links.
func (s *Service) Erase(ctx context.Context, id store.PlayerID) error {
	if err := s.cfg.Lobby.StandUpAll(ctx, id); err != nil {
		return err
	}
	sessions, err := s.cfg.Store.Sessions(ctx, id)
	if err != nil {
		return failed("erase", err)
	}
	if err := s.cfg.Store.ErasePlayer(ctx, id); err != nil {
		return failed("erase", err)
	}
	for _, session := range sessions {
		s.cfg.EndSession(session.ID)
	}
	s.cfg.Lobby.Renamed(ctx, id)
	return nil
}

// failed adds the operation to a store error, whose code package apperr knows. A player that was erased meanwhile has to sign in.
func failed(doing string, err error) error {
	err = fmt.Errorf("%s: %w", doing, err)
	if errors.Is(err, store.ErrNotFound) {
		return apperr.Wrap(err, apperr.Unauthenticated, "sign in first")
	}
	return err
}
