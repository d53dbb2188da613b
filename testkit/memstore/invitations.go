package memstore

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// invitationKey is the table and the invited player of an invitation.
type invitationKey struct {
	table   store.TableID
	invited store.PlayerID
}

// block is a player who has blocked another one.
type block struct{ player, blocked store.PlayerID }

func compareInvitations(a, b store.Invitation) int {
	return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Invited, b.Invited))
}

// read returns an invitation as callers get it: without the session that has ended.
func (d *data) readInvitation(i store.Invitation) store.Invitation {
	if _, ok := d.session(i.Session); !ok {
		i.Session = ""
	}
	return i
}

// counts reports whether an invitation counts, except for blocks.
func (d *data) counts(i store.Invitation) bool {
	t := d.tables[i.Table]
	return i.Answer == "" && d.readInvitation(i).Session != "" && t.row.State == store.Open && seated(t, i.Inviter) && !seated(t, i.Invited)
}

// Invite implements store.Invitations.
func (s *Store) Invite(ctx context.Context, i store.Invitation, since time.Time, check func(store.InvitationUsage) error) error {
	return s.update(ctx, func(d *data) error {
		var u store.InvitationUsage
		_, u.Blocked = d.blocks[block{i.Invited, i.Inviter}]
		key := invitationKey{i.Table, i.Invited}
		if old, ok := d.invitations[key]; ok {
			u.Counts = d.counts(old)
			old = d.readInvitation(old)
			u.Previous = &old
		}
		for _, sent := range slices.SortedFunc(maps.Values(d.invitations), compareInvitations) {
			if sent.Inviter == i.Inviter && sent.CreatedAt.After(row.Stored(since)) {
				u.Sent = append(u.Sent, store.SentInvitation{Invitation: d.readInvitation(sent), Open: d.tables[sent.Table].row.State == store.Open})
			}
		}
		if err := check(u); err != nil {
			return err
		}
		if _, err := d.live(i.Invited); err != nil {
			return err
		}
		if x, ok := d.session(i.Session); !ok || x.Player != i.Inviter || d.tables[i.Table] == nil {
			return store.ErrNotFound
		}
		i.CreatedAt, i.Answer, i.AnsweredAt = row.Stored(i.CreatedAt), "", time.Time{}
		d.invitations[key] = i
		return nil
	})
}

// accept answers the invitations of all who sit at the table.
func (d *data) accept(t *table, now time.Time) {
	for key, i := range d.invitations {
		if key.table == t.row.ID && i.Answer == "" && seated(t, i.Invited) {
			i.Answer, i.AnsweredAt = store.Accepted, row.Stored(now)
			d.invitations[key] = i
		}
	}
}

// InvitationsTo implements store.Invitations.
func (s *Store) InvitationsTo(ctx context.Context, player store.PlayerID, limit int) (list []store.Invitation, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, i := range slices.SortedFunc(maps.Values(d.invitations), func(a, b store.Invitation) int { return compareInvitations(b, a) }) {
			if _, blocked := d.blocks[block{player, i.Inviter}]; i.Invited == player && d.counts(i) && !blocked && len(list) < limit {
				list = append(list, i)
			}
		}
		return nil
	})
	return list, err
}

// InvitationsOf implements store.Invitations.
func (s *Store) InvitationsOf(ctx context.Context, id store.TableID) (list []store.Invitation, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, i := range slices.SortedFunc(maps.Values(d.invitations), compareInvitations) {
			if i.Table == id {
				list = append(list, d.readInvitation(i))
			}
		}
		return nil
	})
	return list, err
}

// DeclineInvitation implements store.Invitations.
func (s *Store) DeclineInvitation(ctx context.Context, id store.TableID, invited store.PlayerID, now time.Time) error {
	return s.update(ctx, func(d *data) error {
		i, ok := d.invitations[invitationKey{id, invited}]
		if !ok || i.Answer != "" {
			return store.ErrNotFound
		}
		i.Answer, i.AnsweredAt = store.Declined, row.Stored(now)
		d.invitations[invitationKey{id, invited}] = i
		return nil
	})
}

// RemoveInvitations implements store.Retention.
func (s *Store) RemoveInvitations(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.update(ctx, func(d *data) error {
		for _, i := range slices.SortedFunc(maps.Values(d.invitations), compareInvitations) {
			if i.CreatedAt.Before(row.Stored(before)) && n < limit {
				delete(d.invitations, invitationKey{i.Table, i.Invited})
				n++
			}
		}
		return nil
	})
	return n, err
}

// forget removes the invitations, blocks, channels and chat messages of a player.
func (d *data) forget(player store.PlayerID) {
	d.notifications.forget(player)
	d.chat.forget(player)
	maps.DeleteFunc(d.invitations, func(key invitationKey, i store.Invitation) bool { return key.invited == player || i.Inviter == player })
	maps.DeleteFunc(d.blocks, func(b block, _ time.Time) bool { return b.player == player || b.blocked == player })
}

// Block implements store.Invitations.
func (s *Store) Block(ctx context.Context, player, blocked store.PlayerID, now time.Time) error {
	return s.update(ctx, func(d *data) error {
		for _, id := range []store.PlayerID{player, blocked} {
			if _, err := d.live(id); err != nil {
				return err
			}
		}
		d.blocks[block{player, blocked}] = row.Stored(now)
		if all := d.blockedBy(player); len(all) > store.MaxBlocks {
			delete(d.blocks, block{player, all[len(all)-1]})
		}
		return nil
	})
}

// Unblock implements store.Invitations.
func (s *Store) Unblock(ctx context.Context, player, blocked store.PlayerID) error {
	return s.update(ctx, func(d *data) error {
		if _, ok := d.blocks[block{player, blocked}]; !ok {
			return store.ErrNotFound
		}
		delete(d.blocks, block{player, blocked})
		return nil
	})
}

// Blocked implements store.Invitations.
func (s *Store) Blocked(ctx context.Context, player store.PlayerID) (list []store.PlayerID, err error) {
	err = s.view(ctx, func(d *data) error {
		list = d.blockedBy(player)
		return nil
	})
	return list, err
}

func (d *data) blockedBy(player store.PlayerID) (list []store.PlayerID) {
	for b := range d.blocks {
		if b.player == player {
			list = append(list, b.blocked)
		}
	}
	slices.SortFunc(list, func(a, b store.PlayerID) int {
		return cmp.Or(d.blocks[block{player, b}].Compare(d.blocks[block{player, a}]), cmp.Compare(a, b))
	})
	return list
}

// HasBlocked implements store.Invitations.
func (s *Store) HasBlocked(ctx context.Context, player, other store.PlayerID) (blocked bool, err error) {
	err = s.view(ctx, func(d *data) error {
		_, blocked = d.blocks[block{player, other}]
		return nil
	})
	return blocked, err
}
