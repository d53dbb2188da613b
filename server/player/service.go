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

// tokenBytes is the entropy of a session's token.
const tokenBytes = 32

// seenEvery is how exact the time is at which a session was last seen: not every request becomes a write.
const seenEvery = 5 * time.Minute

// Lobby is what erasing and renaming have to tell the tables.
type Lobby interface {
	// StandUpAll gives up the player's seats at tables that have not started.
	StandUpAll(ctx context.Context, id store.PlayerID) error
	// Renamed tells the player's tables that the name changed or went.
	Renamed(ctx context.Context, id store.PlayerID)
}

// Config is what a Service is made of. All fields must be set.
type Config struct {
	Store      store.Players
	Lobby      Lobby
	EndSession func(session string) // cuts the sockets of a session that is no more
	Now        func() time.Time
	NewID      func() string // UUIDs
	Entropy    io.Reader
}

// Service makes, knows and erases players.
type Service struct{ cfg Config }

// NewService makes the service.
func NewService(cfg Config) *Service { return &Service{cfg: cfg} }

// Caller is a player as one of their sessions proved them.
type Caller struct {
	Player  store.Player
	Session string
}

// Create makes a guest and the session of the device that asks; label is what the player will recognise it by. Errors: bad_name.
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

// Authenticate finds out whose token it is. Errors: unauthenticated.
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
		// Only a convenience of the list of devices: a request must not fail for it.
		_ = s.cfg.Store.TouchSession(ctx, session.ID, now)
	}
	return Caller{Player: p, Session: session.ID}, nil
}

// Rename gives the player another name. Errors: bad_name.
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

// Erase forgets the player: seats before the start are given up, then name, sessions and links go.
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

// failed names the step of a store error and gives it the code that clients know.
func failed(doing string, err error) error {
	err = fmt.Errorf("%s: %w", doing, err)
	if errors.Is(err, store.ErrUnavailable) {
		return apperr.Wrap(err, apperr.Unavailable, "the store cannot be reached now, try again")
	}
	return err
}
