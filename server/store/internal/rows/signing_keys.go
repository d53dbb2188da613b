package rows

import (
	"context"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

var (
	// addSigningKey adds the next key only. The primary key refuses the second of two concurrent calls.
	addSigningKey = dialect.SQL(`INSERT INTO signing_keys (n, name, public, private, created_at) SELECT CAST(?1 AS bigint), ?2, ?3, ?4, ?5
		WHERE CAST(?1 AS bigint) = (SELECT coalesce(max(n), 0) + 1 FROM signing_keys)`)
	signingKeys = dialect.SQL("SELECT n, name, public, private, created_at FROM signing_keys ORDER BY n")
)

func (s *Rows) AddSigningKey(ctx context.Context, k store.SigningKey) error {
	n, err := s.db.Exec(ctx, addSigningKey, k.N, k.Name, k.Public, s.encrypter.EncryptSeed(k), k.CreatedAt)
	if err == nil && n == 0 {
		return store.ErrConflict
	}
	return err
}

func (s *Rows) SigningKeys(ctx context.Context) ([]store.SigningKey, error) {
	return dialect.Collect(ctx, s.db, func(scan dialect.Scan) (k store.SigningKey, err error) {
		var public, private []byte
		var at time.Time
		if err := scan(&k.N, &k.Name, &public, &private, &at); err != nil {
			return k, err
		}
		return s.encrypter.SigningKey(k, public, private, at)
	}, signingKeys)
}
