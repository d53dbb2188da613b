package secrecy

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"nemeton/server/store"
)

// marks are the texts that one viewer may not read yet, and the texts that it knows.
type marks struct {
	hidden map[string][]string // lists and objects, by their first bytes
	words  []string            // other texts, hidden until the end
	judged map[string]bool     // by mark: true if known, false if hidden
	known  strings.Builder
	last   string
}

func newMarks() *marks {
	return &marks{hidden: map[string][]string{}, judged: map[string]bool{}}
}

// minMarkLength is the length of the shortest mark, in bytes. Shorter texts appear by chance.
const minMarkLength = 24

// allow adds a text that the viewer may know. Marks in it are no longer hidden.
func (m *marks) allow(text string) {
	if text == m.last {
		return
	}
	m.last = text
	m.known.WriteString(text)
	m.known.WriteByte('\n')
	m.each(text, func(mark string) bool {
		begin := mark[:minMarkLength]
		m.hidden[begin] = slices.DeleteFunc(slices.Clone(m.hidden[begin]), func(other string) bool { return other == mark })
		m.judged[mark] = true
		return true
	})
}

// hide adds marks for the lists and objects that the viewer does not know.
func (m *marks) hide(texts ...string) {
	for _, text := range texts {
		if _, judged := m.judged[text]; judged || len(text) < minMarkLength {
			continue
		}
		known := strings.Contains(m.known.String(), text)
		if m.judged[text] = known; !known {
			m.hidden[text[:minMarkLength]] = append(m.hidden[text[:minMarkLength]], text)
		}
	}
}

// each calls f for each mark in a text until f returns false.
func (m *marks) each(text string, f func(mark string) bool) {
	for at := 0; at+minMarkLength <= len(text); at++ {
		if text[at] != '{' && text[at] != '[' {
			continue
		}
		for _, mark := range m.hidden[text[at:at+minMarkLength]] {
			if strings.HasPrefix(text[at:], mark) && !f(mark) {
				return
			}
		}
	}
}

// find searches for a mark in a text, also inside a quoted string.
func (m *marks) find(text string) (mark string, found bool) {
	record := func(m string) bool {
		mark, found = m, true
		return false
	}
	m.each(text, record)
	if !found && strings.Contains(text, `\"`) {
		m.each(strings.ReplaceAll(text, `\`, ""), record)
	}
	for _, word := range m.words {
		if strings.Contains(text, word) {
			return word, true
		}
	}
	return mark, found
}

// parts returns all lists and objects in a JSON text, including the text itself.
func parts(raw json.RawMessage) []string {
	var list []json.RawMessage
	var object map[string]json.RawMessage
	var found []string
	switch {
	case len(raw) < minMarkLength:
		return nil
	case json.Unmarshal(raw, &list) == nil:
		for _, r := range list {
			found = append(found, parts(r)...)
		}
	case json.Unmarshal(raw, &object) == nil:
		for _, r := range object {
			found = append(found, parts(r)...)
		}
	default:
		return nil
	}
	return append(found, string(raw))
}

func (g *game) tableID() store.TableID { return store.TableID(g.table) }

// hideSecrets hides the table's secret and all tokens from all viewers.
func (c *canary) hideSecrets() error {
	row, err := c.server.store.Table(context.Background(), c.tableID())
	if err != nil {
		return err
	}
	secret := row.Secret
	texts := append([]string{
		string(secret[:]), hex.EncodeToString(secret[:]), base64.RawStdEncoding.EncodeToString(secret[:]), base64.RawURLEncoding.EncodeToString(secret[:]),
		c.spareToken,
	}, c.tokens...)
	for _, m := range c.marks {
		m.words = texts
	}
	return nil
}
