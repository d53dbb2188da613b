package player

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

const tokenBytes = 32

// seenEvery is the precision of the time at which a session was last seen, so that most requests need no write. It is less if sessions
// expire within minutes.
const seenEvery = 5 * time.Minute

func (s *Service) seenEvery() time.Duration {
	if s.cfg.Idle > 0 {
		return min(seenEvery, s.cfg.Idle/10)
	}
	return seenEvery
}

// Lobby is the part of the lobby that erasing and renaming use.
type Lobby interface {
	// StandUpAll frees the player's seats at open tables.
	StandUpAll(ctx context.Context, id store.PlayerID) error
	// Renamed announces a changed or removed name to the player's tables.
	Renamed(ctx context.Context, id store.PlayerID)
	// Erased lets the player, who was erased, give up at all running tables.
	Erased(ctx context.Context, id store.PlayerID)
	// ReplaceInvites gives private tables whose invite ended a new one.
	ReplaceInvites(ctx context.Context, tables []store.TableID)
}

// Store is the part of the store that the service uses.
type Store interface {
	store.Players
	AdmitPlayer(ctx context.Context, code [32]byte, p store.Player, first store.Session) error
	Block(ctx context.Context, player, blocked store.PlayerID, now time.Time) error
	Unblock(ctx context.Context, player, blocked store.PlayerID) error
	Blocked(ctx context.Context, player store.PlayerID) ([]store.PlayerID, error)
}

// Config configures a Service. All fields except Idle, Reused and SecretKey are required.
type Config struct {
	Store      Store
	Lobby      Lobby
	EndSession func(session string) // closes the sockets of a session that ended
	Idle       time.Duration        // a session ends when it was not used for this time; 0: never
	Reused     func(session string) // called after a session ended because a replaced token was used again; may be nil
	Now        func() time.Time
	NewID      func() string // UUIDs
	Entropy    io.Reader
	SecretKey  []byte // of the server, the same at all nodes; app codes are hashed with it. May be empty
}

// Service creates, authenticates and erases players.
type Service struct{ cfg Config }

// NewService makes the service.
func NewService(cfg Config) *Service { return &Service{cfg: cfg} }

// Caller is an authenticated player with the session of the request.
type Caller struct {
	Player   store.Player
	Session  string
	TokenAge time.Duration // since the token became the current one
}

// Create creates a guest and a session for the caller's device. label helps the player recognize the device. It fails with bad_name.
func (s *Service) Create(ctx context.Context, name, label string) (store.Player, string, error) {
	return s.Admit(ctx, name, label, nil)
}

// Admit is Create, and uses up a code of the door, whose hash may be nil. It also fails with door_closed.
func (s *Service) Admit(ctx context.Context, name, label string, code *[32]byte) (store.Player, string, error) {
	name, err := CheckName(name)
	if err != nil {
		return store.Player{}, "", err
	}
	p := store.Player{ID: store.PlayerID(s.cfg.NewID()), Name: name, CreatedAt: s.cfg.Now()}
	session, token, err := s.NewSession(ctx, p.ID, label)
	if err != nil {
		return store.Player{}, "", err
	}
	if code == nil {
		err = s.cfg.Store.CreatePlayer(ctx, p, session)
	} else if err = s.cfg.Store.AdmitPlayer(ctx, *code, p, session); errors.Is(err, store.ErrNotFound) {
		return store.Player{}, "", apperr.New(apperr.DoorClosed, "that code is not valid: it may be mistyped, used up, revoked or expired")
	}
	if err != nil {
		return store.Player{}, "", apperr.FailedForPlayer("create a player", err)
	}
	return p, token, nil
}

// Authenticate returns the player of a token. It fails with unauthenticated.
func (s *Service) Authenticate(ctx context.Context, token string) (Caller, error) {
	unknown := apperr.New(apperr.Unauthenticated, "sign in first")
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(token, tlsPrefix))
	if err != nil || len(raw) != tokenBytes {
		return Caller{}, unknown
	}
	session, p, err := s.sessionOf(ctx, sha256.Sum256([]byte(token)))
	if errors.Is(err, store.ErrNotFound) || (err == nil && p.Erased) {
		return Caller{}, unknown
	}
	if err != nil {
		return Caller{}, apperr.FailedForPlayer("authenticate", err)
	}
	now := s.cfg.Now()
	if s.expired(session, now) {
		return Caller{}, unknown
	}
	if now.Sub(session.SeenAt) >= s.seenEvery() {
		// A failure is ignored: the next request tries again.
		_ = s.cfg.Store.SetSessionSeen(ctx, session.ID, now)
	}
	return Caller{Player: p, Session: session.ID, TokenAge: now.Sub(session.TokenAt)}, nil
}

// Rename changes the player's name. It fails with bad_name.
func (s *Service) Rename(ctx context.Context, id store.PlayerID, name string) (string, error) {
	name, err := CheckName(name)
	if err != nil {
		return "", err
	}
	if err := s.cfg.Store.RenamePlayer(ctx, id, name); err != nil {
		return "", apperr.FailedForPlayer("rename", err)
	}
	s.cfg.Lobby.Renamed(ctx, id)
	return name, nil
}

// Erase frees the player's seats at open tables, then removes name, sessions and links. At running tables the player gives up.
func (s *Service) Erase(ctx context.Context, id store.PlayerID) error {
	if err := s.cfg.Lobby.StandUpAll(ctx, id); err != nil {
		return err
	}
	ended, err := s.cfg.Store.ErasePlayer(ctx, id)
	if err != nil {
		return apperr.FailedForPlayer("erase", err)
	}
	s.finish(ctx, ended)
	s.cfg.Lobby.Erased(ctx, id)
	s.cfg.Lobby.Renamed(ctx, id)
	return s.cfg.Lobby.StandUpAll(ctx, id) // from seats taken in between
}
