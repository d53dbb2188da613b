package lobby

import (
	"context"
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// The limits of invitations. People can only invite others with whom they have finished a game.
const (
	invitePeriod  = 24 * time.Hour // period of maxInvites
	maxInvites    = 40             // invitations of one person within invitePeriod
	maxUnanswered = 3              // invitations of one person that wait for an answer of the same other person, and rematches and forks that wait for a person
	quietTime     = time.Hour      // time after a refusal in which the same person cannot invite again
	refusalPeriod = 7 * 24 * time.Hour
	maxRefusals   = 3  // refusals within refusalPeriod, none of them followed by an acceptance, after which the same person cannot invite any more
	maxInvited    = 20 // invitations that a person sees
)

// errInvited means that the person has an invitation to the table that counts.
var errInvited = errors.New("that person is invited already")

// Invite invites a person to an open table at which the caller sits. isNew is false if the person is invited already. Errors: unknown_table, not_seated,
// table_running, table_finished, table_closed, too_fast. It fails with unknown_player for people with whom the caller never finished a game, and with
// no_change for a person at the table. It fails with cannot_invite if that person does not want to be invited by the caller now, or is barred.
func (s *Service) Invite(ctx context.Context, id store.TableID, caller store.PlayerID, session string, guest store.PlayerID) (isNew bool, err error) {
	row, err := s.inviting(ctx, id, caller)
	if err != nil {
		return false, err
	}
	if err := stillOpen(row); err != nil {
		return false, err
	}
	together, err := s.cfg.Store.PlayedTogether(ctx, caller, guest)
	switch {
	case err != nil:
		return false, apperr.Failed("look for games of two players", err)
	case !together:
		return false, unknownPlayer()
	case access.Barred(row, guest):
		return false, cannotInvite()
	}
	if _, sits := access.SeatOf(row, guest); sits {
		return false, apperr.New(apperr.NoChange, "that person has a seat at this table")
	}
	now := s.cfg.Now()
	invitation := store.Invitation{Table: id, Invited: guest, Inviter: caller, Session: session, CreatedAt: now}
	err = s.cfg.Store.Invite(ctx, invitation, now.Add(-refusalPeriod), func(u store.InvitationUsage) error { return mayInvite(u, invitation) })
	switch {
	case errors.Is(err, errInvited):
		return false, nil
	case errors.Is(err, store.ErrNotFound):
		return false, unknownPlayer() // erased meanwhile
	case err != nil:
		return false, apperr.Failed("invite", err)
	}
	s.cfg.Authority.AnnouncePlayer(guest)
	return true, nil
}

func (s *Service) inviting(ctx context.Context, id store.TableID, caller store.PlayerID) (store.Table, error) {
	row, err := s.Get(ctx, id, caller, "")
	if err != nil {
		return store.Table{}, err
	}
	if _, sits := access.SeatOf(row, caller); !sits {
		return store.Table{}, apperr.New(apperr.NotSeated, "only people at the table can invite others")
	}
	return row, nil
}

// mayInvite checks the limits of an invitation. All refusals that depend on the other person are the same, so that nobody learns of a block.
func mayInvite(u store.InvitationUsage, i store.Invitation) error {
	if u.Previous != nil && u.Counts {
		return errInvited
	}
	if u.Blocked || u.Previous != nil && u.Previous.Answer == store.Declined {
		return cannotInvite()
	}
	recent, unanswered, refusals := 0, 0, 0
	var oldest, lastRefusal time.Time
	for _, sent := range u.Sent {
		if sent.CreatedAt.After(i.CreatedAt.Add(-invitePeriod)) {
			if recent == 0 {
				oldest = sent.CreatedAt
			}
			recent++
		}
		if sent.Invited != i.Invited {
			continue
		}
		switch {
		case sent.Answer == store.Accepted:
			refusals = 0
		case sent.Answer == store.Declined:
			refusals++
			lastRefusal = sent.AnsweredAt
		case sent.Open && sent.Table != i.Table:
			unanswered++
		}
	}
	switch {
	case unanswered >= maxUnanswered, refusals >= maxRefusals, refusals > 0 && i.CreatedAt.Sub(lastRefusal) < quietTime:
		return cannotInvite()
	case recent >= maxInvites:
		return apperr.New(apperr.TooFast, "you have invited many people today; wait a while").After(max(time.Second, oldest.Add(invitePeriod).Sub(i.CreatedAt)))
	}
	return nil
}

// Received is an invitation with its table.
type Received struct {
	store.Invitation
	Row store.Table
}

// Invitations returns the invitations of the caller that count, the newest first, without tables from which the caller is barred.
func (s *Service) Invitations(ctx context.Context, caller store.PlayerID) ([]Received, error) {
	list, err := s.cfg.Store.InvitationsTo(ctx, caller, maxInvited)
	if err != nil {
		return nil, apperr.Failed("list invitations", err)
	}
	var received []Received
	for _, i := range list {
		row, err := s.cfg.Store.Table(ctx, i.Table)
		if errors.Is(err, store.ErrNotFound) || err == nil && (row.State != store.Open || access.Barred(row, caller)) {
			continue // changed meanwhile
		}
		if err != nil {
			return nil, apperr.Failed("read a table", err)
		}
		received = append(received, Received{i, row})
	}
	return received, nil
}

// Invited returns all invitations to a table at which the caller sits, the oldest first. Errors: unknown_table, not_seated.
func (s *Service) Invited(ctx context.Context, id store.TableID, caller store.PlayerID) ([]store.Invitation, error) {
	if _, err := s.inviting(ctx, id, caller); err != nil {
		return nil, err
	}
	list, err := s.cfg.Store.InvitationsOf(ctx, id)
	if err != nil {
		return nil, apperr.Failed("list invitations", err)
	}
	return list, nil
}

// Decline declines the invitation of the caller to a table. It fails with unknown_table if there is none without an answer.
func (s *Service) Decline(ctx context.Context, id store.TableID, caller store.PlayerID) error {
	err := s.cfg.Store.DeclineInvitation(ctx, id, caller, s.cfg.Now())
	if err != nil {
		return apperr.FailedOr("decline an invitation", err, apperr.New(apperr.UnknownTable, "there is no such invitation"))
	}
	s.cfg.Authority.AnnouncePlayer(caller)
	return nil
}

func unknownPlayer() error { return apperr.New(apperr.UnknownPlayer, "there is no such player") }

func cannotInvite() error {
	return apperr.New(apperr.CannotInvite, "that person cannot be invited now")
}
