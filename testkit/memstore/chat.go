package memstore

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// chatData is the chat of all tables.
type chatData struct {
	channels  map[channelKey]*channelData
	reads     map[readKey]store.ChatMessage // Number and CreatedAt alone
	reactions map[reactionKey]store.ChatReaction
	reports   map[string]store.ChatReport
}

type channelKey struct {
	table   store.TableID
	channel store.ChatChannel
}

type readKey struct {
	player store.PlayerID
	channelKey
}

type reactionKey struct {
	channelKey
	seq    engine.Seq
	player store.PlayerID
}

type channelData struct {
	state    store.ChatState
	messages []store.ChatMessage // by number
}

func newChatData() chatData {
	return chatData{channels: map[channelKey]*channelData{}, reads: map[readKey]store.ChatMessage{}, reactions: map[reactionKey]store.ChatReaction{}, reports: map[string]store.ChatReport{}}
}

func (c *chatData) copy() chatData {
	d := chatData{channels: map[channelKey]*channelData{}, reads: maps.Clone(c.reads), reactions: maps.Clone(c.reactions), reports: maps.Clone(c.reports)}
	for key, ch := range c.channels {
		d.channels[key] = &channelData{ch.state, slices.Clone(ch.messages)}
	}
	return d
}

func (c *chatData) removeTable(id store.TableID) {
	maps.DeleteFunc(c.channels, func(key channelKey, _ *channelData) bool { return key.table == id })
	maps.DeleteFunc(c.reads, func(key readKey, _ store.ChatMessage) bool { return key.table == id })
	maps.DeleteFunc(c.reactions, func(key reactionKey, _ store.ChatReaction) bool { return key.table == id })
}

// forget removes the messages, reactions and marks of a player, and the player from reports.
func (c *chatData) forget(player store.PlayerID) {
	lost := map[channelKey]bool{}
	for key, ch := range c.channels {
		kept := slices.DeleteFunc(slices.Clone(ch.messages), func(m store.ChatMessage) bool { return m.Author == player })
		lost[key] = len(kept) < len(ch.messages)
		ch.messages = kept
	}
	maps.DeleteFunc(c.reactions, func(key reactionKey, _ store.ChatReaction) bool {
		if key.player == player {
			lost[key.channelKey] = true
		}
		return key.player == player
	})
	for key, isLost := range lost {
		if isLost {
			state := &c.channels[key].state
			state.Rev++
			state.Reset = state.Rev
		}
	}
	maps.DeleteFunc(c.reads, func(key readKey, _ store.ChatMessage) bool { return key.player == player })
	for id, r := range c.reports {
		if r.Message.Author == player {
			r.Message.Author = ""
		}
		if r.Reporter == player {
			r.Reporter = ""
		}
		c.reports[id] = r
	}
}

// channel returns a channel, and adds it if the table exists.
func (d *data) channel(id store.TableID, channel store.ChatChannel) (*channelData, error) {
	if d.tables[id] == nil {
		return nil, store.ErrNotFound
	}
	key := channelKey{id, channel}
	if d.chat.channels[key] == nil {
		d.chat.channels[key] = &channelData{}
	}
	return d.chat.channels[key], nil
}

// PostMessage implements store.Chat.
func (s *Store) PostMessage(ctx context.Context, m store.ChatMessage, check func(store.ChatUsage) error) (stored store.ChatMessage, err error) {
	err = s.update(ctx, func(d *data) error {
		if _, err := d.live(m.Author); err != nil {
			return err
		}
		c, err := d.channel(m.Table, m.Channel)
		if err != nil {
			return err
		}
		for _, channel := range store.ChatChannels() {
			for _, old := range d.messages(m.Table, channel) {
				if old.Author == m.Author && old.Client == m.Client {
					stored = old
					return store.ErrDuplicate
				}
			}
		}
		u := store.ChatUsage{Slow: c.state.Slow}
		for _, old := range c.messages {
			if old.Author == m.Author {
				u.Last = old.CreatedAt
			}
		}
		if err := check(u); err != nil {
			return err
		}
		c.state.Rev++
		m.Number, m.Changed, m.Deleted, m.CreatedAt = c.state.Rev, c.state.Rev, "", row.Stored(m.CreatedAt)
		c.messages = append(c.messages, m)
		c.messages = slices.Clone(c.messages[max(0, len(c.messages)-store.MaxChatMessages):])
		stored = m
		return nil
	})
	return stored, err
}

func (d *data) messages(id store.TableID, channel store.ChatChannel) []store.ChatMessage {
	if c := d.chat.channels[channelKey{id, channel}]; c != nil {
		return c.messages
	}
	return nil
}

// message returns a stored message.
func (d *data) message(id store.TableID, channel store.ChatChannel, number int64) (*store.ChatMessage, error) {
	list := d.messages(id, channel)
	at := slices.IndexFunc(list, func(m store.ChatMessage) bool { return m.Number == number })
	if at < 0 {
		return nil, store.ErrNotFound
	}
	return &list[at], nil
}

// Message implements store.Chat.
func (s *Store) Message(ctx context.Context, id store.TableID, channel store.ChatChannel, number int64) (m store.ChatMessage, err error) {
	err = s.view(ctx, func(d *data) error {
		found, err := d.message(id, channel, number)
		if err == nil {
			m = *found
		}
		return err
	})
	return m, err
}

// DeleteMessage implements store.Chat.
func (s *Store) DeleteMessage(ctx context.Context, id store.TableID, channel store.ChatChannel, number int64, by store.ChatDeletion) error {
	return s.update(ctx, func(d *data) error {
		m, err := d.message(id, channel, number)
		if err != nil || m.Deleted != "" {
			return err
		}
		c := d.chat.channels[channelKey{id, channel}]
		c.state.Rev++
		m.Text, m.Phrase, m.Deleted, m.Changed = "", "", by, c.state.Rev
		return nil
	})
}

// DeleteMessages implements store.Chat.
func (s *Store) DeleteMessages(ctx context.Context, id store.TableID, channel store.ChatChannel, by store.ChatDeletion) error {
	return s.update(ctx, func(d *data) error {
		c, err := d.channel(id, channel)
		if err != nil {
			return err
		}
		c.state.Rev++
		for i := range c.messages {
			if m := &c.messages[i]; m.Deleted == "" {
				m.Text, m.Phrase, m.Deleted, m.Changed = "", "", by, c.state.Rev
			}
		}
		return nil
	})
}

// React implements store.Chat.
func (s *Store) React(ctx context.Context, r store.ChatReaction) error {
	return s.update(ctx, func(d *data) error {
		if _, err := d.live(r.Player); err != nil {
			return err
		}
		c, err := d.channel(r.Table, r.Channel)
		if err != nil {
			return err
		}
		c.state.Rev++
		r.Changed, r.CreatedAt = c.state.Rev, row.Stored(r.CreatedAt)
		d.chat.reactions[reactionKey{channelKey{r.Table, r.Channel}, r.Seq, r.Player}] = r
		return nil
	})
}

// SetSlowMode implements store.Chat.
func (s *Store) SetSlowMode(ctx context.Context, id store.TableID, pause time.Duration) error {
	return s.update(ctx, func(d *data) error {
		for _, channel := range store.ChatChannels() {
			c, err := d.channel(id, channel)
			if err != nil {
				return err
			}
			c.state.Rev++
			c.state.Slow = pause.Truncate(time.Second)
		}
		return nil
	})
}

// ChatStates implements store.Chat.
func (s *Store) ChatStates(ctx context.Context, ids []store.TableID) (map[store.TableID]map[store.ChatChannel]store.ChatState, error) {
	found := map[store.TableID]map[store.ChatChannel]store.ChatState{}
	err := s.view(ctx, func(d *data) error {
		for key, c := range d.chat.channels {
			if slices.Contains(ids, key.table) {
				if found[key.table] == nil {
					found[key.table] = map[store.ChatChannel]store.ChatState{}
				}
				found[key.table][key.channel] = c.state
			}
		}
		return nil
	})
	return found, err
}

// ChatChanges implements store.Chat.
func (s *Store) ChatChanges(ctx context.Context, id store.TableID, channel store.ChatChannel, since int64, limit int) (changes store.ChatChanges, err error) {
	err = s.view(ctx, func(d *data) error {
		key := channelKey{id, channel}
		c := d.chat.channels[key]
		if c == nil {
			changes.Whole = true
			return nil
		}
		changes.State = c.state
		for _, m := range c.messages {
			if m.Changed > since {
				changes.Messages = append(changes.Messages, m)
			}
		}
		if changes.Whole = since <= 0 || since < c.state.Reset || since > c.state.Rev || len(changes.Messages) > limit; changes.Whole {
			changes.Messages = slices.Clone(c.messages[max(0, len(c.messages)-limit):])
			changes.Earlier = len(c.messages) > limit
		}
		for other, r := range d.chat.reactions {
			if other.channelKey == key && (changes.Whole && r.Glyph != "" || !changes.Whole && r.Changed > since) {
				changes.Reactions = append(changes.Reactions, r)
			}
		}
		slices.SortFunc(changes.Reactions, func(a, b store.ChatReaction) int {
			return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Player, b.Player))
		})
		return nil
	})
	return changes, err
}

// ChatPage implements store.Chat.
func (s *Store) ChatPage(ctx context.Context, id store.TableID, channel store.ChatChannel, before int64, limit int) (list []store.ChatMessage, earlier bool, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, m := range d.messages(id, channel) {
			if m.Number < before {
				list = append(list, m)
			}
		}
		earlier = len(list) > limit
		list = list[max(0, len(list)-limit):]
		return nil
	})
	return list, earlier, err
}

// MarkRead implements store.Chat.
func (s *Store) MarkRead(ctx context.Context, player store.PlayerID, id store.TableID, channel store.ChatChannel, number int64, now time.Time) error {
	return s.update(ctx, func(d *data) error {
		if _, err := d.live(player); err != nil || d.tables[id] == nil {
			return err
		}
		key := readKey{player, channelKey{id, channel}}
		if number > d.chat.reads[key].Number {
			d.chat.reads[key] = store.ChatMessage{Number: number, CreatedAt: row.Stored(now)}
		}
		return nil
	})
}

// ReadMarks implements store.Chat.
func (s *Store) ReadMarks(ctx context.Context, player store.PlayerID, id store.TableID) (map[store.ChatChannel]int64, error) {
	marks := map[store.ChatChannel]int64{}
	err := s.view(ctx, func(d *data) error {
		for key, m := range d.chat.reads {
			if key.player == player && key.table == id {
				marks[key.channel] = m.Number
			}
		}
		return nil
	})
	return marks, err
}

// ChatBlocks implements store.Chat.
func (s *Store) ChatBlocks(ctx context.Context, authors, readers []store.PlayerID) (list []store.ChatBlock, err error) {
	err = s.view(ctx, func(d *data) error {
		for b := range d.blocks {
			if slices.Contains(authors, b.blocked) && slices.Contains(readers, b.player) {
				list = append(list, store.ChatBlock{Reader: b.player, Author: b.blocked})
			}
		}
		slices.SortFunc(list, func(a, b store.ChatBlock) int {
			return cmp.Or(cmp.Compare(a.Reader, b.Reader), cmp.Compare(a.Author, b.Author))
		})
		return nil
	})
	return list, err
}
