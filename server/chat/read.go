package chat

import (
	"context"
	"slices"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/wire"
)

const pageSize = 100

// Read returns the channels of a table that a person may read: all, or one. since is the rev that the client knows of that one; 0 for none. The row is one that the
// person may see.
func (s *Service) Read(ctx context.Context, row store.Table, player store.PlayerID, only store.ChatChannel, since int64) (wire.Chat, error) {
	who := reader{row, player}
	chat := wire.Chat{Channels: []wire.ChatChannel{}}
	marks, err := s.marks(ctx, who)
	if err != nil {
		return chat, err
	}
	for _, channel := range who.channels() {
		if only != "" && only != channel {
			continue
		}
		changes, err := s.cfg.Store.ChatChanges(ctx, row.ID, channel, since, pageSize)
		if err != nil {
			return chat, apperr.Failed("read the chat", err)
		}
		known, err := s.known(ctx, changes.Messages, changes.Reactions)
		if err != nil {
			return chat, err
		}
		hidden, err := s.hiddenFrom(ctx, known.people, player)
		if err != nil {
			return chat, err
		}
		c := known.channel(channel, changes, hidden[player])
		c.Write, c.Own, c.Read = who.writes(channel), channel == who.own(), marks[channel]
		chat.Channels = append(chat.Channels, c)
	}
	return chat, nil
}

func (s *Service) marks(ctx context.Context, who reader) (map[store.ChatChannel]int64, error) {
	if who.player == "" {
		return nil, nil
	}
	marks, err := s.cfg.Store.ReadMarks(ctx, who.player, who.row.ID)
	if err != nil {
		return nil, apperr.Failed("read the marks", err)
	}
	return marks, nil
}

func (s *Service) Earlier(ctx context.Context, row store.Table, player store.PlayerID, channel store.ChatChannel, before int64) (wire.ChatPage, error) {
	page := wire.ChatPage{Messages: []wire.ChatMessage{}}
	if !(reader{row, player}).reads(channel) {
		return page, nil
	}
	list, earlier, err := s.cfg.Store.ChatPage(ctx, row.ID, channel, before, pageSize)
	if err != nil {
		return page, apperr.Failed("read earlier messages", err)
	}
	known, err := s.known(ctx, list, nil)
	if err != nil {
		return page, err
	}
	hidden, err := s.hiddenFrom(ctx, known.people, player)
	if err != nil {
		return page, err
	}
	page.Earlier, page.Messages = earlier, known.messages(list, hidden[player])
	return page, nil
}

// MarkRead notes the last message that a person has read. The person's other devices learn of it.
func (s *Service) MarkRead(ctx context.Context, row store.Table, player store.PlayerID, channel store.ChatChannel, number int64) error {
	who := reader{row, player}
	if !who.reads(channel) || number < 0 {
		return apperr.New(apperr.Invalid, "you cannot read that")
	}
	states, err := s.cfg.Store.ChatStates(ctx, []store.TableID{row.ID})
	if err != nil {
		return apperr.Failed("read the chat", err)
	}
	number = min(number, states[row.ID][channel].Rev)
	if err := s.cfg.Store.MarkRead(ctx, player, row.ID, channel, number, s.cfg.Now()); err != nil {
		return apperr.Failed("store a mark", err)
	}
	change := fanout.ChatChange{Table: row.ID, Reader: player}
	s.deliverMarks(ctx, change)
	s.sockets.AnnounceChat(change)
	return nil
}

// people are the authors in some messages and reactions.
type people struct {
	people []store.PlayerID
	names  map[store.PlayerID]string
}

func (s *Service) known(ctx context.Context, messages []store.ChatMessage, reactions []store.ChatReaction) (p people, err error) {
	for _, m := range messages {
		p.people = append(p.people, m.Author)
	}
	for _, r := range reactions {
		p.people = append(p.people, r.Player)
	}
	slices.Sort(p.people)
	p.people = slices.Compact(p.people)
	if len(p.people) == 0 {
		return p, nil
	}
	if p.names, err = s.cfg.Store.PlayerNames(ctx, p.people); err != nil {
		return p, apperr.Failed("read names", err)
	}
	return p, nil
}

// hiddenFrom returns, for each of some readers, the people whom the reader has blocked.
func (s *Service) hiddenFrom(ctx context.Context, authors []store.PlayerID, readers ...store.PlayerID) (map[store.PlayerID][]store.PlayerID, error) {
	readers = slices.DeleteFunc(readers, func(p store.PlayerID) bool { return p == "" })
	blocks, err := s.cfg.Store.ChatBlocks(ctx, authors, readers)
	if err != nil {
		return nil, apperr.Failed("read blocks", err)
	}
	hidden := map[store.PlayerID][]store.PlayerID{}
	for _, b := range blocks {
		hidden[b.Reader] = append(hidden[b.Reader], b.Author)
	}
	return hidden, nil
}

func (p people) channel(channel store.ChatChannel, c store.ChatChanges, hidden []store.PlayerID) wire.ChatChannel {
	return wire.ChatChannel{
		Channel: string(channel), Rev: c.State.Rev, Whole: c.Whole, Slow: int(c.State.Slow / time.Second), Earlier: c.Earlier,
		Messages: p.messages(c.Messages, hidden), Reactions: p.reactions(c.Reactions, hidden),
	}
}

func (p people) messages(list []store.ChatMessage, hidden []store.PlayerID) []wire.ChatMessage {
	shown := []wire.ChatMessage{}
	for _, m := range list {
		if !slices.Contains(hidden, m.Author) {
			shown = append(shown, wireMessage(m, p.names))
		}
	}
	return shown
}

func (p people) reactions(list []store.ChatReaction, hidden []store.PlayerID) []wire.ChatReaction {
	shown := []wire.ChatReaction{}
	for _, r := range list {
		if !slices.Contains(hidden, r.Player) {
			shown = append(shown, wire.ChatReaction{Seq: r.Seq, From: wirePlayer(r.Player, p.names), Glyph: r.Reaction, Changed: r.Changed})
		}
	}
	return shown
}

func wirePlayer(id store.PlayerID, names map[store.PlayerID]string) wire.Player {
	return wire.Player{ID: string(id), Name: names[id]}
}

func wireMessage(m store.ChatMessage, names map[store.PlayerID]string) wire.ChatMessage {
	return wire.ChatMessage{
		Number: m.Number, Changed: m.Changed, From: wirePlayer(m.Author, names), Text: m.Text, Phrase: m.Phrase, Deleted: string(m.Deleted), At: m.CreatedAt.UTC(),
	}
}
