package chat

import (
	"context"
	"errors"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/internal/portable"
)

const (
	useChannel = "INSERT INTO chat_channels (table_id, channel) SELECT id, ?2 FROM tables WHERE id = ?1 ON CONFLICT DO NOTHING"
	nextRev    = "UPDATE chat_channels SET rev = rev + 1 WHERE table_id = ?1 AND channel = ?2 RETURNING rev, slow"
	livePlayer = "SELECT 1 FROM players p WHERE p.id = ?1 AND NOT p.erased " + portable.LockPlayer
	columns    = "table_id, channel, number, changed, author, client, text, phrase, deleted, created_at"
	ofClient   = "SELECT " + columns + " FROM chat_messages WHERE author = ?1 AND table_id = ?2 AND client = ?3"
	lastOf     = "SELECT coalesce(max(created_at), 0) FROM chat_messages WHERE author = ?1 AND table_id = ?2 AND channel = ?3"
	insert     = "INSERT INTO chat_messages (" + columns + ") VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, '', ?8)"
	trim       = `DELETE FROM chat_messages WHERE table_id = ?1 AND channel = ?2 AND number <=
		(SELECT number FROM chat_messages WHERE table_id = ?1 AND channel = ?2 ORDER BY number DESC LIMIT 1 OFFSET ?3)`
	byNumber = "SELECT " + columns + " FROM chat_messages WHERE table_id = ?1 AND channel = ?2 AND number = ?3"
	clear    = "UPDATE chat_messages SET text = '', phrase = '', deleted = ?5, changed = ?4 WHERE table_id = ?1 AND channel = ?2 AND number = ?3 AND deleted = ''"
	clearAll = "UPDATE chat_messages SET text = '', phrase = '', deleted = ?4, changed = ?3 WHERE table_id = ?1 AND channel = ?2 AND deleted = ''"
	putGlyph = `INSERT INTO chat_reactions (table_id, channel, seq, player, glyph, changed, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
		ON CONFLICT (table_id, channel, seq, player) DO UPDATE SET glyph = excluded.glyph, changed = excluded.changed, created_at = excluded.created_at`
	setSlow = "UPDATE chat_channels SET rev = rev + 1, slow = ?3 WHERE table_id = ?1 AND channel = ?2"
)

// advance raises the rev of a channel, which other changes of the channel then wait for. It returns the new rev and the slow mode.
func advance(ctx context.Context, tx portable.Tx, id store.TableID, channel store.ChatChannel) (rev int64, slow time.Duration, err error) {
	if _, err := tx.Exec(ctx, useChannel, id, channel); err != nil {
		return 0, 0, err
	}
	var seconds int64
	err = portable.One(func(each func(portable.Scan) error) error { return tx.Query(ctx, each, nextRev, id, channel) }, &rev, &seconds)
	return rev, time.Duration(seconds) * time.Second, err
}

func requireLive(ctx context.Context, tx portable.Tx, id store.PlayerID) error {
	var found int
	return portable.One(func(each func(portable.Scan) error) error { return tx.Query(ctx, each, livePlayer, id) }, &found)
}

func scanMessage(scan portable.Scan) (m store.ChatMessage, err error) {
	var at portable.Micros
	err = scan(&m.Table, &m.Channel, &m.Number, &m.Changed, &m.Author, &m.Client, &m.Text, &m.Phrase, &m.Deleted, &at)
	m.CreatedAt = at.Time()
	return m, err
}

// PostMessage implements store.Chat.
func (s *Chat) PostMessage(ctx context.Context, m store.ChatMessage, check func(store.ChatUsage) error) (store.ChatMessage, error) {
	if !portable.Storable(m.Table) || !portable.Storable(m.Author) {
		return store.ChatMessage{}, store.ErrNotFound
	}
	var refused error
	stored := m
	err := s.db.Change(ctx, func(ctx context.Context, tx portable.Tx) error {
		if err := requireLive(ctx, tx, m.Author); err != nil {
			return err
		}
		rev, slow, err := advance(ctx, tx, m.Table, m.Channel)
		if err != nil {
			return err
		}
		repeated := false
		err = tx.Query(ctx, func(scan portable.Scan) (err error) {
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
		var last portable.Micros
		if err := portable.One(func(each func(portable.Scan) error) error {
			return tx.Query(ctx, each, lastOf, m.Author, m.Table, m.Channel)
		}, &last); err != nil {
			return err
		}
		if refused = check(store.ChatUsage{Slow: slow, Last: last.Time()}); refused != nil {
			return refused
		}
		stored.Number, stored.Changed, stored.Deleted = rev, rev, ""
		stored.CreatedAt = time.UnixMicro(m.CreatedAt.UnixMicro()).UTC()
		if _, err := tx.Exec(ctx, insert, m.Table, m.Channel, rev, m.Author, m.Client, m.Text, m.Phrase, m.CreatedAt.UnixMicro()); err != nil {
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

// Message implements store.Chat.
func (s *Chat) Message(ctx context.Context, id store.TableID, channel store.ChatChannel, number int64) (m store.ChatMessage, err error) {
	if !portable.Storable(id) {
		return m, store.ErrNotFound
	}
	found := false
	err = s.db.Read(ctx, func(scan portable.Scan) (err error) {
		found = true
		m, err = scanMessage(scan)
		return err
	}, byNumber, id, channel, number)
	if err == nil && !found {
		err = store.ErrNotFound
	}
	return m, err
}

// DeleteMessage implements store.Chat.
func (s *Chat) DeleteMessage(ctx context.Context, id store.TableID, channel store.ChatChannel, number int64, by store.ChatDeletion) error {
	m, err := s.Message(ctx, id, channel, number)
	if err != nil || m.Deleted != "" {
		return err
	}
	return s.db.Change(ctx, func(ctx context.Context, tx portable.Tx) error {
		rev, _, err := advance(ctx, tx, id, channel)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, clear, id, channel, number, rev, by)
		return err
	})
}

// DeleteMessages implements store.Chat.
func (s *Chat) DeleteMessages(ctx context.Context, id store.TableID, channel store.ChatChannel, by store.ChatDeletion) error {
	if !portable.Storable(id) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx portable.Tx) error {
		rev, _, err := advance(ctx, tx, id, channel)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, clearAll, id, channel, rev, by)
		return err
	})
}

// React implements store.Chat.
func (s *Chat) React(ctx context.Context, r store.ChatReaction) error {
	if !portable.Storable(r.Table) || !portable.Storable(r.Player) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx portable.Tx) error {
		if err := requireLive(ctx, tx, r.Player); err != nil {
			return err
		}
		rev, _, err := advance(ctx, tx, r.Table, r.Channel)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, putGlyph, r.Table, r.Channel, int64(r.Seq), r.Player, r.Glyph, rev, r.CreatedAt.UnixMicro())
		return err
	})
}

// SetSlowMode implements store.Chat.
func (s *Chat) SetSlowMode(ctx context.Context, id store.TableID, pause time.Duration) error {
	if !portable.Storable(id) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx portable.Tx) error {
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
		return nil
	})
}
