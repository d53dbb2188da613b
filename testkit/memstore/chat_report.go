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

// ReportMessage implements store.Chat.
func (s *Store) ReportMessage(ctx context.Context, r store.ChatReport, since time.Time, check func(int) error) error {
	return s.update(ctx, func(d *data) error {
		if _, err := d.live(r.Reporter); err != nil {
			return err
		}
		recent := 0
		for _, old := range d.chat.reports {
			if old.Reporter != r.Reporter {
				continue
			}
			if m := old.Message; m.Table == r.Message.Table && m.Channel == r.Message.Channel && m.Number == r.Message.Number {
				return store.ErrDuplicate
			}
			if old.CreatedAt.After(row.Stored(since)) {
				recent++
			}
		}
		if err := check(recent); err != nil {
			return err
		}
		r.CreatedAt, r.Message.Client, r.Message.Changed, r.Message.Deleted = row.Stored(r.CreatedAt), "", 0, ""
		d.chat.reports[r.ID] = r
		return nil
	})
}

func compareReports(a, b store.ChatReport) int {
	return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
}

// Reports implements store.Chat.
func (s *Store) Reports(ctx context.Context, all bool, limit int) (list []store.ChatReport, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, r := range slices.SortedFunc(maps.Values(d.chat.reports), compareReports) {
			if (all || r.ClosedAt.IsZero()) && len(list) < limit {
				list = append(list, r)
			}
		}
		return nil
	})
	return list, err
}

// CloseReport implements store.Chat.
func (s *Store) CloseReport(ctx context.Context, id string, now time.Time) error {
	return s.update(ctx, func(d *data) error {
		r, ok := d.chat.reports[id]
		if !ok || !r.ClosedAt.IsZero() {
			return store.ErrNotFound
		}
		r.ClosedAt = row.Stored(now)
		d.chat.reports[id] = r
		return nil
	})
}

// RemoveChat implements store.Retention.
func (s *Store) RemoveChat(ctx context.Context, before time.Time, limit int) (n int, err error) {
	before = row.Stored(before)
	err = s.update(ctx, func(d *data) error {
		old := func(at time.Time) bool {
			if n < limit && at.Before(before) {
				n++
				return true
			}
			return false
		}
		for _, c := range d.chat.channels {
			c.messages = slices.DeleteFunc(slices.Clone(c.messages), func(m store.ChatMessage) bool { return old(m.CreatedAt) })
		}
		maps.DeleteFunc(d.chat.reactions, func(_ reactionKey, r store.ChatReaction) bool { return old(r.CreatedAt) })
		maps.DeleteFunc(d.chat.reads, func(_ readKey, m store.ChatMessage) bool { return old(m.CreatedAt) })
		return nil
	})
	return n, err
}

// RemoveReports implements store.Retention.
func (s *Store) RemoveReports(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.update(ctx, func(d *data) error {
		for _, r := range slices.SortedFunc(maps.Values(d.chat.reports), compareReports) {
			if r.CreatedAt.Before(row.Stored(before)) && n < limit {
				delete(d.chat.reports, r.ID)
				n++
			}
		}
		return nil
	})
	return n, err
}
