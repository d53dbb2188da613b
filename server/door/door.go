// Package door decides whether new people come in, and who sees a server without being signed in.
package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/onetime"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// Kind says how new people come in.
type Kind string

// The kinds of doors.
const (
	Open   Kind = "open"   // everybody comes in by a name
	Invite Kind = "invite" // new people need an invitation to a table, or a code of the server
	OIDC   Kind = "oidc"   // new people come from the OIDC provider
)

const (
	// Life is the validity of a code.
	Life = 30 * 24 * time.Hour
	// MaxUses bounds the people that one code lets in.
	MaxUses    = 100
	memberUses = 5 // of a member's code
	codeLength = 12
)

// Store is the part of the store that the service uses.
type Store interface {
	store.Doors
	Table(ctx context.Context, id store.TableID) (store.Table, error)
}

// Config configures a Service. All fields except Members are required.
type Config struct {
	Kind    Kind
	Members bool // may make codes
	Store   Store
	Now     func() time.Time
	NewID   func() string
	Entropy io.Reader
}

// Service is the door.
type Service struct{ cfg Config }

// NewService makes the door.
func NewService(cfg Config) *Service { return &Service{cfg} }

func (s *Service) Kind() Kind { return s.cfg.Kind }

// IsOpen reports whether people who are not signed in see what is public.
func (s *Service) IsOpen() bool { return s.cfg.Kind == Open }

func (s *Service) MayInvite() bool { return s.cfg.Kind == Invite && s.cfg.Members }

// TakesOIDC reports whether an unknown identity of the OIDC provider becomes a new person.
func (s *Service) TakesOIDC() bool { return s.cfg.Kind != Invite }

// Key is what a new person shows at the door.
type Key struct {
	Code   string // of the server
	Table  store.TableID
	Invite string // to the table
}

// Admit lets a new person in. It returns the hash of the code that the new player uses up; nil: none. It fails with door_closed.
func (s *Service) Admit(ctx context.Context, k Key) (code *[32]byte, err error) {
	if s.cfg.Kind == Open {
		return nil, nil
	}
	if s.cfg.Kind == OIDC {
		return nil, apperr.New(apperr.DoorClosed, "new people come in with the sign-in of this server")
	}
	if opens, err := s.opens(ctx, k.Table, k.Invite, store.Open, store.Running); err != nil || opens {
		return nil, err
	}
	if hash, ok := onetime.LettersHash(k.Code, codeLength); ok {
		return &hash, nil
	}
	return nil, apperr.New(apperr.DoorClosed, "new people need an invitation to a table, or a code of this server")
}

// Opens reports whether an invite shows a private table. A public table has none, so it lets nobody in. The invite of a finished table still shows it, but
// admits no new person, because nobody ends it.
func (s *Service) Opens(ctx context.Context, id store.TableID, invite string) (bool, error) {
	return s.opens(ctx, id, invite, store.Open, store.Running, store.Finished)
}

func (s *Service) opens(ctx context.Context, id store.TableID, invite string, states ...store.State) (bool, error) {
	if id == "" || invite == "" {
		return false, nil
	}
	row, err := s.cfg.Store.Table(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read a table: %w", err)
	}
	return !access.Public(row) && slices.Contains(states, row.State) && access.Opens(row, invite), nil
}

// MakeCode makes a code of a member. Errors: not_allowed, too_many_ways.
func (s *Service) MakeCode(ctx context.Context, member store.PlayerID) (string, store.DoorCode, error) {
	if !s.MayInvite() {
		return "", store.DoorCode{}, apperr.New(apperr.NotAllowed, "the operators of this server make its codes")
	}
	return s.make(ctx, store.DoorCode{MadeBy: member, Uses: memberUses})
}

// MakeOperatorCode makes a code of an operator for a number of people. It fails with invalid.
func (s *Service) MakeOperatorCode(ctx context.Context, operator, note string, uses int) (string, store.DoorCode, error) {
	if uses < 1 || uses > MaxUses {
		return "", store.DoorCode{}, apperr.New(apperr.Invalid, fmt.Sprintf("a code lets 1 to %d people in", MaxUses))
	}
	return s.make(ctx, store.DoorCode{Operator: operator, Note: note, Uses: uses})
}

func (s *Service) make(ctx context.Context, c store.DoorCode) (string, store.DoorCode, error) {
	code, hash, err := onetime.Letters(s.cfg.Entropy, codeLength)
	if err != nil {
		return "", c, err
	}
	c.ID, c.Code, c.CreatedAt = s.cfg.NewID(), hash, s.cfg.Now()
	c.ExpiresAt = c.CreatedAt.Add(Life)
	switch err := s.cfg.Store.AddDoorCode(ctx, c); {
	case errors.Is(err, store.ErrTooMany):
		return "", c, apperr.New(apperr.TooManyWays, "you have many codes; revoke one first")
	case err != nil:
		return "", c, fmt.Errorf("store a code of the server: %w", err)
	}
	return code, c, nil
}

// Codes lists the codes of a member or, with an empty player, all codes, that can still be used.
func (s *Service) Codes(ctx context.Context, member store.PlayerID) ([]store.DoorCode, error) {
	list, err := s.cfg.Store.DoorCodes(ctx, member, s.cfg.Now())
	if err != nil {
		return nil, fmt.Errorf("list codes of the server: %w", err)
	}
	return list, nil
}

// Revoke revokes a code of a member or, with an empty player, any code. It fails with bad_link.
func (s *Service) Revoke(ctx context.Context, member store.PlayerID, id string) error {
	err := s.cfg.Store.RevokeDoorCode(ctx, member, id)
	return apperr.FailedOr("revoke a code of the server", err, apperr.New(apperr.BadLink, "there is no such code; it may be used up, revoked or expired"))
}
