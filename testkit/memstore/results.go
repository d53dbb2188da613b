package memstore

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// SaveOutcome implements store.Results.
func (s *Store) SaveOutcome(ctx context.Context, id store.TableID, o store.Outcome) error {
	return s.update(ctx, func(d *data) error {
		t, ok := d.tables[id]
		if !ok || t.row.State != store.Finished {
			return store.ErrNotFound
		}
		t.saveOutcome(o)
		return nil
	})
}

// saveOutcome replaces the results of the table.
func (t *table) saveOutcome(o store.Outcome) {
	r := &store.Result{
		Table: t.row.ID, Title: t.row.Title, Private: t.row.Visibility == store.Private, FinishedAt: row.Stored(o.FinishedAt), Ended: t.row.Ending.Ended,
	}
	for seat, x := range row.SeatOutcomes(o, t.row.Winners, t.row.StandIns, t.row.Ending) {
		holder := t.row.Seats[seat]
		r.Seats = append(r.Seats, store.SeatResult{
			Player: holder.Player, Bot: holder.Bot, Color: holder.Color, Points: int(x.Points),
			Won: x.Won == 1, Conceded: x.Conceded == 1, StandIn: x.StandIn == 1, HandedOver: x.HandedOver == 1,
		})
	}
	t.result = r
}

// resultOf returns the result of a player at the table; nil if there is none.
func (t *table) resultOf(player store.PlayerID) *store.SeatResult {
	if t.result == nil || player == "" {
		return nil
	}
	at := slices.IndexFunc(t.result.Seats, func(r store.SeatResult) bool { return r.Player == player })
	if at < 0 {
		return nil
	}
	return &t.result.Seats[at]
}

// shows reports whether a viewer may know who has results at the table.
func (t *table) shows(viewer store.PlayerID) bool {
	return !t.result.Private || t.resultOf(viewer) != nil
}

// played returns the tables at which a player has a result, the last finished first.
func (d *data) played(player store.PlayerID) (list []*table) {
	for _, t := range d.tables {
		if t.resultOf(player) != nil {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b *table) int { return compareResults(*b.result, *a.result) })
	return list
}

func compareResults(a, b store.Result) int {
	return cmp.Or(a.FinishedAt.Compare(b.FinishedAt), cmp.Compare(a.Table, b.Table))
}

// Results implements store.Results.
func (s *Store) Results(ctx context.Context, q store.ResultQuery) (list []store.Result, err error) {
	edge := store.Result{FinishedAt: row.Never}
	if !q.Before.IsZero() {
		edge = store.Result{FinishedAt: row.Stored(q.Before), Table: q.BeforeID}
	}
	err = s.view(ctx, func(d *data) error {
		for _, t := range d.played(q.Player) {
			fits := q.With == "" || t.resultOf(q.With) != nil && t.shows(q.Viewer)
			if fits && compareResults(*t.result, edge) < 0 && len(list) < q.Limit {
				r := *t.result
				r.Seats = slices.Clone(r.Seats)
				list = append(list, r)
			}
		}
		return nil
	})
	return list, err
}

// countsFor returns whether a seat's result counts, and as won.
func countsFor(r store.Result, x store.SeatResult) (counts, won bool) {
	return r.Ended != engine.EndedByAgreement && r.Ended != engine.EndedByOperator && !x.HandedOver, x.Won && !x.StandIn && !x.Conceded
}

// Figures implements store.Results.
func (s *Store) Figures(ctx context.Context, player store.PlayerID) ([]store.Figures, error) {
	figures := map[store.Figures]*store.Figures{} // by title, seats and bots
	err := s.view(ctx, func(d *data) error {
		for _, t := range d.played(player) {
			x := t.resultOf(player)
			counts, won := countsFor(*t.result, *x)
			if !counts {
				continue
			}
			people := 0
			for _, seat := range t.result.Seats {
				if seat.Player != "" {
					people++
				}
			}
			key := store.Figures{Title: t.result.Title, Seats: len(t.result.Seats), Bots: people == 1}
			f, ok := figures[key]
			if !ok {
				f = &key
				figures[*f] = f
			}
			f.Games++
			if won {
				f.Wins++
			}
			if t.result.Ended == "" && !x.StandIn && !x.Conceded {
				if f.Best = max(f.Best, x.Points); f.Scored == 0 {
					f.Best = x.Points
				}
				f.Scored++
				f.Points += x.Points
			}
		}
		return nil
	})
	var list []store.Figures
	for f := range maps.Values(figures) {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b store.Figures) int {
		if c := cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.Seats, b.Seats)); c != 0 || a.Bots == b.Bots {
			return c
		}
		if b.Bots {
			return -1
		}
		return 1
	})
	return list, err
}

// HeadToHead implements store.Results.
func (s *Store) HeadToHead(ctx context.Context, a, b, viewer store.PlayerID) (list []store.HeadToHead, err error) {
	titles := map[string]store.HeadToHead{}
	err = s.view(ctx, func(d *data) error {
		for _, t := range d.played(a) {
			x, y := t.resultOf(a), t.resultOf(b)
			if y == nil || !t.shows(viewer) {
				continue
			}
			counts, won := countsFor(*t.result, *x)
			others, lost := countsFor(*t.result, *y)
			if !counts || !others {
				continue
			}
			h := titles[t.result.Title]
			h.Title = t.result.Title
			h.Games++
			if won {
				h.Wins++
			}
			if lost {
				h.OtherWins++
			}
			titles[h.Title] = h
		}
		return nil
	})
	for _, title := range slices.Sorted(maps.Keys(titles)) {
		list = append(list, titles[title])
	}
	return list, err
}

// Companions implements store.Results.
func (s *Store) Companions(ctx context.Context, player store.PlayerID, limit int) (list []store.Companion, err error) {
	people := map[store.PlayerID]store.Companion{}
	err = s.view(ctx, func(d *data) error {
		played := d.played(player)
		for _, t := range played[:min(len(played), store.CompanionGames)] {
			for _, x := range t.result.Seats {
				if _, blocked := d.blocks[block{player, x.Player}]; blocked || x.Player == player {
					continue
				}
				if _, err := d.live(x.Player); err != nil {
					continue
				}
				c, ok := people[x.Player]
				if !ok {
					c = store.Companion{Player: x.Player, LastAt: t.result.FinishedAt}
				}
				c.Games++
				people[x.Player] = c
			}
		}
		return nil
	})
	list = slices.SortedFunc(maps.Values(people), func(a, b store.Companion) int {
		return cmp.Or(b.LastAt.Compare(a.LastAt), cmp.Compare(a.Player, b.Player))
	})
	return list[:min(len(list), limit)], err
}

// PlayedTogether implements store.Results.
func (s *Store) PlayedTogether(ctx context.Context, a, b store.PlayerID) (together bool, err error) {
	err = s.view(ctx, func(d *data) error {
		together = a != b && slices.ContainsFunc(d.played(a), func(t *table) bool { return t.resultOf(b) != nil })
		return nil
	})
	return together, err
}
