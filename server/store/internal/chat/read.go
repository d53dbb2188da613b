package chat

import (
	"context"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const (
	reactions = "SELECT seq, player, glyph, changed, created_at FROM chat_reactions WHERE table_id = ?1 AND channel = ?2"
	newest    = int64(1) << 62
)

var (
	states         = dialect.SQL("SELECT table_id, channel, rev, reset, slow FROM chat_channels WHERE table_id " + dialect.InList1)
	state          = dialect.SQL("SELECT rev, reset, slow FROM chat_channels WHERE table_id = ?1 AND channel = ?2")
	changedSince   = dialect.SQL("SELECT " + columns + " FROM chat_messages WHERE table_id = ?1 AND channel = ?2 AND changed > ?3 ORDER BY changed, number LIMIT ?4")
	before         = dialect.SQL("SELECT " + columns + " FROM chat_messages WHERE table_id = ?1 AND channel = ?2 AND number < ?3 ORDER BY number DESC LIMIT ?4")
	reactionsSince = dialect.SQL(reactions + " AND changed > ?3 ORDER BY seq, player")
	reactionsNow   = dialect.SQL(reactions + " AND glyph <> '' ORDER BY seq, player")
	putMark        = dialect.SQL(`INSERT INTO chat_reads (player, table_id, channel, number, created_at) SELECT ?1, t.id, ?3, ?4, ?5 FROM tables t WHERE t.id = ?2
		ON CONFLICT (player, table_id, channel) DO UPDATE SET number = excluded.number, created_at = excluded.created_at WHERE chat_reads.number < excluded.number`)
	marks  = dialect.SQL("SELECT channel, number FROM chat_reads WHERE player = ?1 AND table_id = ?2")
	blocks = dialect.SQL("SELECT player, blocked FROM blocks WHERE blocked " + dialect.InList1 + " ORDER BY player, blocked")
)

func (s *Chat) ChatStates(ctx context.Context, ids []store.TableID) (map[store.TableID]map[store.ChatChannel]store.ChatState, error) {
	found := map[store.TableID]map[store.ChatChannel]store.ChatState{}
	err := s.db.Query(ctx, func(scan dialect.Scan) error {
		var id store.TableID
		var channel store.ChatChannel
		var c store.ChatState
		var slow int64
		err := scan(&id, &channel, &c.Rev, &c.Reset, &slow)
		if found[id] == nil {
			found[id] = map[store.ChatChannel]store.ChatState{}
		}
		c.Slow = time.Duration(slow) * time.Second
		found[id][channel] = c
		return err
	}, states, dialect.List(ids))
	return found, err
}

// ChatChanges implements store.Chat. It reads the rev first, so that changes in between come again and none is missed.
func (s *Chat) ChatChanges(ctx context.Context, id store.TableID, channel store.ChatChannel, since int64, limit int) (c store.ChatChanges, err error) {
	err = s.db.Query(ctx, func(scan dialect.Scan) error {
		var slow int64
		err := scan(&c.State.Rev, &c.State.Reset, &slow)
		c.State.Slow = time.Duration(slow) * time.Second
		return err
	}, state, id, channel)
	if err != nil {
		return c, err
	}
	c.Whole = since <= 0 || since < c.State.Reset || since > c.State.Rev || c.State.Rev-since > store.MaxChatReactions
	if !c.Whole {
		if c.Messages, err = s.messages(ctx, changedSince, id, channel, since, limit+1); err != nil {
			return c, err
		}
		c.Whole = len(c.Messages) > limit
	}
	if !c.Whole {
		slices.SortFunc(c.Messages, func(a, b store.ChatMessage) int { return int(a.Number - b.Number) })
		c.Reactions, err = s.reactions(ctx, id, channel, reactionsSince, id, channel, since)
		return c, err
	}
	if c.Messages, c.Earlier, err = s.ChatPage(ctx, id, channel, newest, limit); err != nil {
		return c, err
	}
	c.Reactions, err = s.reactions(ctx, id, channel, reactionsNow, id, channel)
	return c, err
}

func (s *Chat) ChatPage(ctx context.Context, id store.TableID, channel store.ChatChannel, number int64, limit int) (list []store.ChatMessage, earlier bool, err error) {
	list, err = s.messages(ctx, before, id, channel, number, limit+1)
	if earlier = len(list) > limit; earlier {
		list = list[:limit]
	}
	slices.Reverse(list)
	return list, earlier, err
}

func (s *Chat) messages(ctx context.Context, query *dialect.Statement, args ...any) ([]store.ChatMessage, error) {
	return dialect.Collect(ctx, s.db, scanMessage, query, args...)
}

func (s *Chat) reactions(ctx context.Context, id store.TableID, channel store.ChatChannel, query *dialect.Statement, args ...any) ([]store.ChatReaction, error) {
	return dialect.Collect(ctx, s.db, func(scan dialect.Scan) (store.ChatReaction, error) {
		r := store.ChatReaction{Table: id, Channel: channel}
		err := scan(&r.Seq, &r.Player, &r.Reaction, &r.Changed, &r.CreatedAt)
		return r, err
	}, query, args...)
}

func (s *Chat) MarkRead(ctx context.Context, player store.PlayerID, id store.TableID, channel store.ChatChannel, number int64, now time.Time) error {
	if !dialect.Storable(player) || !dialect.Storable(id) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := requireLive(ctx, tx, player); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, putMark, player, id, channel, number, now)
		return err
	})
}

func (s *Chat) ReadMarks(ctx context.Context, player store.PlayerID, id store.TableID) (map[store.ChatChannel]int64, error) {
	return dialect.Map[store.ChatChannel, int64](ctx, s.db, marks, player, id)
}

func (s *Chat) ChatBlocks(ctx context.Context, authors, readers []store.PlayerID) (found []store.ChatBlock, err error) {
	if len(authors) == 0 || len(readers) == 0 {
		return nil, nil
	}
	err = s.db.Query(ctx, func(scan dialect.Scan) error {
		var b store.ChatBlock
		err := scan(&b.Reader, &b.Author)
		if slices.Contains(readers, b.Reader) {
			found = append(found, b)
		}
		return err
	}, blocks, dialect.List(authors))
	return found, err
}
