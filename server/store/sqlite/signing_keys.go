package sqlite

import (
	"context"
	"database/sql"
	"time"

	"nemeton/server/store"
)

// AddSigningKey implements store.SigningKeys.
func (s *Store) AddSigningKey(ctx context.Context, k store.SigningKey) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO signing_keys (n, name, public, private, created_at) SELECT ?1, ?2, ?3, ?4, ?5
			WHERE ?1 = (SELECT coalesce(max(n), 0) + 1 FROM signing_keys)`,
			k.N, k.Name, k.Public[:], s.encrypter.EncryptSeed(k), k.CreatedAt.UnixMicro())
		if err != nil {
			return err
		}
		added, err := result.RowsAffected()
		if err == nil && added == 0 {
			return store.ErrConflict
		}
		return err
	})
}

// SigningKeys implements store.SigningKeys.
func (s *Store) SigningKeys(ctx context.Context) (list []store.SigningKey, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT n, name, public, private, created_at FROM signing_keys ORDER BY n")
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var k store.SigningKey
		var public, private []byte
		var at int64
		if err := rows.Scan(&k.N, &k.Name, &public, &private, &at); err != nil {
			return nil, s.fail(ctx, err)
		}
		if k, err = s.encrypter.SigningKey(k, public, private, time.UnixMicro(at)); err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, s.fail(ctx, rows.Err())
}
