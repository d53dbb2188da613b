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

// marks are the texts that one viewer may not read yet, and all that they may.
type marks struct {
	hidden map[string][]string // lists and objects, by what they begin with
	words  []string            // others, hidden for ever
	judged map[string]bool     // what was hidden or known before: true where it is known
	known  strings.Builder
	last   string
}

func newMarks() *marks {
	return &marks{hidden: map[string][]string{}, judged: map[string]bool{}}
}

// minMarkLength is how long a text must be to be a mark: shorter ones stand anywhere by chance.
const minMarkLength = 24

// allow takes in what the viewer may know: what stands in it is hidden no more.
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

// hide makes marks of lists and objects that the viewer does not know.
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

// each calls f with each mark in a text, as long as it says so. Marks are looked for only where one can begin.
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

// find looks for a mark in a text, which may be quoted in another.
func (m *marks) find(text string) (mark string, found bool) {
	see := func(what string) bool {
		mark, found = what, true
		return false
	}
	m.each(text, see)
	if !found && strings.Contains(text, `\"`) {
		m.each(strings.ReplaceAll(text, `\`, ""), see)
	}
	for _, word := range m.words {
		if strings.Contains(text, word) {
			return word, true
		}
	}
	return mark, found
}

// parts are the lists and objects of a JSON text, the whole included.
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

// hideSecrets hides the table's secret and everybody's token from everybody.
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
