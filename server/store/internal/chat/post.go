package chat

import (
	"context"
	"errors"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const (
	columns = "table_id, channel, number, changed, author, client, text, phrase, deleted, created_at"
)

var (
	useChannel = dialect.SQL("INSERT INTO chat_channels (table_id, channel) SELECT id, ?2 FROM tables WHERE id = ?1 ON CONFLICT DO NOTHING")
	nextRev    = dialect.SQL("UPDATE chat_channels SET rev = rev + 1 WHERE table_id = ?1 AND channel = ?2 RETURNING rev, slow")
	livePlayer = dialect.SQL("SELECT 1 FROM players p WHERE p.id = ?1 AND p.erased = 0 " + dialect.LockPlayer)
	ofClient   = dialect.SQL("SELECT " + columns + " FROM chat_messages WHERE author = ?1 AND table_id = ?2 AND client = ?3")
	lastOf     = dialect.SQL("SELECT coalesce(max(created_at), 0) FROM chat_messages WHERE author = ?1 AND table_id = ?2 AND channel = ?3")
	insert     = dialect.SQL("INSERT INTO chat_messages (" + columns + ") VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, '', ?8)")
	trim       = dialect.SQL(`DELETE FROM chat_messages WHERE table_id = ?1 AND channel = ?2 AND number <=
		(SELECT number FROM chat_messages WHERE table_id = ?1 AND channel = ?2 ORDER BY number DESC LIMIT 1 OFFSET ?3)`)
	byNumber    = dialect.SQL("SELECT " + columns + " FROM chat_messages WHERE table_id = ?1 AND channel = ?2 AND number = ?3")
	clear       = dialect.SQL("UPDATE chat_messages SET text = '', phrase = '', deleted = ?5, changed = ?4 WHERE table_id = ?1 AND channel = ?2 AND number = ?3 AND deleted = ''")
	clearAll    = dialect.SQL("UPDATE chat_messages SET text = '', phrase = '', deleted = ?4, changed = ?3 WHERE table_id = ?1 AND channel = ?2 AND deleted = ''")
	putReaction = dialect.SQL(`INSERT INTO chat_reactions (table_id, channel, seq, player, glyph, changed, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
		ON CONFLICT (table_id, channel, seq, player) DO UPDATE SET glyph = excluded.glyph, changed = excluded.changed, created_at = excluded.created_at`)
	trimReactions = dialect.SQL(`DELETE FROM chat_reactions WHERE table_id = ?1 AND channel = ?2 AND changed <=
		(SELECT changed FROM chat_reactions WHERE table_id = ?1 AND channel = ?2 ORDER BY changed DESC LIMIT 1 OFFSET ?3)`)
	setSlow = dialect.SQL("UPDATE chat_channels SET rev = rev + 1, slow = ?3 WHERE table_id = ?1 AND channel = ?2")
)

// advance raises the rev of a channel, which other changes of the channel then wait for. It returns the new rev and the slow mode.
func advance(ctx context.Context, tx dialect.Tx, id store.TableID, channel store.ChatChannel) (rev int64, slow time.Duration, err error) {
	if _, err := tx.Exec(ctx, useChannel, id, channel); err != nil {
		return 0, 0, err
	}
	var seconds int64
	if err = dialect.Row(ctx, tx, nextRev, []any{id, channel}, &rev, &seconds); err == nil {
		err = tx.Send(ctx, dialect.NoteChat(id))
	}
	return rev, time.Duration(seconds) * time.Second, err
}

func requireLive(ctx context.Context, tx dialect.Tx, id store.PlayerID) error {
	var found int
	return dialect.Row(ctx, tx, livePlayer, []any{id}, &found)
}

var scanMessage = dialect.Into(func(m *store.ChatMessage) []any {
	return []any{&m.Table, &m.Channel, &m.Number, &m.Changed, &m.Author, &m.Client, &m.Text, &m.Phrase, &m.Deleted, &m.CreatedAt}
})

func (s *Chat) PostMessage(ctx context.Context, m store.ChatMessage, check func(store.ChatUsage) error) (store.ChatMessage, error) {
	if !dialect.Storable(m.Table) || !dialect.Storable(m.Author) {
		return store.ChatMessage{}, store.ErrNotFound
	}
	var refused error
	stored := m
	err := s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := requireLive(ctx, tx, m.Author); err != nil {
			return err
		}
		rev, slow, err := advance(ctx, tx, m.Table, m.Channel)
		if err != nil {
			return err
		}
		repeated := false
		err = tx.Query(ctx, func(scan dialect.Scan) (err error) {
			repeated = true
			stored, err = scanMessage(scan)
			return err
		}, ofClient, m.Author, m.Table, m.Client)
		if err != nil {
			return err
		}
		if repeated {
			refused = store.ErrDuplicate
			return refused
		}
		var last time.Time
		if err := dialect.Row(ctx, tx, lastOf, []any{m.Author, m.Table, m.Channel}, &last); err != nil {
			return err
		}
		if refused = check(store.ChatUsage{Slow: slow, Last: last}); refused != nil {
			return refused
		}
		stored.Number, stored.Changed, stored.Deleted = rev, rev, ""
		stored.CreatedAt = time.UnixMicro(m.CreatedAt.UnixMicro()).UTC()
		if _, err := tx.Exec(ctx, insert, m.Table, m.Channel, rev, m.Author, m.Client, m.Text, m.Phrase, m.CreatedAt); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, trim, m.Table, m.Channel, store.MaxChatMessages)
		return err
	})
	switch {
	case errors.Is(refused, store.ErrDuplicate):
		return stored, refused
	case refused != nil:
		return store.ChatMessage{}, refused // unchanged, as promised
	case err != nil:
		return store.ChatMessage{}, err
	}
	return stored, nil
}

func (s *Chat) Message(ctx context.Context, id store.TableID, channel store.ChatChannel, number int64) (store.ChatMessage, error) {
	return dialect.One(ctx, s.db, scanMessage, byNumber, id, channel, number)
}

func (s *Chat) DeleteMessage(ctx context.Context, id store.TableID, channel store.ChatChannel, number int64, by store.ChatDeletion) error {
	m, err := s.Message(ctx, id, channel, number)
	if err != nil || m.Deleted != "" {
		return err
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		rev, _, err := advance(ctx, tx, id, channel)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, clear, id, channel, number, rev, by)
		return err
	})
}

func (s *Chat) DeleteMessages(ctx context.Context, id store.TableID, channel store.ChatChannel, by store.ChatDeletion) error {
	if !dialect.Storable(id) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		rev, _, err := advance(ctx, tx, id, channel)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, clearAll, id, channel, rev, by)
		return err
	})
}

func (s *Chat) React(ctx context.Context, r store.ChatReaction) error {
	if !dialect.Storable(r.Table) || !dialect.Storable(r.Player) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := requireLive(ctx, tx, r.Player); err != nil {
			return err
		}
		rev, _, err := advance(ctx, tx, r.Table, r.Channel)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, putReaction, r.Table, r.Channel, int64(r.Seq), r.Player, r.Reaction, rev, r.CreatedAt); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, trimReactions, r.Table, r.Channel, store.MaxChatReactions)
		return err
	})
}

func (s *Chat) SetSlowMode(ctx context.Context, id store.TableID, pause time.Duration) error {
	if !dialect.Storable(id) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		for _, channel := range store.ChatChannels() {
			if _, err := tx.Exec(ctx, useChannel, id, channel); err != nil {
				return err
			}
			n, err := tx.Exec(ctx, setSlow, id, channel, int64(pause/time.Second))
			if err != nil {
				return err
			}
			if n == 0 {
				return store.ErrNotFound
			}
		}
		return tx.Send(ctx, dialect.NoteChat(id))
	})
}
