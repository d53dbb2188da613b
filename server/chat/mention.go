package chat

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nemeton/server/store"
)

// mention reports the people whom a message names as @name. They are readers of the channel: the players with a seat, and people who have written there.
func (s *Service) mention(ctx context.Context, row store.Table, m store.ChatMessage) {
	if s.cfg.Mentioned == nil || !strings.Contains(m.Text, "@") {
		return
	}
	var candidates []store.PlayerID
	for _, seat := range row.Seats {
		candidates = append(candidates, seat.Player)
	}
	recent, _, err := s.cfg.Store.ChatPage(ctx, row.ID, m.Channel, m.Number, pageSize)
	if err != nil {
		return // the message is stored; a missing notification is not worth a failure
	}
	for _, other := range recent {
		candidates = append(candidates, other.Author)
	}
	slices.Sort(candidates)
	candidates = slices.DeleteFunc(slices.Compact(candidates), func(p store.PlayerID) bool {
		return p == "" || p == m.Author || !(reader{row, p}).reads(m.Channel)
	})
	names, err := s.cfg.Store.PlayerNames(ctx, candidates)
	if err != nil {
		return
	}
	named := mentioned(m.Text, names)
	blocks, err := s.cfg.Store.ChatBlocks(ctx, []store.PlayerID{m.Author}, named)
	if err != nil {
		return
	}
	named = slices.DeleteFunc(named, func(p store.PlayerID) bool {
		return slices.Contains(blocks, store.ChatBlock{Reader: p, Author: m.Author})
	})
	if len(named) > 0 {
		s.cfg.Mentioned(ctx, row.ID, m.Author, named)
	}
}

// mentioned returns the people whose names follow an @ in the text, in the order of their ids. Of several names that fit, the longest counts.
func mentioned(text string, names map[store.PlayerID]string) (found []store.PlayerID) {
	for rest := text; ; {
		_, after, more := strings.Cut(rest, "@")
		if !more {
			break
		}
		rest = after
		longest := 0
		for _, name := range names {
			if len(name) > longest && startsWith(after, name) {
				longest = len(name)
			}
		}
		for id, name := range names {
			if longest > 0 && len(name) == longest && startsWith(after, name) && !slices.Contains(found, id) {
				found = append(found, id)
			}
		}
	}
	slices.Sort(found)
	return found
}

// startsWith reports whether a text starts with a name, in capital or small letters, that ends there.
func startsWith(text, name string) bool {
	if name == "" || len(text) < len(name) || !strings.EqualFold(text[:len(name)], name) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[len(name):])
	return len(text) == len(name) || !isWord(next)
}

// isWord reports whether a character continues a word.
func isWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}
