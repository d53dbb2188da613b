package chat

import (
	"context"
	"errors"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Post is a new message. Either Text or Phrase is set.
type Post struct {
	ID      string // made by the client; the same id gets the same answer
	Channel store.ChatChannel
	Text    string
	Phrase  string
}

// Post stores a message and delivers it. An empty channel is that of the author's side. isNew is false if the id was used before; then the message is the first one with it. The row is one
// that the author may see. Errors: too_long, bad_text, too_fast, not_allowed, barred, table_closed.
func (s *Service) Post(ctx context.Context, row store.Table, author store.PlayerID, p Post) (message wire.ChatMessage, isNew bool, err error) {
	who := reader{row, author}
	if p.Channel == "" {
		p.Channel = who.own()
	}
	if err := who.mayWrite(p.Channel); err != nil {
		return message, false, err
	}
	if err := p.check(); err != nil {
		return message, false, err
	}
	if err := s.allow(author); err != nil {
		return message, false, err
	}
	now := s.cfg.Now()
	stored, err := s.cfg.Store.PostMessage(ctx, store.ChatMessage{
		Table: row.ID, Channel: p.Channel, Author: author, Client: p.ID, Text: p.Text, Phrase: p.Phrase, CreatedAt: now,
	}, func(u store.ChatUsage) error {
		if wait := u.Slow - now.Sub(u.Last); !u.Last.IsZero() && wait > 0 && row.Host != author {
			return tooFast(wait)
		}
		return nil
	})
	isNew = !errors.Is(err, store.ErrDuplicate)
	if err != nil && isNew {
		return message, false, apperr.Failed("store a message", err)
	}
	if isNew {
		s.changed(ctx, row.ID, stored.Channel, stored.Number)
	}
	s.mention(ctx, row, stored) // also if a message comes again, because the first request may have ended here
	names, err := s.cfg.Store.PlayerNames(ctx, []store.PlayerID{author})
	if err != nil {
		return message, false, apperr.Failed("read names", err)
	}
	return wireMessage(stored, names), isNew, nil
}

func (p *Post) check() (err error) {
	if !wire.GoodCommandID(p.ID) {
		return apperr.New(apperr.Invalid, "a message needs an id of 1 to 64 printable characters")
	}
	if p.Phrase != "" {
		if p.Text != "" {
			return apperr.New(apperr.Invalid, "a message is a text or a phrase, not both")
		}
		return checkKey(p.Phrase, Phrases(), "phrase")
	}
	p.Text, err = checkText(p.Text)
	return err
}

// Delete deletes a message for all readers: its author's, or any that the host can read. Errors: unknown_message, not_allowed.
func (s *Service) Delete(ctx context.Context, row store.Table, player store.PlayerID, channel store.ChatChannel, number int64) error {
	m, err := s.readable(ctx, reader{row, player}, channel, number)
	if err != nil {
		return err
	}
	by := store.DeletedByAuthor
	if m.Author != player {
		if row.Host != player {
			return apperr.New(apperr.NotAllowed, "only the author and the host can delete a message")
		}
		by = store.DeletedByHost
	}
	if err := s.cfg.Store.DeleteMessage(ctx, row.ID, channel, number, by); err != nil {
		return noMessage("delete a message", err)
	}
	s.changed(ctx, row.ID, channel, 0)
	return nil
}

// Clear deletes all messages of the spectators' channel, as host. While the game runs the host cannot read them, and learns nothing of them here: neither their number
// nor whether there were any. Errors: not_host, too_fast.
func (s *Service) Clear(ctx context.Context, row store.Table, player store.PlayerID) error {
	if err := s.mayHost(row, player); err != nil {
		return err
	}
	if err := s.allow(player); err != nil {
		return err
	}
	if err := s.cfg.Store.DeleteMessages(ctx, row.ID, store.SpectatorsChannel, store.DeletedByHost); err != nil {
		return apperr.Failed("delete the messages of spectators", err)
	}
	s.changed(ctx, row.ID, store.SpectatorsChannel, 0)
	return nil
}

// mayHost returns an error unless the person moderates the chat.
func (s *Service) mayHost(row store.Table, player store.PlayerID) error {
	if row.Host != player || !(reader{row, player}).writes(store.PlayersChannel) {
		return apperr.New(apperr.NotHost, "only the host can do that")
	}
	return nil
}

func (s *Service) readable(ctx context.Context, who reader, channel store.ChatChannel, number int64) (store.ChatMessage, error) {
	if !who.reads(channel) {
		return store.ChatMessage{}, noMessage("", store.ErrNotFound)
	}
	m, err := s.cfg.Store.Message(ctx, who.row.ID, channel, number)
	if err != nil {
		return m, noMessage("read a message", err)
	}
	return m, nil
}

func noMessage(what string, err error) error {
	return apperr.FailedOr(what, err, apperr.New(apperr.UnknownMessage, "there is no such message"))
}

// React stores the reaction of a person to an entry; an empty one takes it back. Errors: invalid for an entry or reaction that does not exist, and those of Post.
func (s *Service) React(ctx context.Context, row store.Table, player store.PlayerID, seq engine.Seq, reaction string) error {
	who := reader{row, player}
	if err := who.mayWrite(who.own()); err != nil {
		return err
	}
	if seq < 1 || seq > row.Seq {
		return apperr.New(apperr.Invalid, "the log has no such entry")
	}
	if reaction != "" {
		if err := checkKey(reaction, Reactions(), "reaction"); err != nil {
			return err
		}
	}
	if err := s.allow(player); err != nil {
		return err
	}
	err := s.cfg.Store.React(ctx, store.ChatReaction{Table: row.ID, Channel: who.own(), Seq: seq, Player: player, Reaction: reaction, CreatedAt: s.cfg.Now()})
	if err != nil {
		return apperr.Failed("store a reaction", err)
	}
	s.changed(ctx, row.ID, who.own(), 0)
	return nil
}

// MaxSlow is the longest pause between two messages of a person.
const MaxSlow = 10 * time.Minute

// SetSlow changes the pause between two messages of a person, as host; the host is exempt. Errors: not_host, invalid.
func (s *Service) SetSlow(ctx context.Context, row store.Table, player store.PlayerID, pause time.Duration) error {
	if err := s.mayHost(row, player); err != nil {
		return err
	}
	if pause < 0 || pause > MaxSlow {
		return apperr.New(apperr.Invalid, "the pause is at most ten minutes")
	}
	if err := s.cfg.Store.SetSlowMode(ctx, row.ID, pause); err != nil {
		return apperr.Failed("set the slow mode", err)
	}
	s.changed(ctx, row.ID, "", 0)
	return nil
}
