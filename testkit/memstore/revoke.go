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

// RevokeSession implements store.Sessions.
func (s *Store) RevokeSession(ctx context.Context, player store.PlayerID, id string) (ended store.Ended, err error) {
	err = s.update(ctx, func(d *data) error {
		if x, ok := d.session(id); !ok || x.Player != player {
			return store.ErrNotFound
		}
		ended = d.end(func(x store.Session) bool { return x.ID == id })
		return nil
	})
	return ended, err
}

// RevokeOtherSessions implements store.Sessions.
func (s *Store) RevokeOtherSessions(ctx context.Context, player store.PlayerID, except string) (ended store.Ended, err error) {
	err = s.update(ctx, func(d *data) error {
		ended = d.end(func(x store.Session) bool { return x.Player == player && x.ID != except })
		return nil
	})
	return ended, err
}

// ExpireSessions implements store.Sessions.
func (s *Store) ExpireSessions(ctx context.Context, before time.Time, limit int) (ended store.Ended, err error) {
	err = s.update(ctx, func(d *data) error {
		idle := slices.SortedFunc(maps.Values(d.sessions), func(a, b store.Session) int { return cmp.Or(a.SeenAt.Compare(b.SeenAt), cmp.Compare(a.ID, b.ID)) })
		for _, x := range idle[:min(len(idle), limit)] {
			if x.SeenAt.Before(row.Stored(before)) {
				one := d.end(func(other store.Session) bool { return other.ID == x.ID })
				ended.Sessions, ended.Tables = append(ended.Sessions, one.Sessions...), append(ended.Tables, one.Tables...)
			}
		}
		return nil
	})
	return ended, err
}

// end deletes the sessions that match, with their tokens and links, and empties the invites that they made.
func (d *data) end(match func(store.Session) bool) (ended store.Ended) {
	gone := map[string]bool{}
	for hash, x := range d.sessions {
		if match(x) {
			gone[x.ID] = true
			ended.Sessions = append(ended.Sessions, x.ID)
			delete(d.sessions, hash)
		}
	}
	maps.DeleteFunc(d.tokens, func(_ [32]byte, k store.SpareToken) bool { return gone[k.Session] })
	maps.DeleteFunc(d.links, func(_ string, l store.Link) bool { return gone[l.Session] })
	for id, t := range d.tables {
		if open := t.row.State == store.Open || t.row.State == store.Running; open && gone[t.row.InviteSession] {
			t.row.Invite, t.row.InviteSession = "", ""
			t.row.Rev++
			ended.Tables = append(ended.Tables, id)
		}
	}
	return ended
}
