package admin

import (
	"html"
	"strings"
)

// node is a part of a page. Its texts and values are escaped when it is written, so that no stored name can become markup. The compiler checks the
// parts of a page, which it cannot do for templates.
type node interface{ write(b *strings.Builder) }

// text is a text.
type text string

func (t text) write(b *strings.Builder) { b.WriteString(html.EscapeString(string(t))) }

// nodes are parts one after the other.
type nodes []node

func (list nodes) write(b *strings.Builder) {
	for _, n := range list {
		if n != nil {
			n.write(b)
		}
	}
}

// attribute is an attribute of an element. One without a name is left out.
type attribute struct{ name, value string }

func (attribute) write(*strings.Builder) {}

func attr(name, value string) attribute { return attribute{name, value} }
func class(value string) attribute      { return attribute{"class", value} }
func href(value string) attribute       { return attribute{"href", value} }

// flag is an attribute without a value, if on.
func flag(name string, on bool) attribute {
	if !on {
		return attribute{}
	}
	return attribute{name, ""}
}

// element is an element with its attributes and content.
type element struct {
	name  string
	parts nodes
}

// el makes an element. Attributes may stand anywhere among the parts.
func el(name string, parts ...node) element { return element{name, parts} }

// void are the elements without content.
var void = map[string]bool{"input": true, "link": true, "meta": true}

func (e element) write(b *strings.Builder) {
	b.WriteString("<" + e.name)
	for _, p := range e.parts {
		if a, ok := p.(attribute); ok && a.name != "" {
			b.WriteString(" " + a.name)
			if a.value != "" || a.name == "value" || a.name == "alt" {
				b.WriteString(`="` + html.EscapeString(a.value) + `"`)
			}
		}
	}
	b.WriteString(">")
	if void[e.name] {
		return
	}
	e.parts.write(b)
	b.WriteString("</" + e.name + ">")
}

// rich is a text of the catalog in which backquotes enclose code.
func rich(s string) (list nodes) {
	for i, part := range strings.Split(s, "`") {
		if i%2 == 1 {
			list = append(list, el("code", text(part)))
		} else {
			list = append(list, text(part))
		}
	}
	return list
}

// when returns a part if a condition holds, else nothing.
func when(condition bool, n node) node {
	if !condition {
		return nodes(nil)
	}
	return n
}
