package rows

import (
	"context"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const scored = "CASE WHEN ended = '' AND stand_in = 0 AND conceded = 0 THEN points END"

// All conditions on results name player <> ”, so that the partial indexes can be used.
var (
	DeleteResults = dialect.SQL("DELETE FROM results WHERE table_key = (SELECT key FROM tables WHERE id = ?1)")

	// InsertResult adds the result of a seat, with the holder, the title and the visibility that are stored.
	InsertResult = dialect.SQL(`INSERT INTO results (table_key, seat, player, bot, color, title, seats, people, private, finished_at, ended, points, won, conceded, stand_in, handed_over)
		SELECT t.key, p.seat, p.player, p.bot, p.color, t.title,
			(SELECT count(*) FROM places x WHERE x.table_id = t.id), (SELECT count(*) FROM places x WHERE x.table_id = t.id AND x.player <> ''),
			CASE WHEN t.visibility = 'public' THEN 0 ELSE 1 END, ?3, ?4, ?5, ?6, ?7, ?8, ?9
		FROM tables t JOIN places p ON p.table_id = t.id WHERE t.id = ?1 AND p.seat = ?2`)

	// selectResults has the arguments player, time and id of the row before the page, with, viewer and limit. It returns a row for each seat.
	selectResults = dialect.SQL(`SELECT t.id, r.title, r.private, r.finished_at, r.ended, r.player, r.bot, r.color, r.points, r.won, r.conceded, r.stand_in, r.handed_over
		FROM results r JOIN tables t ON t.key = r.table_key WHERE r.table_key IN (
			SELECT m.table_key FROM results m WHERE m.player <> '' AND m.player = ?1
				AND (m.finished_at, m.table_key) < (?2, coalesce((SELECT key FROM tables WHERE id = ?3), 0))
				AND (?4 = '' OR EXISTS (SELECT 1 FROM results w WHERE w.table_key = m.table_key AND w.player = ?4)
					AND (m.private = 0 OR EXISTS (SELECT 1 FROM results v WHERE v.table_key = m.table_key AND v.player <> '' AND v.player = ?5)))
			ORDER BY m.finished_at DESC, m.table_key DESC LIMIT ?6)
		ORDER BY r.finished_at DESC, r.table_key DESC, r.seat`)

	selectFigures = dialect.SQL(`SELECT title, seats, people = 1, count(*), sum(CASE WHEN won = 1 AND stand_in = 0 AND conceded = 0 THEN 1 ELSE 0 END),
			count(` + scored + `), CAST(coalesce(sum(` + scored + `), 0) AS bigint), coalesce(max(` + scored + `), 0)
		FROM results WHERE player <> '' AND player = ?1 AND ended NOT IN ('agreement', 'operator') AND handed_over = 0
		GROUP BY title, seats, people = 1 ORDER BY title, seats, people = 1`)

	// selectHeadToHead has the arguments player, other player and viewer.
	selectHeadToHead = dialect.SQL(`SELECT a.title, count(*), sum(CASE WHEN a.won = 1 AND a.stand_in = 0 AND a.conceded = 0 THEN 1 ELSE 0 END),
			sum(CASE WHEN b.won = 1 AND b.stand_in = 0 AND b.conceded = 0 THEN 1 ELSE 0 END)
		FROM results a JOIN results b ON b.table_key = a.table_key
		WHERE a.player <> '' AND a.player = ?1 AND b.player <> '' AND b.player = ?2
			AND a.ended NOT IN ('agreement', 'operator') AND a.handed_over = 0 AND b.handed_over = 0
			AND (a.private = 0 OR EXISTS (SELECT 1 FROM results v WHERE v.table_key = a.table_key AND v.player <> '' AND v.player = ?3))
		GROUP BY a.title ORDER BY a.title`)

	// selectCompanions has the arguments player, number of the player's last games, and limit.
	selectCompanions = dialect.SQL(`SELECT b.player, count(*), max(a.finished_at)
		FROM (SELECT table_key, finished_at FROM results WHERE player <> '' AND player = ?1 ORDER BY finished_at DESC, table_key DESC LIMIT ?2) a
		JOIN results b ON b.table_key = a.table_key AND b.player <> '' AND b.player <> ?1
		JOIN players p ON p.id = b.player AND p.erased = 0
		WHERE NOT EXISTS (SELECT 1 FROM blocks k WHERE k.player = ?1 AND k.blocked = b.player)
		GROUP BY b.player ORDER BY 3 DESC, b.player LIMIT ?3`)

	selectTogether = dialect.SQL(`SELECT EXISTS (SELECT 1 FROM results a JOIN results b ON b.table_key = a.table_key
		WHERE a.player <> '' AND a.player = ?1 AND b.player <> '' AND b.player = ?2 AND a.player <> b.player)`)
)

// ResultCalls are the calls that store the outcome of a finished table. The holders are those that are stored.
func ResultCalls(id store.TableID, o store.Outcome, winners []engine.Seat, standIns []string, ending store.Ending) []dialect.Call {
	calls := []dialect.Call{DeleteResults.With(id)}
	for n, points := range o.Scores {
		seat := engine.Seat(n)
		conceded := slices.Contains(ending.Conceded, seat)
		standIn := n < len(standIns) && standIns[n] != "" && !conceded
		calls = append(calls, InsertResult.With(id, n, o.FinishedAt, ending.Ended, points, slices.Contains(winners, seat), conceded, standIn, slices.Contains(o.HandedOver, seat)))
	}
	return calls
}

func (s *Rows) SaveOutcome(ctx context.Context, id store.TableID, o store.Outcome) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		t, err := s.lockTable(ctx, tx, id)
		if err != nil {
			return err
		}
		if t.State != store.Finished {
			return store.ErrNotFound
		}
		return tx.Send(ctx, ResultCalls(id, o, t.Winners, t.StandIns, t.Ending)...)
	})
}

func (s *Rows) Results(ctx context.Context, q store.ResultQuery) (list []store.Result, err error) {
	if q.Before.IsZero() {
		q.Before = dialect.Never
	}
	err = s.db.Query(ctx, func(scan dialect.Scan) error {
		var r store.Result
		var seat store.SeatResult
		err := scan(&r.Table, &r.Title, &r.Private, &r.FinishedAt, &r.Ended, &seat.Player, &seat.Bot, &seat.Color, &seat.Points,
			&seat.Won, &seat.Conceded, &seat.StandIn, &seat.HandedOver)
		if n := len(list); n == 0 || list[n-1].Table != r.Table { // the rows of a table follow each other
			list = append(list, r)
		}
		last := &list[len(list)-1]
		last.Seats = append(last.Seats, seat)
		return err
	}, selectResults, q.Player, q.Before, q.BeforeID, q.With, q.Viewer, q.Limit)
	return list, err
}

func (s *Rows) Figures(ctx context.Context, player store.PlayerID) ([]store.Figures, error) {
	return dialect.Collect(ctx, s.db, dialect.Into(func(f *store.Figures) []any {
		return []any{&f.Title, &f.Seats, &f.Bots, &f.Games, &f.Wins, &f.Scored, &f.Points, &f.Best}
	}), selectFigures, player)
}

func (s *Rows) HeadToHead(ctx context.Context, a, b, viewer store.PlayerID) ([]store.HeadToHead, error) {
	return dialect.Collect(ctx, s.db, dialect.Into(func(h *store.HeadToHead) []any {
		return []any{&h.Title, &h.Games, &h.Wins, &h.OtherWins}
	}), selectHeadToHead, a, b, viewer)
}

func (s *Rows) Companions(ctx context.Context, player store.PlayerID, limit int) ([]store.Companion, error) {
	return dialect.Collect(ctx, s.db, dialect.Into(func(c *store.Companion) []any {
		return []any{&c.Player, &c.Games, &c.LastAt}
	}), selectCompanions, player, store.CompanionGames, limit)
}

func (s *Rows) PlayedTogether(ctx context.Context, a, b store.PlayerID) (bool, error) {
	return s.holds(ctx, selectTogether, a, b)
}
