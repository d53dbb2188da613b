package row

import (
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

// The statements of results, for both databases. Their arguments are ?1, ?2 and so on; see Numbered. All conditions on results name player <> ”, so that the
// partial indexes can be used.
const (
	DeleteResults = `DELETE FROM results WHERE table_key = (SELECT key FROM tables WHERE id = ?1)`

	// InsertResult adds the result of a seat, with the holder, the title and the visibility that are stored.
	InsertResult = `INSERT INTO results (table_key, seat, player, bot, color, title, seats, people, private, finished_at, ended, points, won, conceded, stand_in, handed_over)
		SELECT t.key, p.seat, p.player, p.bot, p.color, t.title,
			(SELECT count(*) FROM places x WHERE x.table_id = t.id), (SELECT count(*) FROM places x WHERE x.table_id = t.id AND x.player <> ''),
			CASE WHEN t.visibility = 'public' THEN 0 ELSE 1 END, ?3, ?4, ?5, ?6, ?7, ?8, ?9
		FROM tables t JOIN places p ON p.table_id = t.id WHERE t.id = ?1 AND p.seat = ?2`

	// SelectResults has the arguments player, time and id of the row before the page, with, viewer and limit. It returns a row for each seat.
	SelectResults = `SELECT t.id, r.title, r.private, r.finished_at, r.ended, r.player, r.bot, r.color, r.points, r.won, r.conceded, r.stand_in, r.handed_over
		FROM results r JOIN tables t ON t.key = r.table_key WHERE r.table_key IN (
			SELECT m.table_key FROM results m WHERE m.player <> '' AND m.player = ?1
				AND (m.finished_at, m.table_key) < (?2, coalesce((SELECT key FROM tables WHERE id = ?3), 0))
				AND (?4 = '' OR EXISTS (SELECT 1 FROM results w WHERE w.table_key = m.table_key AND w.player = ?4)
					AND (m.private = 0 OR EXISTS (SELECT 1 FROM results v WHERE v.table_key = m.table_key AND v.player <> '' AND v.player = ?5)))
			ORDER BY m.finished_at DESC, m.table_key DESC LIMIT ?6)
		ORDER BY r.finished_at DESC, r.table_key DESC, r.seat`

	// SelectFigures has the argument player.
	SelectFigures = `SELECT title, seats, people = 1, count(*), sum(CASE WHEN won = 1 AND stand_in = 0 AND conceded = 0 THEN 1 ELSE 0 END),
			count(` + scored + `), coalesce(sum(` + scored + `), 0), coalesce(max(` + scored + `), 0)
		FROM results WHERE player <> '' AND player = ?1 AND ended NOT IN ('agreement', 'operator') AND handed_over = 0
		GROUP BY title, seats, people = 1 ORDER BY title, seats, people = 1`

	// scored are the points of a result if they count, else NULL.
	scored = `CASE WHEN ended = '' AND stand_in = 0 AND conceded = 0 THEN points END`

	// SelectHeadToHead has the arguments player, other player and viewer.
	SelectHeadToHead = `SELECT a.title, count(*), sum(CASE WHEN a.won = 1 AND a.stand_in = 0 AND a.conceded = 0 THEN 1 ELSE 0 END),
			sum(CASE WHEN b.won = 1 AND b.stand_in = 0 AND b.conceded = 0 THEN 1 ELSE 0 END)
		FROM results a JOIN results b ON b.table_key = a.table_key
		WHERE a.player <> '' AND a.player = ?1 AND b.player <> '' AND b.player = ?2
			AND a.ended NOT IN ('agreement', 'operator') AND a.handed_over = 0 AND b.handed_over = 0
			AND (a.private = 0 OR EXISTS (SELECT 1 FROM results v WHERE v.table_key = a.table_key AND v.player <> '' AND v.player = ?3))
		GROUP BY a.title ORDER BY a.title`

	// SelectCompanions has the arguments player, number of the player's last games, and limit.
	SelectCompanions = `SELECT b.player, count(*), max(a.finished_at)
		FROM (SELECT table_key, finished_at FROM results WHERE player <> '' AND player = ?1 ORDER BY finished_at DESC, table_key DESC LIMIT ?2) a
		JOIN results b ON b.table_key = a.table_key AND b.player <> '' AND b.player <> ?1
		JOIN players p ON p.id = b.player AND NOT p.erased
		WHERE NOT EXISTS (SELECT 1 FROM blocks k WHERE k.player = ?1 AND k.blocked = b.player)
		GROUP BY b.player ORDER BY 3 DESC, b.player LIMIT ?3`

	// SelectTogether has the arguments player and other player.
	SelectTogether = `SELECT EXISTS (SELECT 1 FROM results a JOIN results b ON b.table_key = a.table_key
		WHERE a.player <> '' AND a.player = ?1 AND b.player <> '' AND b.player = ?2 AND a.player <> b.player)`
)

// Never is later than all times of results.
var Never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// SeatOutcome is the part of a seat's result that InsertResult gets as arguments after table, seat, time and reason of an early end.
type SeatOutcome struct{ Points, Won, Conceded, StandIn, HandedOver int64 }

// SeatOutcomes returns the results of all seats of a finished table.
func SeatOutcomes(o store.Outcome, winners []engine.Seat, standIns []string, ending store.Ending) []SeatOutcome {
	list := make([]SeatOutcome, len(o.Scores))
	for n := range list {
		seat := engine.Seat(n)
		conceded := slices.Contains(ending.Conceded, seat)
		standIn := n < len(standIns) && standIns[n] != "" && !conceded
		list[n] = SeatOutcome{
			int64(o.Scores[n]), flag(slices.Contains(winners, seat)), flag(conceded), flag(standIn), flag(slices.Contains(o.HandedOver, seat)),
		}
	}
	return list
}

func flag(set bool) int64 {
	if set {
		return 1
	}
	return 0
}

// SeatRow is a row of SelectResults.
type SeatRow struct {
	Table                                       store.TableID
	Title                                       string
	Private, Won, Conceded, StandIn, HandedOver int64
	FinishedAt                                  time.Time
	Ended                                       engine.Ended
	Seat                                        store.SeatResult
}

// AddSeat adds a row to the list of results. The rows of a table follow each other.
func AddSeat(list []store.Result, r SeatRow) []store.Result {
	if n := len(list); n == 0 || list[n-1].Table != r.Table {
		list = append(list, store.Result{Table: r.Table, Title: r.Title, Private: r.Private != 0, FinishedAt: r.FinishedAt, Ended: r.Ended})
	}
	r.Seat.Won, r.Seat.Conceded, r.Seat.StandIn, r.Seat.HandedOver = r.Won != 0, r.Conceded != 0, r.StandIn != 0, r.HandedOver != 0
	last := &list[len(list)-1]
	last.Seats = append(last.Seats, r.Seat)
	return list
}
