package admin

import (
	"time"
)

// document is a whole page.
func (v view) document(p page) node {
	head := el("head",
		el("meta", attr("charset", "utf-8")),
		el("meta", attr("name", "viewport"), attr("content", "width=device-width, initial-scale=1")),
		el("meta", attr("name", "color-scheme"), attr("content", "light dark")),
		el("title", v.text("page", "title", p.title)),
		el("link", attr("rel", "icon"), href("data:,")),
		el("link", attr("rel", "stylesheet"), href("/admin/style.css")),
	)
	main := nodes{attr("id", "main"), el("h1", text(p.title))}
	if p.problem != "" {
		main = append(main, el("p", class("note bad"), attr("role", "alert"), text(p.problem)))
	}
	if p.done != "" {
		main = append(main, el("p", class("note good"), attr("role", "status"), v.text(p.done)))
	}
	return el("html", attr("lang", languages[v.language]), head, el("body",
		el("a", class("skip"), href("#main"), v.text("skip")),
		el("header", el("p", class("brand"), text("Nemeton "), el("span", v.text("administration"))), v.menu(p.here)),
		el("main", append(main, p.content...)...),
	))
}

// menu are the links to the pages; nothing if nobody is signed in.
func (v view) menu(here string) node {
	if v.token == "" {
		return nodes(nil)
	}
	var links nodes
	for _, n := range navigation {
		current := attribute{}
		if n.path == here {
			current = attr("aria-current", "page")
		}
		links = append(links, el("li", el("a", href(n.path), current, v.text(n.title))))
	}
	return nodes{
		el("nav", attr("aria-label", v.say("pages")), el("ul", links...)),
		v.form("/admin/sign-out", el("button", class("quiet"), v.text("sign_out"))),
	}
}

// form is a form that acts. It has the token of the session.
func (v view) form(action string, parts ...node) element {
	return el("form", append(nodes{attr("method", "post"), attr("action", action), hidden("token", v.token)}, parts...)...)
}

func hidden(name, value string) node {
	return el("input", attr("type", "hidden"), attr("name", name), attr("value", value))
}

// field is an input with its label. The name is its id, too.
func (v view) field(name, label string, more ...node) node {
	return v.labeled(name, label, el("input", append(nodes{attr("id", name), attr("name", name)}, more...)...))
}

// choice is an input of a list of values and texts.
func (v view) choice(name, label, chosen string, options [][2]string) node {
	list := nodes{attr("id", name), attr("name", name)}
	for _, o := range options {
		list = append(list, el("option", attr("value", o[0]), flag("selected", o[0] == chosen), text(o[1])))
	}
	return v.labeled(name, label, el("select", list...))
}

func (v view) labeled(name, label string, input node) node {
	return el("div", class("field"), el("label", attr("for", name), v.text(label)), input)
}

// section is a part of a page with a heading.
func (v view) section(id, title string, parts ...node) element {
	return el("section", append(nodes{attr("aria-labelledby", id), el("h2", attr("id", id), v.text(title))}, parts...)...)
}

// rows is a list of rows, or a sentence if there are none.
func (v view) rows(list nodes, none string) node {
	if len(list) == 0 {
		list = nodes{el("li", el("p", rich(v.say(none))))}
	}
	return el("ul", append(nodes{class("rows")}, list...)...)
}

// pair is a row of a list of names and values.
func (v view) pair(name string, value ...node) node {
	return nodes{el("dt", v.text(name)), el("dd", value...)}
}

// when says how long ago a time was, with the time itself.
func (v view) when(t time.Time) node {
	stamp := t.UTC().Format(time.RFC3339)
	return el("time", attr("datetime", stamp), attr("title", stamp), text(v.ago(t)))
}

// chip is a short mark. Its style is a class.
func chip(style, what string) node { return el("span", class("chip "+style), text(what)) }

// good and bad are marks in the colors of their meaning.
func good(parts ...node) node { return el("span", append(nodes{class("ok")}, parts...)...) }
func bad(parts ...node) node  { return el("strong", append(nodes{class("bad")}, parts...)...) }

// further is the link to the next page of a list; empty: there is none.
func (v view) further(to string) node {
	return when(to != "", el("p", el("a", class("button"), href(to), v.text("next"))))
}

func dot() node { return text(" · ") }
