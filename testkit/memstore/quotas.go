package memstore

import (
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// usage returns what the player has of a quota.
func (d *data) usage(q store.Quota) store.QuotaUsage {
	u := store.QuotaUsage{Unfinished: d.unfinished(q.Player)}
	for _, t := range d.tables {
		if q.Player == "" || t.creator != q.Player || !t.row.CreatedAt.After(row.Stored(q.Since)) {
			continue
		}
		if u.Created == 0 || t.row.CreatedAt.Before(u.Oldest) {
			u.Oldest = t.row.CreatedAt
		}
		u.Created++
		for _, e := range t.log {
			u.Bytes += int64(len(e.raw))
		}
	}
	return u
}

// unfinished returns the number of a player's open and running tables.
func (d *data) unfinished(player store.PlayerID) (n int) {
	for _, t := range d.tables {
		if (t.row.State == store.Open || t.row.State == store.Running) && player != "" && seated(t, player) {
			n++
		}
	}
	return n
}
