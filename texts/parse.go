package texts

import (
	"errors"
	"fmt"
	"strings"
)

type message []node

// node is a plain text, or a placeholder with its forms.
type node struct {
	text   string
	name   string             // of the placeholder; empty: a plain text
	format string             // in which the client shows the value; empty: as it is
	forms  map[string]message // by key; nil: the value itself
	plural bool
}

// parser reads ICU MessageFormat 1 without offsets and ordinals, which no text uses.
type parser struct {
	rest    string
	formats bool // placeholders may have formats, which only the client knows
}

// parse reads a text of the server.
func parse(text string) (message, error) { return (&parser{rest: text}).all() }

func (p *parser) all() (message, error) {
	m, err := p.message("")
	if err == nil && p.rest != "" {
		err = fmt.Errorf("unexpected %q", p.rest)
	}
	if m == nil {
		m = message{}
	}
	return m, err
}

// message reads up to the closing brace or the end. The sign # is the value of counted, unless that is empty.
func (p *parser) message(counted string) (m message, err error) {
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			m = append(m, node{text: text.String()})
			text.Reset()
		}
	}
	for p.rest != "" && p.rest[0] != '}' {
		switch {
		case strings.HasPrefix(p.rest, "''"):
			text.WriteByte('\'')
			p.rest = p.rest[2:]
		case p.rest[0] == '\'' && len(p.rest) > 1 && strings.ContainsRune("{}#", rune(p.rest[1])):
			quoted, rest, closed := strings.Cut(p.rest[1:], "'")
			if !closed {
				return nil, errors.New("a quote is not closed")
			}
			text.WriteString(quoted)
			p.rest = rest
		case p.rest[0] == '{':
			flush()
			p.rest = p.rest[1:]
			n, err := p.placeholder(counted)
			if err != nil {
				return nil, err
			}
			m = append(m, n)
		case p.rest[0] == '#' && counted != "":
			flush()
			m = append(m, node{name: counted})
			p.rest = p.rest[1:]
		default:
			text.WriteByte(p.rest[0])
			p.rest = p.rest[1:]
		}
	}
	flush()
	return m, nil
}

var errUnclosed = errors.New("a brace is not closed")

// placeholder reads the inside of a brace, and the closing one.
func (p *parser) placeholder(counted string) (node, error) {
	end := strings.IndexAny(p.rest, ",}")
	if end < 0 {
		return node{}, errUnclosed
	}
	n := node{name: strings.TrimSpace(p.rest[:end])}
	closed := p.rest[end] == '}'
	p.rest = p.rest[end+1:]
	if closed || n.name == "" {
		return n, nil
	}
	if end = strings.IndexAny(p.rest, ",}"); end < 0 {
		return node{}, errUnclosed
	}
	kind := strings.TrimSpace(p.rest[:end])
	closed = p.rest[end] == '}'
	p.rest = p.rest[end+1:]
	switch {
	case closed && p.formats && kind != "" && kind != "plural" && kind != "select":
		n.format = kind
		return n, nil
	case !closed && kind == "plural":
		n.plural, counted = true, n.name
	case !closed && kind == "select":
	default:
		return n, fmt.Errorf("{%s} has the unknown format %q", n.name, kind)
	}
	n.forms, p.rest = map[string]message{}, strings.TrimSpace(p.rest)
	for !strings.HasPrefix(p.rest, "}") {
		key, rest, ok := strings.Cut(p.rest, "{")
		if !ok {
			return n, errUnclosed
		}
		p.rest = rest
		form, err := p.message(counted)
		if err != nil {
			return n, err
		}
		if p.rest == "" {
			return n, errUnclosed
		}
		n.forms[strings.TrimSpace(key)] = form
		p.rest = strings.TrimSpace(p.rest[1:])
	}
	p.rest = p.rest[1:]
	if n.forms["other"] == nil {
		return n, fmt.Errorf("{%s} lacks the form other", n.name)
	}
	return n, nil
}
