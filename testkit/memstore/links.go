package memstore

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// CreateLink implements store.Sessions.
func (s *Store) CreateLink(ctx context.Context, l store.Link) error {
	return s.update(ctx, func(d *data) error {
		if x, ok := d.session(l.Session); !ok || x.Player != l.Player {
			return store.ErrNotFound
		}
		if _, exists := d.tables[l.Table]; l.Table != "" && !exists {
			return store.ErrNotFound
		}
		if _, taken := d.linkByCode(l.CodeHash); taken || d.links[l.ID].ID != "" {
			return store.ErrConflict
		}
		l.CreatedAt, l.ExpiresAt = row.Stored(l.CreatedAt), row.Stored(l.ExpiresAt)
		d.links[l.ID] = l
		same := d.linksOf(func(other store.Link) bool { return other.Player == l.Player && other.Kind == l.Kind })
		for _, old := range same[min(len(same), l.Kind.Most()):] {
			delete(d.links, old.ID)
		}
		return nil
	})
}

// linksOf returns the matching links, newest first.
func (d *data) linksOf(match func(store.Link) bool) (list []store.Link) {
	for _, l := range d.links {
		if match(l) {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b store.Link) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(b.ID, a.ID))
	})
	return list
}

func (d *data) linkByCode(hash [32]byte) (store.Link, bool) {
	for _, l := range d.links {
		if l.CodeHash == hash {
			return l, true
		}
	}
	return store.Link{}, false
}

// Links implements store.Sessions.
func (s *Store) Links(ctx context.Context, player store.PlayerID, now time.Time) (list []store.Link, err error) {
	err = s.view(ctx, func(d *data) error {
		list = d.linksOf(func(l store.Link) bool {
			return l.Player == player && l.ExpiresAt.After(row.Stored(now)) && (l.Table == "" || d.tables[l.Table].row.State == store.Running)
		})
		return nil
	})
	return list, err
}

// RevokeLink implements store.Sessions.
func (s *Store) RevokeLink(ctx context.Context, player store.PlayerID, id string) error {
	return s.update(ctx, func(d *data) error {
		if l, ok := d.links[id]; !ok || l.Player != player {
			return store.ErrNotFound
		}
		delete(d.links, id)
		return nil
	})
}

// ClaimLink implements store.Sessions. It also deletes expired links, except those for apps.
func (s *Store) ClaimLink(ctx context.Context, hash [32]byte, now time.Time, x store.Session) (id store.PlayerID, err error) {
	err = s.update(ctx, func(d *data) error {
		maps.DeleteFunc(d.links, func(_ string, l store.Link) bool {
			return !row.Stored(now).Before(l.ExpiresAt) && l.Kind != store.AppLink
		})
		l, ok := d.linkByCode(hash)
		if !ok || l.Kind != store.DeviceLink {
			return store.ErrNotFound
		}
		if d.taken(x) {
			return store.ErrConflict
		}
		delete(d.links, l.ID)
		id, x.Player = l.Player, l.Player
		d.add(x)
		return nil
	})
	return id, err
}

// ClaimAppLink implements store.Sessions.
func (s *Store) ClaimAppLink(ctx context.Context, hash [32]byte, now time.Time, x store.Session) (id store.PlayerID, err error) {
	valid := func(l store.Link) bool {
		return l.Kind == store.AppLink && row.Stored(now).Before(l.ExpiresAt) && l.Misses < store.MaxMisses
	}
	var refused error
	err = s.update(ctx, func(d *data) error {
		l, ok := d.linkByCode(hash)
		if ok && valid(l) {
			if d.taken(x) {
				return store.ErrConflict
			}
			delete(d.links, l.ID)
			id, x.Player = l.Player, l.Player
			d.add(x)
			return nil
		}
		switch {
		case !ok || l.Kind != store.AppLink:
			refused = store.ErrNotFound
		case l.Misses < store.MaxMisses || !row.Stored(now).Before(l.ExpiresAt):
			refused = store.ErrExpired
		default:
			refused = store.ErrLocked
		}
		for id, l := range d.links {
			if valid(l) {
				l.Misses++
				d.links[id] = l
			}
		}
		return nil
	})
	return id, errors.Join(err, refused)
}

// Offer implements store.Sessions.
func (s *Store) Offer(ctx context.Context, hash [32]byte, now time.Time) (l store.Link, err error) {
	err = s.view(ctx, func(d *data) error {
		var ok bool
		if l, ok = d.linkByCode(hash); !ok || l.Kind != store.HandoverLink || !l.ExpiresAt.After(row.Stored(now)) {
			l = store.Link{}
			return store.ErrNotFound
		}
		return nil
	})
	return l, err
}

// validOffer reports whether an append needs no offer, or has a valid one whose maker holds the seat.
func (d *data) validOffer(a *store.Append, t *table) bool {
	h := a.NewHolder
	if h == nil || h.Offer == [32]byte{} {
		return true
	}
	l, ok := d.linkByCode(h.Offer)
	return ok && l.Kind == store.HandoverLink && l.Table == a.Table && l.Seat == h.Seat && l.ExpiresAt.After(row.Stored(a.Now)) &&
		l.Player == t.row.Seats[h.Seat].Player
}
