package account

import (
	"context"
	"encoding/json"
	"net/netip"
	"slices"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/onetime"
	"nemeton/server/store"
)

const (
	// MailCodeLife is the validity of a code by mail.
	MailCodeLife = 10 * time.Minute
	// mailPurpose is that of the slow hashes of codes; the hash of the attempt's secret follows it.
	mailPurpose = "nemeton mail code 1 "
)

type mailData struct {
	Hash    [32]byte         `json:"hash"`
	Players []store.PlayerID `json:"players,omitempty"` // with this verified address; none: nobody uses it here
}

// AskMail sends a code to an address, and returns the secret of the asking browser, without which the code is of no use. Somebody's address and an unknown one give
// the same answer; the latter gets a mail that says so. Errors: invalid, those of mails.
func (s *Service) AskMail(ctx context.Context, text string, from netip.Addr, language string) (secret string, expires time.Time, err error) {
	address, ok := s.cfg.Mail.Address(text)
	if !ok {
		return "", time.Time{}, apperr.New(apperr.Invalid, "that is not a mail address")
	}
	owners, err := s.cfg.Store.MailOwners(ctx, address)
	if err != nil {
		return "", time.Time{}, apperr.Failed("find the owner of a mail address", err)
	}
	d := mailData{}
	for id, data := range owners {
		if s.cfg.Mail.Verified(data) {
			d.Players = append(d.Players, id)
		}
	}
	slices.Sort(d.Players)
	code, err := onetime.Digits(s.cfg.Entropy)
	if err != nil {
		return "", time.Time{}, err
	}
	secret, hash, err := s.secret()
	if err != nil {
		return "", time.Time{}, err
	}
	if d.Hash, err = onetime.SlowHash(s.cfg.SecretKey, mailPurpose+string(hash[:]), code); err != nil {
		return "", time.Time{}, err
	}
	a, err := s.begin(ctx, store.Attempt{Kind: store.MailAttempt, Secret: hash}, MailCodeLife, d)
	if err != nil {
		return "", time.Time{}, err
	}
	if len(d.Players) == 0 {
		code = ""
	}
	if err := s.cfg.Mail.SendCode(ctx, address, from, language, code); err != nil {
		_ = s.cfg.Store.TakeAttempt(ctx, a.ID) // it expires anyway
		return "", time.Time{}, err
	}
	return secret, a.ExpiresAt, nil
}

// ClaimMail signs in with the code of a mail, in the browser that asked for it. If several people use the address, choose must name one; without it, their names are
// returned and the code stays valid. Errors: expired_code, wrong_code, locked_code.
func (s *Service) ClaimMail(ctx context.Context, secret, code string, choose store.PlayerID, label string) (p store.Player, token string, choices []store.Player, err error) {
	a, err := s.bySecret(ctx, store.MailAttempt, secret)
	if err != nil {
		return p, "", nil, err
	}
	var d mailData
	plain, ok := onetime.PlainDigits(code)
	if !ok {
		return p, "", nil, apperr.New(apperr.WrongCode, "that is not a code of six digits")
	}
	a, err = s.cfg.Store.ChangeAttempt(ctx, a.ID, func(a *store.Attempt) error {
		if a.Misses >= store.MaxMisses {
			return apperr.New(apperr.LockedCode, "too many wrong codes were entered; ask for a new mail")
		}
		if err := json.Unmarshal([]byte(a.Data), &d); err != nil {
			return err
		}
		hash, err := onetime.SlowHash(s.cfg.SecretKey, mailPurpose+string(a.Secret[:]), plain)
		if err != nil {
			return err
		}
		if hash != d.Hash || len(d.Players) == 0 {
			a.Misses++
			return apperr.New(apperr.WrongCode, "that is not the code of the newest mail")
		}
		return nil
	})
	if err != nil {
		return p, "", nil, apperr.Failed("check a code", err)
	}
	if choose == "" && len(d.Players) == 1 {
		choose = d.Players[0]
	}
	if !slices.Contains(d.Players, choose) {
		names, err := s.cfg.Store.PlayerNames(ctx, d.Players)
		if err != nil {
			return p, "", nil, apperr.Failed("read names", err)
		}
		for _, id := range d.Players {
			choices = append(choices, store.Player{ID: id, Name: names[id]})
		}
		return p, "", choices, nil
	}
	p, token, err = s.signIn(ctx, a.ID, choose, label, MailUsed, "")
	return p, token, nil, err
}
