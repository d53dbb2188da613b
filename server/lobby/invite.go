package lobby

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// inviteBytes is the entropy of an invite code: 128 bits.
const inviteBytes = 16

func (s *Service) newInvite() (string, error) {
	var code [inviteBytes]byte
	if _, err := io.ReadFull(s.cfg.Entropy, code[:]); err != nil {
		return "", fmt.Errorf("make an invite: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(code[:]), nil
}

// NewInvite replaces the invite of a private table that is not over, as host. Sockets of spectators that used the old one close. Errors:
// unknown_table, not_host, table_finished, table_closed, no_change for a public table, which has no invite.
func (s *Service) NewInvite(ctx context.Context, id store.TableID, caller store.PlayerID, session string) (store.Table, error) {
	invite, err := s.newInvite() // entropy is read before the row is locked
	if err != nil {
		return store.Table{}, err
	}
	return s.change(ctx, id, func(t *store.Table) error {
		if err := onlyHost(*t, caller, "replace the invite"); err != nil {
			return err
		}
		if err := stillOpen(*t); err != nil && t.State != store.Running {
			return err
		}
		if access.Public(*t) {
			return apperr.New(apperr.NoChange, "a public table has no invite")
		}
		t.Invite, t.InviteSession = invite, session
		return nil
	})
}

// completeInvite gives a private table a new invite if the previous one ended with its session. The new one belongs to no session.
func (s *Service) completeInvite(t *store.Table) (err error) {
	if !access.Public(*t) && t.Invite == "" {
		t.Invite, err = s.newInvite()
	}
	return err
}

// ReplaceInvites gives private tables whose invite ended a new one, and announces it to their players. It ignores errors: a table that was
// not reached has no invite, and gets one with the next change of its row.
func (s *Service) ReplaceInvites(ctx context.Context, tables []store.TableID) {
	for _, id := range tables {
		_, err := s.change(ctx, id, func(t *store.Table) error {
			if t.Invite != "" || access.Public(*t) {
				return errReplaced
			}
			return nil
		})
		if err != nil {
			s.cfg.Authority.Announce(ctx, id) // sockets that used the invite must close all the same
		}
	}
}

// errReplaced means that another node gave the table a new invite.
var errReplaced = errors.New("the invite was replaced already")
