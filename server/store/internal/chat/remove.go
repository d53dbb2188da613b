package chat

import (
	"context"
	"time"

	"nemeton/server/store/dialect"
)

// removals delete old rows, up to a number of each kind. The row of a channel stays, so that its revs go on.
var removals = []*dialect.Statement{
	dialect.SQL(`DELETE FROM chat_messages WHERE (table_id, channel, number) IN
		(SELECT table_id, channel, number FROM chat_messages WHERE created_at < ?1 ORDER BY created_at LIMIT ?2)`),
	dialect.SQL(`DELETE FROM chat_reactions WHERE (table_id, channel, seq, player) IN
		(SELECT table_id, channel, seq, player FROM chat_reactions WHERE created_at < ?1 ORDER BY created_at LIMIT ?2)`),
	dialect.SQL(`DELETE FROM chat_reads WHERE (player, table_id, channel) IN
		(SELECT player, table_id, channel FROM chat_reads WHERE created_at < ?1 ORDER BY created_at LIMIT ?2)`),
}

var removeReports = dialect.SQL("DELETE FROM chat_reports WHERE id IN (SELECT id FROM chat_reports WHERE created_at < ?1 ORDER BY created_at LIMIT ?2)")

func (s *Chat) RemoveChat(ctx context.Context, before time.Time, limit int) (int, error) {
	return dialect.RemoveUpTo(ctx, s.db, before, limit, removals...)
}

func (s *Chat) RemoveReports(ctx context.Context, before time.Time, limit int) (int, error) {
	return dialect.RemoveUpTo(ctx, s.db, before, limit, removeReports)
}
