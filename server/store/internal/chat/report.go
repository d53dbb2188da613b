package chat

import (
	"context"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const (
	fromReports = "SELECT r.id, r.table_id, r.channel, r.number, r.author, r.text, r.phrase, r.said_at, r.reporter, r.reason, r.created_at, r.closed_at FROM chat_reports r "
)

var (
	reported     = dialect.SQL("SELECT count(*) FROM chat_reports WHERE reporter <> '' AND reporter = ?1 AND table_id = ?2 AND channel = ?3 AND number = ?4")
	reportsSince = dialect.SQL("SELECT count(*) FROM chat_reports WHERE reporter <> '' AND reporter = ?1 AND created_at > ?2")
	insertReport = dialect.SQL(`INSERT INTO chat_reports (id, table_id, channel, number, author, text, phrase, said_at, reporter, reason, created_at)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`)
	selectReports = dialect.SQL(fromReports + "WHERE r.closed_at = 0 OR ?1 = 1 ORDER BY CASE WHEN r.closed_at = 0 THEN 0 ELSE 1 END, r.created_at, r.id LIMIT ?2")
	selectLike    = dialect.SQL(fromReports + `JOIN chat_reports x ON x.table_id = r.table_id AND x.channel = r.channel AND x.number = r.number
		WHERE x.id = ?1 ORDER BY r.created_at, r.id`)
	closeReport = dialect.SQL("UPDATE chat_reports SET closed_at = ?2 WHERE id = ?1 AND closed_at = 0")
)

func (s *Chat) ReportMessage(ctx context.Context, r store.ChatReport, since time.Time, check func(int) error) error {
	if !dialect.Storable(r.Reporter) || !dialect.Storable(r.Message.Table) {
		return store.ErrNotFound
	}
	var refused error
	err := s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := requireLive(ctx, tx, r.Reporter); err != nil {
			return err
		}
		m := r.Message
		count := func(query *dialect.Statement, args ...any) (n int, err error) {
			return n, dialect.Row(ctx, tx, query, args, &n)
		}
		before, err := count(reported, r.Reporter, m.Table, m.Channel, m.Number)
		if err != nil {
			return err
		}
		if before > 0 {
			refused = store.ErrDuplicate
			return refused
		}
		recent, err := count(reportsSince, r.Reporter, since)
		if err != nil {
			return err
		}
		if refused = check(recent); refused != nil {
			return refused
		}
		_, err = tx.Exec(ctx, insertReport, r.ID, m.Table, m.Channel, m.Number, m.Author, m.Text, m.Phrase, m.CreatedAt, r.Reporter, r.Reason, r.CreatedAt)
		return err
	})
	if refused != nil {
		return refused // unchanged, as promised
	}
	return err
}

func (s *Chat) Reports(ctx context.Context, all bool, limit int) ([]store.ChatReport, error) {
	closed := int64(0)
	if all {
		closed = 1
	}
	return s.reports(ctx, selectReports, closed, limit)
}

func (s *Chat) ReportsLike(ctx context.Context, id string) ([]store.ChatReport, error) {
	return s.reports(ctx, selectLike, id)
}

func (s *Chat) reports(ctx context.Context, query *dialect.Statement, args ...any) ([]store.ChatReport, error) {
	return dialect.Collect(ctx, s.db, func(scan dialect.Scan) (r store.ChatReport, err error) {
		m := &r.Message
		err = scan(&r.ID, &m.Table, &m.Channel, &m.Number, &m.Author, &m.Text, &m.Phrase, &m.CreatedAt, &r.Reporter, &r.Reason, &r.CreatedAt, &r.ClosedAt)
		return r, err
	}, query, args...)
}

func (s *Chat) CloseReport(ctx context.Context, id string, now time.Time) error {
	return dialect.ChangeRow(ctx, s.db, closeReport, id, now)
}
