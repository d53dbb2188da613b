package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/batch"
	"nemeton/server/store/internal/chat"
	"nemeton/server/store/internal/mailcount"
	"nemeton/server/store/internal/operators"
	"nemeton/server/store/internal/rows"
)

// OpenStandby opens a standby for reads. It need not be reachable yet. Nothing is migrated, and writes fail. Error: the address is invalid.
func OpenStandby(ctx context.Context, address string, o Options) (*Store, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	if o.Conns > 0 {
		config.MaxConns = o.Conns
	}
	s := &Store{encrypter: dialect.NewEncrypter(o.SecretKey), gate: newGate(config.MaxConns, o.ReadTimeout)}
	config.ConnConfig.OnPgError = s.keepConnection(config.ConnConfig.OnPgError)
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("open the standby: %w", fail(ctx, err))
	}
	s.appendPool = s.pool // appends are refused as all writes
	db := dialectDB{s}
	s.Chat, s.Operators, s.MailCounts, s.Rows = chat.New(db), operators.New(db), mailcount.New(db), rows.New(db, s.encrypter)
	s.appends = batch.New(appendConns, batchSize, s.commitBatch)
	return s, nil
}
