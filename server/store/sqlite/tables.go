package sqlite

import (
	"context"
	"database/sql"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// CreateTable implements store.Tables.
func (s *Store) CreateTable(ctx context.Context, t store.Table, after store.TableID) error {
	return s.createTable(ctx, t, after, store.Quota{})
}

// createTable stores a table that q.Player creates; nobody, if that is empty.
func (s *Store) createTable(ctx context.Context, t store.Table, after store.TableID, q store.Quota) error {
	t.Chance = engine.ChanceVersion
	lists, err := row.Encode(&t)
	if err != nil {
		return err
	}
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if q.Player != "" {
			usage, err := quotaUsage(ctx, tx, q)
			if err != nil {
				return err
			}
			if err := q.Create(usage); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO tables (id, title, state, visibility, invite, host, options, owing, winners,
			secret, contributions, rematch, created_at, updated_at, listed_at, invite_session, barred, creator, chance, answers, changes, epoch)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?15, ?16, ?17, ?18, ?19, ?20, (SELECT epoch FROM meta))`,
			t.ID, t.Title, t.State, t.Visibility, t.Invite, t.Host, lists.Options, lists.Owing, lists.Winners,
			s.encrypter.Encrypt(t.ID, t.Secret), lists.Contributions, t.Rematch, t.CreatedAt.UnixMicro(), t.UpdatedAt.UnixMicro(),
			t.InviteSession, lists.Barred, q.Player, t.Chance, lists.Answers, lists.Changes)
		if err != nil {
			return err
		}
		if err := insertSeats(ctx, tx, t.ID, t.Seats); err != nil {
			return err
		}
		return setRematch(ctx, tx, t, after)
	})
}

// setRematch makes t the rematch of the table after, if that is not empty.
func setRematch(ctx context.Context, tx *sql.Tx, t store.Table, after store.TableID) error {
	if after == "" {
		return nil
	}
	var taken bool
	if err := tx.QueryRowContext(ctx, "SELECT rematch <> '' FROM tables WHERE id = ?", after).Scan(&taken); err != nil {
		return err
	}
	if taken {
		return store.ErrConflict
	}
	_, err := tx.ExecContext(ctx, "UPDATE tables SET rematch = ?1, rev = rev + 1, updated_at = ?2, listed_at = ?2 WHERE id = ?3",
		t.ID, t.CreatedAt.UnixMicro(), after)
	return err
}

func insertSeats(ctx context.Context, tx *sql.Tx, id store.TableID, seats []store.Seat) error {
	for n, seat := range seats {
		_, err := tx.ExecContext(ctx, "INSERT INTO places (table_id, seat, color, player, bot, confirm) VALUES (?, ?, ?, ?, ?, ?)", id, n, seat.Color, seat.Player, seat.Bot, seat.Confirm)
		if err != nil {
			return err
		}
	}
	return nil
}

// Table implements store.Tables.
func (s *Store) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	t, err := s.scanTable(s.read.QueryRowContext(ctx, tableColumns+" WHERE t.id = ?", id))
	if t.Sealed {
		return store.Table{}, store.ErrSealed
	}
	return t, s.fail(ctx, err)
}

// UpdateTable implements store.Tables. While change runs, no other writer can.
func (s *Store) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	return s.updateTable(ctx, id, change, func(*sql.Tx, *store.Table, *store.Table) error { return nil })
}

// updateTable is UpdateTable, and calls check before it stores the changed row.
func (s *Store) updateTable(ctx context.Context, id store.TableID, change func(*store.Table) error, check func(tx *sql.Tx, before, after *store.Table) error) (t store.Table, err error) {
	var refused error
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		before, err := s.scanTable(tx.QueryRowContext(ctx, tableColumns+" WHERE t.id = ?", id))
		if err != nil {
			return err
		}
		if t, refused = row.Change(before, change); refused != nil {
			return refused
		}
		if err := check(tx, &before, &t); err != nil {
			return err
		}
		return update(ctx, tx, &before, &t)
	})
	if refused != nil {
		err = refused // unchanged, as promised
	}
	if err != nil {
		return store.Table{}, err
	}
	return t, nil
}

func update(ctx context.Context, tx *sql.Tx, before, t *store.Table) error {
	lists, err := row.Encode(t)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE tables SET state = ?1, visibility = ?2, invite = ?3, host = ?4, options = ?5, contributions = ?6,
		rematch = ?7, updated_at = ?8, listed_at = ?8, rev = ?9, invite_session = ?11, barred = ?12, answers = ?13, changes = ?14, ending = ?15 WHERE id = ?10`,
		t.State, t.Visibility, t.Invite, t.Host, lists.Options, lists.Contributions,
		t.Rematch, t.UpdatedAt.UnixMicro(), t.Rev, t.ID, t.InviteSession, lists.Barred, lists.Answers, lists.Changes, lists.Ending)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM places WHERE table_id = ?", t.ID); err != nil {
		return err
	}
	if err := insertSeats(ctx, tx, t.ID, t.Seats); err != nil {
		return err
	}
	if row.SeatsPlayer(before.Seats, t.Seats) {
		_, err = tx.ExecContext(ctx, row.AcceptInvitations, t.ID, t.UpdatedAt.UnixMicro())
	}
	return err
}
