package admin

import (
	"net/url"
	"strconv"

	"nemeton/server/store"
)

func (v view) tables(q TableQuery, found []Table, further string) nodes {
	states := [][2]string{{"", v.say("all")}}
	for _, s := range []store.State{store.Open, store.Running, store.Finished} {
		states = append(states, [2]string{string(s), v.term("state.", string(s))})
	}
	list := nodes{}
	for _, t := range found {
		seats := nodes{}
		for i, s := range t.Seats {
			if i > 0 {
				seats = append(seats, text(", "))
			}
			seats = append(seats, v.seat(s))
		}
		list = append(list, el("li",
			el("h2", el("a", href("/admin/tables/"+url.PathEscape(t.ID)), text(t.Title)), text(" "), v.state(t),
				when(t.Visibility == string(store.Private), nodes{text(" "), chip("private", v.say("private"))})),
			el("p", seats...),
			el("p", class("soft"), text(v.count("entries", int(t.Entries))), dot(), v.text("last_change"), text(" "), v.when(t.Updated))))
	}
	return nodes{
		el("form", attr("method", "get"), class("panel inline"), attr("role", "search"),
			v.choice("state", "state", q.State, states),
			v.field("player", "player.id", attr("value", q.Player), attr("maxlength", "36"), attr("autocapitalize", "none"), attr("autocomplete", "off"), attr("spellcheck", "false")),
			el("button", v.text("show"))),
		v.rows(list, "tables.none"), v.further(further),
	}
}

func (v view) state(t Table) node { return chip(t.State, v.term("state.", t.State)) }

// seat shows the person or bot at a seat.
func (v view) seat(s Seat) node {
	switch {
	case s.Player == "" && s.Bot != "":
		return v.text("bot", "level", s.Bot)
	case s.Player == "":
		return v.text("seat.free")
	}
	name := node(el("bdi", text(s.Name)))
	if s.Name == "" {
		name = v.text("erased")
	}
	return nodes{
		name, when(s.StandIn != "", text(" "+v.say("stand_in"))), when(s.Owes, nodes{text(" "), el("span", class("warn"), v.text("to_move"))}),
		when(s.Sockets > 0, nodes{text(" "), good(v.text("online"))}),
	}
}

func (v view) table(t Table) nodes {
	facts := nodes{
		v.pair("title", text(t.Title)),
		v.pair("state", v.state(t), when(t.Ended != "", nodes{text(" "), v.text("ended", "reason", v.term("ended.", t.Ended))})),
		v.pair("visibility", text(v.term("", t.Visibility))), v.pair("id", el("code", text(t.ID))),
		v.pair("created", v.when(t.Created)), v.pair("changed", v.when(t.Updated)), v.pair("entries.label", text(strconv.FormatUint(uint64(t.Entries), 10))),
	}
	if t.Waiting != nil {
		facts = append(facts, v.pair("waiting", v.when(*t.Waiting)))
	}
	seats := nodes{}
	for _, s := range t.Seats {
		seats = append(seats, el("li", el("p", v.seat(s),
			when(s.Player != "", nodes{dot(), text(v.count("sockets", s.Sockets)), dot(), v.tablesOf(s.Player, "tables.of")}))))
	}
	all := nodes{el("section", class("panel"), attr("aria-label", v.say("table")), el("dl", facts...), el("h2", v.text("seats")), v.rows(seats, ""))}
	if t.State == string(store.Open) || t.State == string(store.Running) {
		panel := v.section("h-close", "close.head", el("p", v.text("close.text")),
			v.form("/admin/tables/"+url.PathEscape(t.ID)+"/close",
				v.field("reason", "reason", attr("maxlength", "300")),
				el("label", class("check"), el("input", attr("type", "checkbox"), attr("name", "sure"), attr("value", "yes"), flag("required", true)), v.text("close.sure")),
				el("button", class("danger"), v.text("close"))))
		panel.parts = append(panel.parts, class("panel danger"))
		all = append(all, panel)
	}
	return all
}
