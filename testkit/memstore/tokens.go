package memstore

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// IssueToken implements store.Sessions.
func (s *Store) IssueToken(ctx context.Context, session string, hash [32]byte, now, since time.Time) error {
	return s.update(ctx, func(d *data) error {
		if _, ok := d.session(session); !ok {
			return store.ErrNotFound
		}
		for _, k := range d.tokens {
			if k.Session == session && !k.Old && k.At.After(row.Stored(since)) || k.Hash == hash {
				return store.ErrConflict
			}
		}
		d.tokens[hash] = store.SpareToken{Hash: hash, Session: session, At: row.Stored(now)}
		d.trimTokens(session, false, store.MaxIssuedTokens)
		return nil
	})
}

// trimTokens deletes the oldest tokens beyond the number.
func (d *data) trimTokens(session string, old bool, number int) {
	var list []store.SpareToken
	for _, k := range d.tokens {
		if k.Session == session && k.Old == old {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b store.SpareToken) int {
		return cmp.Or(b.At.Compare(a.At), bytes.Compare(a.Hash[:], b.Hash[:]))
	})
	for _, k := range list[min(len(list), number):] {
		delete(d.tokens, k.Hash)
	}
}

// SessionBySpareToken implements store.Sessions.
func (s *Store) SessionBySpareToken(ctx context.Context, hash [32]byte) (k store.SpareToken, x store.Session, p store.Player, err error) {
	err = s.view(ctx, func(d *data) error {
		var ok bool
		if k, ok = d.tokens[hash]; !ok {
			return store.ErrNotFound
		}
		x, _ = d.session(k.Session)
		p = d.players[x.Player]
		return nil
	})
	return k, x, p, err
}

// ConfirmToken implements store.Sessions.
func (s *Store) ConfirmToken(ctx context.Context, hash [32]byte, now time.Time) error {
	return s.update(ctx, func(d *data) error {
		k, ok := d.tokens[hash]
		if !ok || k.Old {
			return store.ErrNotFound
		}
		now = row.Stored(now)
		x, _ := d.session(k.Session)
		delete(d.tokens, hash)
		for other, issued := range d.tokens {
			if issued.Session == x.ID && !issued.Old {
				issued.Old, issued.At = true, now
				d.tokens[other] = issued
			}
		}
		d.tokens[x.TokenHash] = store.SpareToken{Hash: x.TokenHash, Session: x.ID, Old: true, At: now}
		delete(d.sessions, x.TokenHash)
		x.TokenHash, x.TokenAt = hash, now
		d.sessions[hash] = x
		d.trimTokens(x.ID, true, store.MaxOldTokens)
		return nil
	})
}
