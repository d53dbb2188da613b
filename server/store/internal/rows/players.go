package rows

import (
	"cmp"
	"context"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/chat"
)

var (
	selectServer = dialect.SQL("SELECT id FROM identity WHERE one = 1")
	insertPlayer = dialect.SQL("INSERT INTO players (id, name, created_at, shown) VALUES (?1, ?2, ?3, ?4)")
	selectPlayer = dialect.SQL("SELECT name, created_at, erased, shown, vacation / 1000 FROM players WHERE id = ?1")
	selectNames  = dialect.SQL("SELECT id, name FROM players WHERE erased = 0 AND id " + dialect.InList1)
	setName      = dialect.SQL("UPDATE players SET name = ?2 WHERE id = ?1 AND erased = 0")
	setShown     = dialect.SQL("UPDATE players SET shown = ?2 WHERE id = ?1 AND erased = 0")
	setVacation  = dialect.SQL("UPDATE players SET vacation = ?2 WHERE id = ?1 AND erased = 0")
	erasePlayer  = dialect.SQL("UPDATE players SET name = '', erased = 1, vacation = 0 WHERE id = ?1")

	// forget are the statements that delete what belongs to erased players, whose list is their argument, except for their sessions. Channels go before their
	// notices, so that none is added meanwhile.
	forget = append([]*dialect.Statement{
		dialect.SQL("DELETE FROM invitations WHERE inviter IN (LIST ?1) OR invited IN (LIST ?1)"),
		dialect.SQL("DELETE FROM blocks WHERE player IN (LIST ?1) OR blocked IN (LIST ?1)"),
		dialect.SQL("DELETE FROM notifiers WHERE player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM notices WHERE player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM told WHERE player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM nudges WHERE nudger IN (LIST ?1) OR nudged IN (LIST ?1)"),
		dialect.SQL("DELETE FROM unlisted WHERE player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM table_names WHERE player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM ways WHERE player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM attempts WHERE player <> '' AND player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM account_events WHERE player IN (LIST ?1)"),
		dialect.SQL("DELETE FROM door_codes WHERE made_by <> '' AND made_by IN (LIST ?1)"),
		dialect.SQL("DELETE FROM friends WHERE player IN (LIST ?1) OR friend IN (LIST ?1)"),
		dialect.SQL("DELETE FROM recoveries WHERE holder IN (LIST ?1) OR claimant IN (LIST ?1)"),
	}, chat.Forget...)

	// lockPlayer locks a player's row, so that no session and no link is added meanwhile.
	lockPlayer = dialect.SQL("SELECT 1 FROM players WHERE id = ?1 /*pg FOR UPDATE*/")
)

// requirePlayer runs lockPlayer. It returns store.ErrNotFound without the player.
func requirePlayer(ctx context.Context, tx dialect.Tx, id store.PlayerID) error {
	var one int
	return dialect.Row(ctx, tx, lockPlayer, []any{id}, &one)
}

func (s *Rows) ServerID(ctx context.Context) (id string, err error) {
	return id, dialect.Row(ctx, s.db, selectServer, nil, &id)
}

func (s *Rows) CreatePlayer(ctx context.Context, p store.Player, first store.Session) error {
	return s.db.Send(ctx, newPlayer(p, first)...)
}

func newPlayer(p store.Player, first store.Session) []dialect.Call {
	first.Player = p.ID
	return []dialect.Call{insertPlayer.With(p.ID, p.Name, p.CreatedAt, cmp.Or(p.Shown, store.ShownToCompanions)), addSession(first)}
}

func (s *Rows) Player(ctx context.Context, id store.PlayerID) (store.Player, error) {
	p := store.Player{ID: id}
	if err := dialect.Row(ctx, s.db, selectPlayer, []any{id}, &p.Name, &p.CreatedAt, &p.Erased, &p.Shown, &p.Vacation); err != nil {
		return store.Player{}, err
	}
	return p, nil
}

func (s *Rows) PlayerNames(ctx context.Context, ids []store.PlayerID) (map[store.PlayerID]string, error) {
	return dialect.Map[store.PlayerID, string](ctx, s.db, selectNames, dialect.List(ids))
}

func (s *Rows) RenamePlayer(ctx context.Context, id store.PlayerID, name string) error {
	if err := dialect.ChangeRow(ctx, s.db, setName, id, name); err != nil {
		return err
	}
	// A transaction of its own, because others lock tables before players.
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		tables, err := lockLive(ctx, tx, id, id)
		if err != nil || len(tables) == 0 {
			return err
		}
		return tx.Send(ctx, newRevs.With(dialect.List(tables)), dialect.NoteTables(tables...))
	})
}

func (s *Rows) ShowPlayer(ctx context.Context, id store.PlayerID, to store.Shown) error {
	return dialect.ChangeRow(ctx, s.db, setShown, id, to)
}

func (s *Rows) SetVacation(ctx context.Context, id store.PlayerID, until int64) error {
	return dialect.ChangeRow(ctx, s.db, setVacation, id, until*1000)
}

// ErasePlayer implements store.Players. It first keeps the player from sitting down, and locks the player's row, so that no session is added meanwhile.
func (s *Rows) ErasePlayer(ctx context.Context, id store.PlayerID) (ended store.Ended, err error) {
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if _, err := tx.Exec(ctx, lockQuota, id); err != nil {
			return err
		}
		if err := requirePlayer(ctx, tx, id); err != nil {
			return err
		}
		calls := []dialect.Call{erasePlayer.With(id)}
		for _, statement := range forget {
			calls = append(calls, statement.With(dialect.List([]store.PlayerID{id})))
		}
		if err := tx.Send(ctx, calls...); err != nil {
			return err
		}
		ended, err = endSessions(ctx, tx, endAllOf, id)
		return err
	})
	return ended, err
}
