package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

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
	if !storable(string(after)) {
		return store.ErrNotFound
	}
	return s.change(ctx, func(tx pgx.Tx) error {
		if q.Player != "" {
			if err := lockQuota(ctx, tx, q.Player); err != nil {
				return err
			}
			usage, err := quotaUsage(ctx, tx, q)
			if err != nil {
				return err
			}
			if err := q.Create(usage); err != nil {
				return err
			}
		}
		var b pgx.Batch
		b.Queue(`INSERT INTO tables (id, title, state, visibility, invite, host, options, owing, winners,
			secret, contributions, rematch, created_at, updated_at, listed_at, invite_session, barred, creator, chance, answers, changes, epoch)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17, $18, $19, $20, (SELECT epoch FROM meta))`,
			t.ID, t.Title, t.State, t.Visibility, t.Invite, t.Host, lists.Options, lists.Owing, lists.Winners,
			s.encrypter.Encrypt(t.ID, t.Secret), lists.Contributions, t.Rematch, t.CreatedAt, t.UpdatedAt,
			t.InviteSession, lists.Barred, q.Player, t.Chance, lists.Answers, lists.Changes)
		insertSeats(&b, t.ID, t.Seats)
		if after != "" {
			setRematch(&b, t, after)
		}
		return sendAll(ctx, tx, &b)
	})
}

// setRematch makes t the rematch of the table after.
func setRematch(b *pgx.Batch, t store.Table, after store.TableID) {
	var free bool
	b.Queue("SELECT rematch = '' FROM tables WHERE id = $1 FOR UPDATE", after).QueryRow(func(r pgx.Row) error {
		if err := r.Scan(&free); err != nil {
			return err
		}
		if !free {
			return store.ErrConflict
		}
		return nil
	})
	b.Queue("UPDATE tables SET rematch = $2, rev = rev + 1, updated_at = $3, listed_at = $3 WHERE id = $1 AND rematch = ''", after, t.ID, t.CreatedAt)
}

func insertSeats(b *pgx.Batch, id store.TableID, seats []store.Seat) {
	colors, players, bots, confirms := make([]string, len(seats)), make([]string, len(seats)), make([]string, len(seats)), make([]string, len(seats))
	for n, seat := range seats {
		colors[n], players[n], bots[n], confirms[n] = seat.Color, string(seat.Player), seat.Bot, string(seat.Confirm)
	}
	b.Queue(`INSERT INTO places (table_id, seat, color, player, bot, confirm) SELECT $1, seat - 1, color, player, bot, confirm
		FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS p (color, player, bot, confirm, seat)`, id, colors, players, bots, confirms)
}

// Table implements store.Tables.
func (s *Store) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	ctx, done := s.reading(ctx)
	defer done()
	if !storable(string(id)) {
		return store.Table{}, store.ErrNotFound
	}
	t, err := s.scanTable(s.pool.QueryRow(ctx, tableColumns+" WHERE t.id = $1", id))
	if t.Sealed {
		return store.Table{}, store.ErrSealed
	}
	return t, fail(ctx, err)
}

// UpdateTable implements store.Tables.
func (s *Store) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	return s.updateTable(ctx, id, "", change, func(pgx.Tx, *store.Table, *store.Table) error { return nil })
}

// updateTable is UpdateTable. It first excludes the player's other calls, unless player is empty, and calls check before it stores the changed row.
func (s *Store) updateTable(ctx context.Context, id store.TableID, player store.PlayerID, change func(*store.Table) error,
	check func(tx pgx.Tx, before, after *store.Table) error,
) (t store.Table, err error) {
	if !storable(string(id)) {
		return store.Table{}, store.ErrNotFound
	}
	var refused error
	err = s.change(ctx, func(tx pgx.Tx) error {
		if player != "" {
			if err := lockQuota(ctx, tx, player); err != nil {
				return err
			}
		}
		before, err := s.lockTable(ctx, tx, id)
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

// lockTable locks a row and then reads it with a second statement, which sees the changes that the first one waited for.
func (s *Store) lockTable(ctx context.Context, tx pgx.Tx, id store.TableID) (t store.Table, err error) {
	var b pgx.Batch
	b.Queue("SELECT 1 FROM tables WHERE id = $1 FOR UPDATE", id)
	b.Queue(tableColumns+" WHERE t.id = $1", id).QueryRow(func(r pgx.Row) (err error) {
		t, err = s.scanTable(r)
		return err
	})
	return t, sendAll(ctx, tx, &b)
}

func update(ctx context.Context, tx pgx.Tx, before, t *store.Table) error {
	lists, err := row.Encode(t)
	if err != nil {
		return err
	}
	var b pgx.Batch
	b.Queue(`UPDATE tables SET state = $2, visibility = $3, invite = $4, host = $5, options = $6, contributions = $7,
		rematch = $8, updated_at = $9, listed_at = $9, rev = $10, invite_session = $11, barred = $12, answers = $13, changes = $14, ending = $15 WHERE id = $1`,
		t.ID, t.State, t.Visibility, t.Invite, t.Host, lists.Options, lists.Contributions, t.Rematch, t.UpdatedAt, t.Rev, t.InviteSession, lists.Barred, lists.Answers, lists.Changes, lists.Ending)
	b.Queue("DELETE FROM places WHERE table_id = $1", t.ID)
	insertSeats(&b, t.ID, t.Seats)
	if row.SeatsPlayer(before.Seats, t.Seats) {
		b.Queue(acceptInvitations, t.ID, t.UpdatedAt)
	}
	return sendAll(ctx, tx, &b)
}
