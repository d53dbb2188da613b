package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
)

// AddSigningKey implements store.SigningKeys. The primary key refuses the second of two concurrent calls.
func (s *Store) AddSigningKey(ctx context.Context, k store.SigningKey) error {
	n, err := s.exec(ctx, `INSERT INTO signing_keys (n, name, public, private, created_at) SELECT $1::integer, $2::text, $3::bytea, $4::bytea, $5::timestamptz
		WHERE $1::integer = (SELECT coalesce(max(n), 0) + 1 FROM signing_keys)`,
		k.N, k.Name, k.Public[:], s.encrypter.EncryptSeed(k), k.CreatedAt)
	if err == nil && n == 0 {
		return store.ErrConflict
	}
	return err
}

// SigningKeys implements store.SigningKeys.
func (s *Store) SigningKeys(ctx context.Context) ([]store.SigningKey, error) {
	ctx, done := s.reading(ctx)
	defer done()
	rows, err := s.pool.Query(ctx, "SELECT n, name, public, private, created_at FROM signing_keys ORDER BY n")
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (k store.SigningKey, err error) {
		var public, private []byte
		var at time.Time
		if err := r.Scan(&k.N, &k.Name, &public, &private, &at); err != nil {
			return k, err
		}
		return s.encrypter.SigningKey(k, public, private, at)
	})
	return list, fail(ctx, err)
}
