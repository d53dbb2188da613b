package memstore

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// notifications is the content of a database that store.Notifications describes. Its maps are never nil.
type notifications struct {
	notifiers map[store.PlayerID]store.Notifier
	told      map[toldKey]engine.Seq
	notices   map[string]notice
	nudges    map[nudgeKey]time.Time
	keys      map[string][]byte
}

type toldKey struct {
	player store.PlayerID
	table  store.TableID
}

type nudgeKey struct {
	table    store.TableID
	from, to store.PlayerID
}

type notice struct {
	store.Notice
	leased time.Time
	sent   bool
}

func newNotifications() notifications {
	return notifications{map[store.PlayerID]store.Notifier{}, map[toldKey]engine.Seq{}, map[string]notice{}, map[nudgeKey]time.Time{}, map[string][]byte{}}
}

func (n notifications) copy() notifications {
	return notifications{maps.Clone(n.notifiers), maps.Clone(n.told), maps.Clone(n.notices), maps.Clone(n.nudges), maps.Clone(n.keys)}
}

// forget removes all rows of a player.
func (n notifications) forget(player store.PlayerID) {
	delete(n.notifiers, player)
	maps.DeleteFunc(n.told, func(k toldKey, _ engine.Seq) bool { return k.player == player })
	maps.DeleteFunc(n.notices, func(_ string, x notice) bool { return x.Player == player })
	maps.DeleteFunc(n.nudges, func(k nudgeKey, _ time.Time) bool { return k.from == player || k.to == player })
}

// forgetTable removes all rows of a table.
func (n notifications) forgetTable(id store.TableID) {
	maps.DeleteFunc(n.told, func(k toldKey, _ engine.Seq) bool { return k.table == id })
	maps.DeleteFunc(n.notices, func(_ string, x notice) bool { return x.Table == id })
	maps.DeleteFunc(n.nudges, func(k nudgeKey, _ time.Time) bool { return k.table == id })
}

// stored returns a time as the columns of notifications hold it.
func storedMillis(t time.Time) time.Time { return row.Millis(row.StoredMillis(t)) }

// Notifier implements store.Notifications.
func (s *Store) Notifier(ctx context.Context, player store.PlayerID) (n store.Notifier, err error) {
	err = s.view(ctx, func(d *data) error {
		n = d.notifications.notifiers[player]
		n.Player = player
		return nil
	})
	return n, err
}

// ChangeNotifier implements store.Notifications.
func (s *Store) ChangeNotifier(ctx context.Context, player store.PlayerID, now time.Time, change func(*store.Notifier) error) (after store.Notifier, err error) {
	err = s.update(ctx, func(d *data) error {
		if _, err := d.live(player); err != nil {
			return err
		}
		before := d.notifications.notifiers[player]
		before.Player = player
		var ended []string
		if after, ended, err = row.ChangeNotifier(before, now, change); err != nil {
			return err
		}
		slices.SortFunc(after.Channels, func(a, b store.Channel) int { return cmp.Compare(a.ID, b.ID) })
		for _, c := range after.Channels {
			if c.Kind == store.PushChannel {
				d.takeAddress(player, c.Address)
			}
		}
		d.endChannels(ended)
		d.notifications.notifiers[player] = after
		return nil
	})
	if err != nil {
		return store.Notifier{}, err
	}
	return after, nil
}

// takeAddress ends the channel that another player has with a push address.
func (d *data) takeAddress(player store.PlayerID, address string) {
	for id, n := range d.notifications.notifiers {
		if id == player {
			continue
		}
		n.Channels = slices.DeleteFunc(slices.Clone(n.Channels), func(c store.Channel) bool {
			ends := c.Kind == store.PushChannel && c.Address == address
			if ends {
				d.endChannels([]string{c.ID})
			}
			return ends
		})
		d.notifications.notifiers[id] = n
	}
}

func (d *data) endChannels(ids []string) {
	maps.DeleteFunc(d.notifications.notices, func(_ string, x notice) bool { return slices.Contains(ids, x.Channel) })
}

// ChannelOwner implements store.Notifications.
func (s *Store) ChannelOwner(ctx context.Context, channel string) (player store.PlayerID, err error) {
	err = s.view(ctx, func(d *data) error {
		var ok bool
		if player, ok = d.channelOwner(channel); !ok {
			return store.ErrNotFound
		}
		return nil
	})
	return player, err
}

func (d *data) channelOwner(channel string) (store.PlayerID, bool) {
	for id, n := range d.notifications.notifiers {
		if slices.ContainsFunc(n.Channels, func(c store.Channel) bool { return c.ID == channel }) {
			return id, true
		}
	}
	return "", false
}

// Attend implements store.Notifications.
func (s *Store) Attend(ctx context.Context, player store.PlayerID, until time.Time) error {
	return s.update(ctx, func(d *data) error {
		n := d.notifications.notifiers[player]
		if until = storedMillis(until); len(n.Channels) > 0 && n.AttentiveUntil.Before(until) {
			n.AttentiveUntil = until
			d.notifications.notifiers[player] = n
		}
		return nil
	})
}

// owedAt returns what a player owes at a table.
func owedAt(t *table, player store.PlayerID, seat int) store.Owed {
	o := store.Owed{
		Player: player, Seat: engine.Seat(seat), Table: t.row.ID, Title: t.row.Title, State: t.row.State, Seq: t.row.Seq, DueAt: t.row.DueAt, Updated: storedMillis(t.row.UpdatedAt),
	}
	if seat >= 0 {
		o.Asked = t.row.Seats[seat].Confirm == store.Asked
		standIn := seat < len(t.row.StandIns) && t.row.StandIns[seat] != ""
		o.Owes = t.row.State == store.Running && slices.Contains(t.row.Owing, engine.Seat(seat)) && !standIn
	}
	return o
}

func compareOwed(a, b store.Owed) int {
	return cmp.Or(a.Updated.Compare(b.Updated), cmp.Compare(a.Table, b.Table), cmp.Compare(a.Seat, b.Seat))
}

// OwedBy implements store.Notifications.
func (s *Store) OwedBy(ctx context.Context, players []store.PlayerID) (list []store.Owed, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, t := range d.tables {
			for n, seat := range t.row.Seats {
				if o := owedAt(t, seat.Player, n); o.Owes && slices.Contains(players, seat.Player) {
					list = append(list, o)
				}
			}
		}
		return nil
	})
	slices.SortFunc(list, compareOwed)
	return list, err
}

// SeatedAt implements store.Notifications.
func (s *Store) SeatedAt(ctx context.Context, tables []store.TableID) (list []store.PlayerID, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, t := range d.tables {
			for _, seat := range t.row.Seats {
				if seat.Player != "" && slices.Contains(tables, t.row.ID) && !slices.Contains(list, seat.Player) {
					list = append(list, seat.Player)
				}
			}
		}
		return nil
	})
	return list, err
}

// Untold implements store.Notifications.
func (s *Store) Untold(ctx context.Context, now time.Time, limit int) (list []store.Owed, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, t := range d.tables {
			for seat, place := range t.row.Seats {
				n, reachable := d.reachable(place.Player)
				o := owedAt(t, place.Player, seat)
				seq, told := d.notifications.told[toldKey{place.Player, t.row.ID}]
				if !reachable || told && seq >= t.row.Seq {
					continue
				}
				o.Told = told
				owes := t.row.State == store.Running && slices.Contains(t.row.Owing, o.Seat)
				switch {
				case owes && (!n.AttentiveUntil.After(storedMillis(now)) || n.Always),
					!owes && t.row.State == store.Running && !told,
					t.row.State == store.Finished && !o.Updated.Before(n.Since),
					t.row.State == store.Open && !told && o.Asked:
					list = append(list, o)
				}
			}
		}
		for _, i := range d.invitations {
			n, reachable := d.reachable(i.Invited)
			_, told := d.notifications.told[toldKey{i.Invited, i.Table}]
			_, blocked := d.blocks[block{i.Invited, i.Inviter}]
			if reachable && !told && !blocked && d.counts(i) && !storedMillis(i.CreatedAt).Before(n.Since) {
				list = append(list, owedAt(d.tables[i.Table], i.Invited, -1))
			}
		}
		return nil
	})
	slices.SortFunc(list, compareOwed)
	return list[:min(limit, len(list))], err
}

func (d *data) reachable(player store.PlayerID) (store.Notifier, bool) {
	n := d.notifications.notifiers[player]
	return n, len(n.Channels) > 0
}

// Tell implements store.Notifications.
func (s *Store) Tell(ctx context.Context, told []store.Told, notices []store.Notice) error {
	return s.update(ctx, func(d *data) error {
		for _, t := range told {
			if _, ok := d.notifications.notifiers[t.Player]; ok {
				key := toldKey{t.Player, t.Table}
				d.notifications.told[key] = max(d.notifications.told[key], t.Seq)
			}
		}
		for _, n := range notices {
			var ok bool
			if n.Player, ok = d.channelOwner(n.Channel); !ok || d.hasNotice(n) {
				continue
			}
			n.DueAt, n.Attempts = storedMillis(n.DueAt), 0
			d.notifications.notices[n.ID] = notice{Notice: n}
		}
		return nil
	})
}

func (d *data) hasNotice(n store.Notice) bool {
	for _, x := range d.notifications.notices {
		if x.Channel == n.Channel && x.Table == n.Table && x.Occasion == n.Occasion && x.Key == n.Key {
			return true
		}
	}
	return false
}

// ClaimNotices implements store.Notifications.
func (s *Store) ClaimNotices(ctx context.Context, now, leased time.Time, limit int) (list []store.Notice, err error) {
	now = storedMillis(now)
	err = s.update(ctx, func(d *data) error {
		digests := map[string]bool{} // the channels with a digest that is due
		for _, x := range d.notifications.notices {
			if !x.sent && x.Digest && !x.DueAt.After(now) {
				digests[x.Channel] = true
			}
		}
		for _, x := range d.notifications.notices {
			if !x.sent && !x.leased.After(now) && (!x.DueAt.After(now) || x.Digest && digests[x.Channel]) {
				list = append(list, x.Notice)
			}
		}
		slices.SortFunc(list, row.CompareNotices)
		list = list[:min(limit, len(list))]
		for _, n := range list {
			d.notifications.notices[n.ID] = notice{Notice: n, leased: storedMillis(leased)}
		}
		return nil
	})
	return list, err
}

// changeNotices changes those of the notices that exist.
func (s *Store) changeNotices(ctx context.Context, ids []string, change func(*notice)) error {
	return s.update(ctx, func(d *data) error {
		for _, id := range ids {
			if x, ok := d.notifications.notices[id]; ok {
				change(&x)
				d.notifications.notices[id] = x
			}
		}
		return nil
	})
}

// NoticesSent implements store.Notifications.
func (s *Store) NoticesSent(ctx context.Context, ids []string, _ time.Time) error {
	return s.changeNotices(ctx, ids, func(x *notice) { x.sent, x.leased = true, time.Time{} })
}

// PostponeNotices implements store.Notifications.
func (s *Store) PostponeNotices(ctx context.Context, ids []string, due time.Time, failed bool) error {
	return s.changeNotices(ctx, ids, func(x *notice) {
		x.DueAt, x.leased = storedMillis(due), time.Time{}
		if failed {
			x.Attempts++
		}
	})
}

// RemoveNotices implements store.Notifications.
func (s *Store) RemoveNotices(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.update(ctx, func(d *data) error {
		old := []store.Notice{}
		for _, x := range d.notifications.notices {
			if x.DueAt.Before(storedMillis(before)) {
				old = append(old, x.Notice)
			}
		}
		slices.SortFunc(old, row.CompareNotices)
		n = min(limit, len(old))
		for _, x := range old[:n] {
			delete(d.notifications.notices, x.ID)
		}
		return nil
	})
	return n, err
}

// Nudge implements store.Notifications.
func (s *Store) Nudge(ctx context.Context, id store.TableID, from, to store.PlayerID, now, before time.Time) error {
	return s.update(ctx, func(d *data) error {
		if d.tables[id] == nil {
			return store.ErrNotFound
		}
		key := nudgeKey{id, from, to}
		if last, ok := d.notifications.nudges[key]; ok && !last.Before(storedMillis(before)) {
			return store.ErrConflict
		}
		d.notifications.nudges[key] = storedMillis(now)
		return nil
	})
}

// ServerKey implements store.Notifications.
func (s *Store) ServerKey(ctx context.Context, name string, value []byte) (stored []byte, err error) {
	err = s.update(ctx, func(d *data) error {
		if _, ok := d.notifications.keys[name]; !ok {
			d.notifications.keys[name] = bytes.Clone(value)
		}
		stored = d.notifications.keys[name]
		return nil
	})
	return stored, err
}
