package lobby

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"nemeton/server/store"
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

// completeInvite gives a private table a new invite if the previous one ended with its session. The new one belongs to no session.
func (s *Service) completeInvite(t *store.Table) (err error) {
	if t.Visibility == store.Private && t.Invite == "" {
		t.Invite, err = s.newInvite()
	}
	return err
}

// ReplaceInvites gives private tables whose invite ended a new one, and announces it to their players. It ignores errors: a table that was
// not reached has no invite, and gets one with the next change of its row.
func (s *Service) ReplaceInvites(ctx context.Context, tables []store.TableID) {
	for _, id := range tables {
		_, err := s.change(ctx, id, func(t *store.Table) error {
			if t.Invite != "" || t.Visibility == store.Public {
				return errReplaced
			}
			return nil
		})
		if err != nil {
			s.cfg.Authority.Touch(ctx, id) // sockets that used the invite must close all the same
		}
	}
}

// errReplaced means that another node gave the table a new invite.
var errReplaced = errors.New("the invite was replaced already")
