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

// CloseIdleTables implements store.Retention.
func (s *Store) CloseIdleTables(ctx context.Context, before, now time.Time, limit int) (ids []store.TableID, err error) {
	err = s.update(ctx, func(d *data) error {
		ids = d.idle(store.Open, before, limit)
		for _, id := range ids {
			changed := d.tables[id].row
			changed.State, changed.UpdatedAt, changed.Rev = store.Closed, row.Stored(now), changed.Rev+1
			d.tables[id].row = changed
		}
		return nil
	})
	return ids, err
}

// RemoveClosedTables implements store.Retention.
func (s *Store) RemoveClosedTables(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.update(ctx, func(d *data) error {
		removed := d.idle(store.Closed, before, limit)
		n = len(removed)
		for _, id := range removed {
			delete(d.tables, id)
			d.notifications.forgetTable(id)
			maps.DeleteFunc(d.invitations, func(key invitationKey, _ store.Invitation) bool { return key.table == id })
			d.chat.removeTable(id)
		}
		for _, t := range d.tables {
			if t.row.Rematch != "" && slices.Contains(removed, t.row.Rematch) {
				t.row.Rematch = ""
				t.row.Rev++
			}
		}
		return nil
	})
	return n, err
}

// idle returns up to limit tables in the state that were last changed before the given time, the oldest first.
func (d *data) idle(state store.State, before time.Time, limit int) []store.TableID {
	var rows []*store.Table
	for _, t := range d.tables {
		if t.row.State == state && t.row.UpdatedAt.Before(row.Stored(before)) {
			rows = append(rows, &t.row)
		}
	}
	slices.SortFunc(rows, compare)
	ids := make([]store.TableID, min(limit, len(rows)))
	for i := range ids {
		ids[i] = rows[i].ID
	}
	return ids
}

// RemoveIdlePlayers implements store.Retention.
func (s *Store) RemoveIdlePlayers(ctx context.Context, before time.Time, after store.PlayerID, limit int) (removed int, next store.PlayerID, err error) {
	before = row.Stored(before)
	err = s.update(ctx, func(d *data) error {
		ids := slices.DeleteFunc(slices.Sorted(maps.Keys(d.players)), func(id store.PlayerID) bool { return id <= after })
		if len(ids) >= limit {
			ids = ids[:limit]
			next = ids[limit-1]
		}
		for _, id := range ids {
			if !d.isIdle(id, before) {
				continue
			}
			removed++
			delete(d.players, id)
			d.removeNames(id)
			d.forget(id)
			d.end(func(x store.Session) bool { return x.Player == id })
		}
		return nil
	})
	return removed, next, err
}

// isIdle reports whether a player is idle since the given time and has no seat.
func (d *data) isIdle(id store.PlayerID, before time.Time) bool {
	if !d.players[id].CreatedAt.Before(before) {
		return false
	}
	for _, x := range d.sessions {
		if x.Player == id && !x.SeenAt.Before(before) {
			return false
		}
	}
	for _, t := range d.tables {
		if seated(t, id) {
			return false
		}
	}
	return true
}

// seated reports whether a player has a seat at a table.
func seated(t *table, player store.PlayerID) bool {
	return slices.ContainsFunc(t.row.Seats, func(seat store.Seat) bool { return seat.Player == player })
}

// RemoveExpiredLinks implements store.Retention.
func (s *Store) RemoveExpiredLinks(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.update(ctx, func(d *data) error {
		var expired []store.Link
		for _, l := range d.links {
			if l.ExpiresAt.Before(row.Stored(before)) {
				expired = append(expired, l)
			}
		}
		slices.SortFunc(expired, func(a, b store.Link) int {
			return cmp.Or(a.ExpiresAt.Compare(b.ExpiresAt), slices.Compare(a.CodeHash[:], b.CodeHash[:]))
		})
		n = min(limit, len(expired))
		for _, l := range expired[:n] {
			delete(d.links, l.ID)
		}
		return nil
	})
	return n, err
}
