package chat

import (
	"context"
	"maps"
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
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deliverTimeout) // an author who leaves has named people all the same
	defer cancel()
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
		s.cfg.Mentioned(ctx, m, named)
	}
}

// mentioned returns the people whose names follow an @ in the text, in the order of their ids. Of several names that fit, the longest counts.
func mentioned(text string, names map[store.PlayerID]string) (found []store.PlayerID) {
	for _, mention := range mentions(text, slices.Collect(maps.Values(names))) {
		for id, name := range names {
			if n, ok := startsWith(mention, name); ok && n == len(mention) && !slices.Contains(found, id) {
				found = append(found, id)
			}
		}
	}
	slices.Sort(found)
	return found
}

// mentions returns the parts of a text that name somebody, without the @. An @ in a word, a mail address or an address of a page names nobody. The client marks
// the same parts; testdata/mentions.json has the cases of both.
func mentions(text string, names []string) (found []string) {
	end := 0 // of the previous mention
	for at, r := range text {
		if r != '@' && r != '＠' || at < end || !mayMention(text[:at]) {
			continue
		}
		after, longest := text[at+utf8.RuneLen(r):], 0
		for _, name := range names {
			if n, ok := startsWith(after, name); ok && n > longest && endsName(after[n:]) {
				longest = n
			}
		}
		if longest > 0 {
			found = append(found, after[:longest])
			end = at + utf8.RuneLen(r) + longest
		}
	}
	return found
}

// spaceless are scripts without spaces between words, so that an @ follows a letter.
var spaceless = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// mayMention reports whether an @ behind this text can name somebody.
func mayMention(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	word := before[strings.LastIndexFunc(before, unicode.IsSpace)+1:] // stored texts have one kind of space
	return before == "" || unicode.In(last, spaceless...) || !isWord(last) && !strings.ContainsRune("@/+-=%&~#", last) && !strings.Contains(word, "://")
}

// endsName reports whether a name can end before this text. A dot, a dash or an @ goes on if a word follows it, as in the name of a host.
func endsName(after string) bool {
	next, size := utf8.DecodeRuneInString(after)
	if strings.ContainsRune(".-@", next) {
		next, _ = utf8.DecodeRuneInString(after[size:])
	}
	return !isWord(next)
}

// startsWith returns the length of the name at the start of a text, in capital or small letters.
func startsWith(text, name string) (length int, ok bool) {
	for _, want := range name {
		got, size := utf8.DecodeRuneInString(text[length:])
		if size == 0 || got != want && !strings.EqualFold(string(got), string(want)) {
			return 0, false
		}
		length += size
	}
	return length, name != ""
}

// isWord reports whether a character continues a word. Joiners do.
func isWord(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.M) || r == '_' || r == '\u200c' || r == '\u200d'
}
