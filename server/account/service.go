// Package account gives people ways back who lost their sessions: passkeys, codes by mail, other devices, links of the operator, and OIDC. An account is the
// guest with such keys added; its id never changes. Each way in that comes, goes or is used is told on all devices of the person.
package account

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Store is the part of the store that the service uses.
type Store interface {
	store.Ways
	store.Merges
	Player(ctx context.Context, id store.PlayerID) (store.Player, error)
	PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error)
	LiveSessions(ctx context.Context, ids []string) (map[string]store.PlayerID, error)
}

// Mailer sends codes.
type Mailer interface {
	// Address normalizes an address; false: it is none, or this server sends no mails.
	Address(text string) (address string, ok bool)
	// Verified reports whether the data of a mail channel is that of a verified address.
	Verified(data string) bool
	// SendCode sends a code, or, without a code, the news that nobody uses the address here. Both count against the limits of mails.
	SendCode(ctx context.Context, to string, from netip.Addr, language, code string) error
}

// Config configures a Service. All fields except Public, PasskeyName, SecretKey and OIDC are required.
type Config struct {
	Store Store
	Mail  Mailer
	// NewSession makes a session, which the service stores, and its token.
	NewSession func(ctx context.Context, id store.PlayerID, label string) (store.Session, string, error)
	// Create makes a new person, who comes from an OIDC provider.
	Create func(ctx context.Context, name, label string) (store.Player, string, error)
	// Tell tells a player of an event on all channels. Failures are its own affair.
	Tell func(ctx context.Context, e store.AccountEvent)
	// Merged announces that a guest became one with a player.
	Merged    func(ctx context.Context, m store.Merged)
	Public    string // origin at which players reach the server; empty: unknown
	Passkey   string // name to which passkeys belong; empty: the host of Public, or of the request
	OIDC      *OIDC  // nil: none
	Now       func() time.Time
	NewID     func() string
	Entropy   io.Reader
	SecretKey []byte // of the server, the same at all nodes. May be empty
}

// Service manages the ways back of people.
type Service struct {
	cfg  Config
	oidc oidcProvider
}

// NewService makes the service.
func NewService(cfg Config) *Service { return &Service{cfg: cfg} }

// The kinds of events.
const (
	PasskeyAdded   = "passkey_added"
	PasskeyRemoved = "passkey_removed"
	PasskeyUsed    = "passkey_used"
	MailUsed       = "mail_used"
	DeviceApproved = "device_approved"
	HostLinkMade   = "host_link_made"
	HostLinkUsed   = "host_link_used"
	OIDCAdded      = "oidc_added"
	OIDCRemoved    = "oidc_removed"
	OIDCUsed       = "oidc_used"
	PersonMerged   = "person_merged"
)

func (s *Service) event(player store.PlayerID, kind, name string) store.AccountEvent {
	return store.AccountEvent{ID: s.cfg.NewID(), Player: player, At: s.cfg.Now(), Kind: kind, Name: name}
}

// Events returns what happened to the account of a player, the newest first.
func (s *Service) Events(ctx context.Context, player store.PlayerID) ([]store.AccountEvent, error) {
	list, err := s.cfg.Store.AccountEvents(ctx, player)
	return list, apperr.Failed("list the changes of an account", err)
}

// signIn uses an attempt up for a session. It fails with expired_code if another request did, or the player was erased. An empty attempt is none.
func (s *Service) signIn(ctx context.Context, attempt string, player store.PlayerID, label, kind, name string) (p store.Player, token string, err error) {
	x, token, err := s.cfg.NewSession(ctx, player, label)
	if err != nil {
		return p, "", err
	}
	e := s.event(player, kind, name)
	if err := s.cfg.Store.SignIn(ctx, attempt, x, e); errors.Is(err, store.ErrNotFound) {
		return p, "", expired()
	} else if err != nil {
		return p, "", apperr.Failed("sign in", err)
	}
	s.cfg.Tell(ctx, e)
	if p, err = s.cfg.Store.Player(ctx, player); err != nil {
		return p, "", apperr.Failed("sign in", err)
	}
	return p, token, nil
}

// maxName is the maximum length of the name of a way, in bytes.
const maxName = 64

func cleanName(name string) string {
	name = strings.TrimSpace(strings.ToValidUTF8(name, ""))
	return strings.ToValidUTF8(strings.ReplaceAll(name[:min(len(name), maxName)], "\x00", ""), "")
}

func (s *Service) Ways(ctx context.Context, player store.PlayerID) ([]store.Way, error) {
	list, err := s.cfg.Store.Ways(ctx, player)
	return list, apperr.Failed("list ways back", err)
}

// Rename changes the name of a player's way. It fails with unknown_way.
func (s *Service) Rename(ctx context.Context, player store.PlayerID, id, name string) error {
	return failedWay("rename a way back", s.cfg.Store.RenameWay(ctx, player, id, cleanName(name)))
}

// Remove removes a player's way. It fails with unknown_way.
func (s *Service) Remove(ctx context.Context, player store.PlayerID, id string) error {
	list, err := s.Ways(ctx, player)
	if err != nil {
		return err
	}
	for _, w := range list {
		if w.ID != id {
			continue
		}
		kind := PasskeyRemoved
		if w.Kind == store.OIDC {
			kind = OIDCRemoved
		}
		e := s.event(player, kind, w.Name)
		if err := s.cfg.Store.RemoveWay(ctx, player, id, e); err != nil {
			return failedWay("remove a way back", err)
		}
		s.cfg.Tell(ctx, e)
		return nil
	}
	return failedWay("remove a way back", store.ErrNotFound)
}

func (s *Service) begin(ctx context.Context, a store.Attempt, life time.Duration, data any) (store.Attempt, error) {
	raw, err := json.Marshal(data)
	if err != nil {
		return store.Attempt{}, fmt.Errorf("encode a sign-in: %w", err)
	}
	a.Data = string(raw)
	a = s.dated(a, life)
	return a, apperr.Failed("begin a sign-in", s.cfg.Store.AddAttempt(ctx, a))
}

// dated returns an attempt that begins now, with an id.
func (s *Service) dated(a store.Attempt, life time.Duration) store.Attempt {
	a.ID, a.CreatedAt = s.cfg.NewID(), s.cfg.Now()
	a.ExpiresAt = a.CreatedAt.Add(life)
	return a
}

// secret returns 256 random bits as text, and their hash.
func (s *Service) secret() (text string, hash [32]byte, err error) {
	var raw [32]byte
	if _, err := io.ReadFull(s.cfg.Entropy, raw[:]); err != nil {
		return "", hash, fmt.Errorf("make a secret: %w", err)
	}
	text = base64.RawURLEncoding.EncodeToString(raw[:])
	return text, sha256.Sum256([]byte(text)), nil
}

// bySecret finds the attempt of the browser that keeps a secret. It fails with expired_code if there is none.
func (s *Service) bySecret(ctx context.Context, kind store.AttemptKind, secret string) (store.Attempt, error) {
	a, err := s.cfg.Store.AttemptBySecret(ctx, sha256.Sum256([]byte(secret)), s.cfg.Now())
	if secret == "" || errors.Is(err, store.ErrNotFound) || err == nil && a.Kind != kind {
		return store.Attempt{}, expired()
	}
	return a, apperr.Failed("read a sign-in", err)
}

// take uses an attempt up. It fails with expired_code if another request did.
func (s *Service) take(ctx context.Context, a store.Attempt) error {
	return apperr.FailedOr("end a sign-in", s.cfg.Store.TakeAttempt(ctx, a.ID), expired())
}

// lives fails with expired_code if a session has ended. Attempts of earlier programs name none.
func (s *Service) lives(ctx context.Context, session string) error {
	live, err := s.cfg.Store.LiveSessions(ctx, []string{session})
	if err == nil && session != "" && live[session] == "" {
		return expired()
	}
	return apperr.Failed("look for a session", err)
}

func expired() error {
	return apperr.New(apperr.ExpiredCode, "this browser has no sign-in that waits; it may have taken too long, or be another browser: begin again")
}

func failedWay(doing string, err error) error {
	return apperr.FailedOr(doing, err, apperr.New(apperr.UnknownWay, "there is no such way back"))
}
