package rows

import (
	"context"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/chat"
)

const seatsOf = "SELECT p.table_id FROM places p JOIN tables t ON t.id = p.table_id WHERE p.player <> '' AND p.player = ?1 "

// both is the condition that the player ?2 sits at the unfinished table t, too.
const both = "t.state IN ('open', 'running') AND EXISTS (SELECT 1 FROM places q WHERE q.table_id = p.table_id AND q.player = ?2)"

// blockedByEither selects the players with whom one of the two has a block.
const blockedByEither = "SELECT blocked FROM blocks WHERE player IN (?1, ?2) UNION SELECT player FROM blocks WHERE blocked IN (?1, ?2)"

var (
	lockBoth = dialect.SQL("SELECT id, name FROM players WHERE id " + dialect.InList1 + " AND erased = 0 ORDER BY id /*pg FOR UPDATE*/")

	liveTables = dialect.SQL("SELECT p.table_id FROM places p WHERE p.player <> '' AND p.player IN (?1, ?2) AND p.ended_at = 0 ORDER BY p.table_id")

	mergeWaiting    = dialect.SQL(seatsOf + "AND p.ended_at = 0 AND " + both + " ORDER BY p.table_id")
	mergeUnfinished = dialect.SQL(seatsOf + "AND p.ended_at = 0 AND t.state IN ('open', 'running') AND NOT (" + both + ") ORDER BY p.table_id")
	mergeFinished   = dialect.SQL(seatsOf + "AND t.state NOT IN ('open', 'running') ORDER BY p.table_id")
	mergeCounts     = dialect.SQL(`SELECT (SELECT count(*) FROM results WHERE player <> '' AND player = ?1), (SELECT count(*) FROM chat_messages WHERE author = ?1),
		(SELECT count(*) FROM invitations WHERE invited = ?1), (SELECT count(*) FROM blocks WHERE player = ?1)`)
	mergeSessions = dialect.SQL("SELECT id FROM sessions WHERE player = ?1 ORDER BY id")

	moveSeats = dialect.SQL("UPDATE places SET player = ?2 WHERE player <> '' AND player = ?1 AND NOT (table_id IN (LIST ?3))")
	moveHost  = dialect.SQL("UPDATE tables SET host = ?2 WHERE host = ?1 AND id IN (SELECT table_id FROM places WHERE player <> '' AND player = ?2)")
	newRevs   = dialect.SQL("UPDATE tables SET rev = rev + 1 WHERE id " + dialect.InList1)

	// moves give the rows of the player ?1 to the player ?2. If both have such a row, that of the latter stays.
	moves = append([]*dialect.Statement{
		dialect.SQL("UPDATE tables SET creator = ?2 WHERE creator <> '' AND creator = ?1"),
		dialect.SQL("UPDATE results SET player = ?2 WHERE player <> '' AND player = ?1"),
		dialect.SQL("UPDATE table_names SET player = ?2 WHERE player = ?1"),
		dialect.SQL("DELETE FROM invitations WHERE invited = ?1 AND (inviter = ?2 OR table_id IN (SELECT table_id FROM invitations WHERE invited = ?2))"),
		dialect.SQL("DELETE FROM invitations WHERE invited = ?2 AND inviter = ?1"),
		dialect.SQL("UPDATE invitations SET invited = ?2 WHERE invited = ?1"),
		dialect.SQL("UPDATE invitations SET inviter = ?2 WHERE inviter = ?1"),
		dialect.SQL("DELETE FROM blocks WHERE player = ?1 AND (blocked = ?2 OR blocked IN (SELECT blocked FROM blocks WHERE player = ?2))"),
		dialect.SQL("DELETE FROM blocks WHERE blocked = ?1 AND (player = ?2 OR player IN (SELECT player FROM blocks WHERE blocked = ?2))"),
		dialect.SQL("UPDATE blocks SET player = ?2 WHERE player = ?1"),
		dialect.SQL("UPDATE blocks SET blocked = ?2 WHERE blocked = ?1"),
		dialect.SQL("DELETE FROM unlisted WHERE player = ?1 AND table_id IN (SELECT table_id FROM unlisted WHERE player = ?2)"),
		dialect.SQL("UPDATE unlisted SET player = ?2 WHERE player = ?1"),
		dialect.SQL("DELETE FROM friends WHERE player IN (?1, ?2) AND friend IN (" + blockedByEither + ")"),
		dialect.SQL("DELETE FROM friends WHERE friend IN (?1, ?2) AND player IN (" + blockedByEither + ")"),
		dialect.SQL("UPDATE friends SET agreed = 1 WHERE player IN (?1, ?2) AND friend IN (SELECT player FROM friends WHERE friend IN (?1, ?2))"),
		dialect.SQL("UPDATE friends SET agreed = 1 WHERE friend IN (?1, ?2) AND player IN (SELECT friend FROM friends WHERE player IN (?1, ?2))"),
		dialect.SQL("DELETE FROM friends WHERE player = ?1 AND (friend = ?2 OR friend IN (SELECT friend FROM friends WHERE player = ?2))"),
		dialect.SQL("DELETE FROM friends WHERE friend = ?1 AND (player = ?2 OR player IN (SELECT player FROM friends WHERE friend = ?2))"),
		dialect.SQL("UPDATE friends SET player = ?2 WHERE player = ?1"),
		dialect.SQL("UPDATE friends SET friend = ?2 WHERE friend = ?1"),
		dialect.SQL("UPDATE recoveries SET holder = ?2 WHERE holder = ?1"),
		dialect.SQL("UPDATE recoveries SET claimant = ?2 WHERE claimant = ?1"),
		dialect.SQL("UPDATE ways SET player = ?2 WHERE player = ?1"),
		dialect.SQL("UPDATE account_events SET player = ?2 WHERE player = ?1"),
		// The offer of another guest is the only way back to a seat that waits.
		dialect.SQL("UPDATE attempts SET player = ?2 WHERE player <> '' AND player = ?1 AND kind = 'merge'"),
		dialect.SQL("UPDATE door_codes SET made_by = ?2 WHERE made_by <> '' AND made_by = ?1"),
	}, chat.Move...)
	// drops delete what a guest who is gone does not need.
	drops = []*dialect.Statement{
		dialect.SQL("DELETE FROM notices WHERE player = ?1"),
		dialect.SQL("DELETE FROM notifiers WHERE player = ?1"),
		dialect.SQL("DELETE FROM told WHERE player = ?1"),
		dialect.SQL("DELETE FROM nudges WHERE nudger = ?1"),
		dialect.SQL("DELETE FROM nudges WHERE nudged = ?1"),
		dialect.SQL("DELETE FROM attempts WHERE player <> '' AND player = ?1"),
	}
	keepOffer    = dialect.SQL("UPDATE attempts SET expires_at = ?2 WHERE id = ?1")
	moveSessions = dialect.SQL("UPDATE sessions SET player = ?2 WHERE player = ?1")
	moveLinks    = dialect.SQL("UPDATE links SET player = ?2 WHERE player = ?1")
)

func (s *Rows) MergeSummary(ctx context.Context, from, to store.PlayerID) (m store.Merged, err error) {
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) (err error) {
		m, err = mergeSummary(ctx, tx, from, to)
		return err
	})
	return m, err
}

func mergeSummary(ctx context.Context, tx dialect.Tx, from, to store.PlayerID) (m store.Merged, err error) {
	m = store.Merged{From: from, To: to}
	if from == to {
		return m, store.ErrNotFound
	}
	found := 0
	err = tx.Query(ctx, func(scan dialect.Scan) error {
		var id store.PlayerID
		var name string
		if err := scan(&id, &name); err != nil {
			return err
		}
		if found++; id == from {
			m.Name = name
		}
		return nil
	}, lockBoth, dialect.List([]store.PlayerID{from, to}))
	if err == nil && found != 2 {
		err = store.ErrNotFound
	}
	if err != nil {
		return m, err
	}
	for _, list := range []struct {
		into *[]store.TableID
		q    *dialect.Statement
		args []any
	}{{&m.Waiting, mergeWaiting, []any{from, to}}, {&m.Tables, mergeUnfinished, []any{from, to}}} {
		if *list.into, err = dialect.Column[store.TableID](ctx, tx, list.q, list.args...); err != nil {
			return m, err
		}
	}
	m.Unfinished = len(m.Tables)
	finished, err := dialect.Column[store.TableID](ctx, tx, mergeFinished, from)
	if err != nil {
		return m, err
	}
	m.Tables = append(m.Tables, finished...)
	if m.Sessions, err = dialect.Column[string](ctx, tx, mergeSessions, from); err != nil {
		return m, err
	}
	return m, dialect.Row(ctx, tx, mergeCounts, []any{from}, &m.Results, &m.Messages, &m.Invitations, &m.Blocks)
}

// lockSeating keeps two players from sitting down, and the unfinished tables of both from changing. A change of a table stores all its seats anew, so one at the
// same time would lose the move of a seat.
func lockSeating(ctx context.Context, tx dialect.Tx, from, to store.PlayerID) error {
	for _, player := range []store.PlayerID{min(from, to), max(from, to)} {
		if _, err := tx.Exec(ctx, lockQuota, player); err != nil {
			return err
		}
	}
	_, err := lockLive(ctx, tx, from, to)
	return err
}

// lockLive locks the live tables of two players, and returns them.
func lockLive(ctx context.Context, tx dialect.Tx, a, b store.PlayerID) ([]store.TableID, error) {
	tables, err := dialect.Column[store.TableID](ctx, tx, liveTables, a, b)
	for _, id := range tables { // in the order of appends, so that they cannot deadlock
		if err == nil {
			_, err = tx.Exec(ctx, LockTable, id)
		}
	}
	return tables, err
}

func (s *Rows) MergePlayers(ctx context.Context, from, to store.PlayerID, note store.MergeNote) (m store.Merged, err error) {
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) (err error) {
		if err := lockSeating(ctx, tx, from, to); err != nil {
			return err
		}
		if m, err = mergeSummary(ctx, tx, from, to); err != nil {
			return err
		}
		calls := []dialect.Call{
			moveSeats.With(from, to, dialect.List(m.Waiting)), moveHost.With(from, to), newRevs.With(dialect.List(m.Tables[:m.Unfinished])),
			dialect.NoteTables(m.Tables[:m.Unfinished]...), chat.Reset.With(from),
		}
		for _, q := range moves {
			calls = append(calls, q.With(from, to))
		}
		if e := note.Event; e.ID != "" {
			calls = append(calls, accountCalls(store.AccountEvent{ID: e.ID, Player: to, At: e.At, Kind: e.Kind, Name: m.Name})...)
		}
		if len(m.Waiting) > 0 {
			m.Sessions = nil
			return tx.Send(ctx, append(calls, keepOffer.With(note.Offer, note.Waits))...)
		}
		calls = append(calls, takeAttempt.With(note.Offer))
		for _, q := range drops {
			calls = append(calls, q.With(from))
		}
		return tx.Send(ctx, append(calls, moveSessions.With(from, to), moveLinks.With(from, to), erasePlayer.With(from))...)
	})
	return m, err
}
