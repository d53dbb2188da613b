package account

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/onetime"
	"nemeton/server/store"
)

const (
	// DeviceLife is the time in which another device can approve a new one.
	DeviceLife = 10 * time.Minute
	// HostLinkLife is longer than that of other links, because the operator has to hand it over.
	HostLinkLife = 24 * time.Hour

	deviceLength = 8
	hostLength   = 12
)

type deviceData struct {
	Label   string `json:"label"` // of the new device
	Refused bool   `json:"refused,omitempty"`
	Session string `json:"session,omitempty"` // session that approved the device
}

// AskDevice begins the sign-in of a new device. It returns the code that the new device shows, and the secret that it keeps.
func (s *Service) AskDevice(ctx context.Context, label string) (code, secret string, expires time.Time, err error) {
	secret, hash, err := s.secret()
	if err != nil {
		return "", "", time.Time{}, err
	}
	code, codeHash, err := onetime.Letters(s.cfg.Entropy, deviceLength)
	if err != nil {
		return "", "", time.Time{}, err
	}
	a, err := s.begin(ctx, store.Attempt{Kind: store.DeviceAttempt, Secret: hash, Code: codeHash}, DeviceLife, deviceData{Label: label})
	return code, secret, a.ExpiresAt, err
}

// Asking is a new device that waits for approval.
type Asking struct {
	Label string
	Since time.Time
}

// LookAtDevice returns the device that shows a code. It fails with bad_link.
func (s *Service) LookAtDevice(ctx context.Context, code string) (Asking, error) {
	a, d, err := s.device(ctx, code)
	return Asking{d.Label, a.CreatedAt}, err
}

// AnswerDevice lets the device that shows a code sign in as the player, or refuses it. An approval ends with the session that made it. It fails with bad_link
// if the code is wrong, too old or answered.
func (s *Service) AnswerDevice(ctx context.Context, code string, player store.PlayerID, session string, approves bool) error {
	a, d, err := s.device(ctx, code)
	if err != nil {
		return err
	}
	_, err = s.cfg.Store.ChangeAttempt(ctx, a.ID, func(a *store.Attempt) error {
		if a.Player != "" {
			return badDevice()
		}
		d.Refused, d.Session = !approves, session
		raw, err := json.Marshal(d)
		a.Player, a.Data = player, string(raw)
		return err
	})
	return apperr.FailedOr("answer a new device", err, badDevice())
}

func (s *Service) device(ctx context.Context, code string) (a store.Attempt, d deviceData, err error) {
	hash, ok := onetime.LettersHash(code, deviceLength)
	if !ok {
		return a, d, badDevice()
	}
	a, err = s.cfg.Store.AttemptByCode(ctx, store.DeviceAttempt, hash, s.cfg.Now())
	if errors.Is(err, store.ErrNotFound) || err == nil && a.Player != "" {
		return a, d, badDevice()
	}
	if err != nil {
		return a, d, apperr.Failed("find a new device", err)
	}
	return a, d, json.Unmarshal([]byte(a.Data), &d)
}

func badDevice() error {
	return apperr.New(apperr.BadLink, "no device waits with that code: it may be mistyped, answered or too old")
}

// ClaimDevice signs the new device in after its approval. waits is true while nobody has answered. Errors: expired_code, also after the end of the session that
// approved; not_allowed after a refusal.
func (s *Service) ClaimDevice(ctx context.Context, secret, label string) (p store.Player, token string, waits bool, err error) {
	a, err := s.bySecret(ctx, store.DeviceAttempt, secret)
	if err != nil {
		return p, "", false, err
	}
	var d deviceData
	if err := json.Unmarshal([]byte(a.Data), &d); err != nil {
		return p, "", false, err
	}
	if a.Player == "" {
		return p, "", true, nil
	}
	if d.Refused {
		if err := s.take(ctx, a); err != nil {
			return p, "", false, err
		}
		return p, "", false, apperr.New(apperr.NotAllowed, "the other device refused")
	}
	if err := s.lives(ctx, d.Session); err != nil {
		return p, "", false, err
	}
	p, token, err = s.signIn(ctx, a.ID, a.Player, label, DeviceApproved, d.Label)
	return p, token, false, err
}

// MakeHostLink makes a code with which the operator lets a player in, once and within HostLinkLife. It replaces the one before. The player sees it on all
// devices. It fails with unknown_player.
func (s *Service) MakeHostLink(ctx context.Context, player store.PlayerID) (code string, expires time.Time, err error) {
	p, err := s.cfg.Store.Player(ctx, player)
	if errors.Is(err, store.ErrNotFound) || err == nil && p.Erased {
		return "", time.Time{}, apperr.New(apperr.UnknownPlayer, "there is no such player")
	}
	if err != nil {
		return "", time.Time{}, apperr.Failed("read a player", err)
	}
	code, hash, err := onetime.Letters(s.cfg.Entropy, hostLength)
	if err != nil {
		return "", time.Time{}, err
	}
	a, e := s.dated(store.Attempt{Kind: store.HostAttempt, Code: hash, Player: player, Data: "{}"}, HostLinkLife), s.event(player, HostLinkMade, "")
	if err := s.cfg.Store.ReplaceAttempt(ctx, a, e); err != nil {
		return "", time.Time{}, apperr.Failed("replace a link", err)
	}
	s.cfg.Tell(ctx, e)
	return code, a.ExpiresAt, nil
}

// ClaimHostLink signs in with the code of MakeHostLink. It fails with bad_link.
func (s *Service) ClaimHostLink(ctx context.Context, code, label string) (store.Player, string, error) {
	bad := apperr.New(apperr.BadLink, "that code is not valid: it may be mistyped, used, revoked or expired")
	hash, ok := onetime.LettersHash(code, hostLength)
	if !ok {
		return store.Player{}, "", bad
	}
	a, err := s.cfg.Store.AttemptByCode(ctx, store.HostAttempt, hash, s.cfg.Now())
	if err != nil {
		return store.Player{}, "", apperr.FailedOr("find a link", err, bad)
	}
	p, token, err := s.signIn(ctx, a.ID, a.Player, label, HostLinkUsed, "")
	if apperr.CodeOf(err) == apperr.ExpiredCode {
		return p, "", bad
	}
	return p, token, err
}
