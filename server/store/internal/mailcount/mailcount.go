// Package mailcount implements store.MailCounts with statements that both databases understand.
package mailcount

import (
	"context"
	"errors"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// MailCounts implements store.MailCounts.
type MailCounts struct{ db dialect.DB }

// New returns the counts of a store.
func New(db dialect.DB) *MailCounts { return &MailCounts{db} }

var (
	lock = dialect.SQL("SELECT /*lite 1*//*pg pg_advisory_xact_lock(hashtextextended('mails', 2))*/")
	// nth is the mail of a key from which on there are as many as allowed.
	nth    = dialect.SQL("SELECT at FROM mail_counts WHERE key = ?1 AND at > ?2 ORDER BY at DESC LIMIT 1 OFFSET ?3")
	forget = dialect.SQL("DELETE FROM mail_counts WHERE at <= ?1")
	add    = dialect.SQL("INSERT INTO mail_counts (mail, key, at) VALUES (?1, ?2, ?3)")
	drop   = dialect.SQL("DELETE FROM mail_counts WHERE mail = ?1 AND key = ?2")
)

func (m *MailCounts) CountMail(ctx context.Context, mail string, at, since time.Time, counts []store.MailCount) error {
	return m.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := tx.Query(ctx, func(dialect.Scan) error { return nil }, lock); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, forget, since); err != nil {
			return err
		}
		for _, c := range counts {
			var last time.Time
			err := dialect.Row(ctx, tx, nth, []any{c.Key, since, max(0, c.Most-1)}, &last)
			if err == nil {
				return &store.MailLimitError{Key: c.Key, Last: last}
			}
			if !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		for _, c := range counts {
			if _, err := tx.Exec(ctx, add, mail, c.Key, at); err != nil {
				return err
			}
		}
		return nil
	})
}

func (m *MailCounts) UncountMail(ctx context.Context, mail string, keys []string) error {
	return m.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		for _, key := range keys {
			if _, err := tx.Exec(ctx, drop, mail, key); err != nil {
				return err
			}
		}
		return nil
	})
}
