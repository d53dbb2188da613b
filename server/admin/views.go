package admin

import (
	"net/url"
	"strconv"
	"strings"

	"nemeton/server/ban"
	"nemeton/server/store"
)

func (v view) signIn() nodes {
	return nodes{
		el("p", rich(v.say("sign_in.hint"))),
		el("form", attr("method", "post"), attr("action", "/admin/sign-in"), class("panel"),
			v.field("key", "key", attr("type", "password"), attr("autocomplete", "current-password"), flag("required", true), flag("autofocus", true)),
			el("button", v.text("sign_in"))),
	}
}

func number(n int) text { return text(strconv.Itoa(n)) }

func (v view) overview(s Status) nodes {
	reports := node(number(s.Reports))
	if s.Reports > 0 {
		reports = el("a", href("/admin/reports"), el("strong", class("warn"), number(s.Reports)))
	}
	list := nodes{}
	for _, n := range s.Nodes {
		list = append(list, el("li", el("h3", text(n.Name)), el("p",
			text(v.count("sockets", n.Sockets)), dot(), text(v.count("in_memory", n.Tables)), dot(), v.text("version", "version", n.Version), dot(),
			v.text("started"), text(" "), v.when(n.Started))))
	}
	return nodes{
		el("div", class("grid"),
			v.section("h-play", "play", el("dl",
				v.pair("tables.running", number(s.Tables.Running)), v.pair("tables.open", number(s.Tables.Open)), v.pair("tables.finished", number(s.Tables.Finished)),
				v.pair("people", number(s.People)), v.pair("devices", number(s.Sessions)), v.pair("reports", reports), v.pair("bans", number(s.Bans)))),
			v.section("h-store", "database", v.database(s.Database)),
			v.section("h-backup", "backups", v.backups(s.Backups)),
			v.section("h-verify", "verify", v.verify(s.Verify)),
		),
		v.section("h-nodes", "nodes", v.rows(list, "")),
	}
}

func (v view) database(d Database) node {
	works, growth, free := bad(v.text("works.not")), node(v.text("growth.unknown")), node(v.text("free.unknown"))
	if d.Works {
		works = good(v.text("works"))
	}
	if d.Growth != nil && d.Since != nil {
		growth = v.text("growth.since", "bytes", strings.Replace("+"+v.bytes(*d.Growth), "+-", "−", 1), "day", date(*d.Since))
	}
	if d.Free != nil {
		free = text(v.bytes(*d.Free))
	}
	return el("dl", el("dt", text(d.Kind)), el("dd", works), v.pair("size", text(v.bytes(d.Bytes))), v.pair("growth", growth), v.pair("free", free))
}

func (v view) backups(b Backups) node {
	switch {
	case b.Folder == "":
		return el("p", rich(v.say("backups.folder")))
	case b.Error != "":
		return el("p", class("bad"), v.text("backups.error", "error", b.Error))
	case b.Newest == nil:
		return el("dl", v.pair("number", number(b.Count)), v.pair("newest", bad(v.text("backups.none"))))
	}
	checked := node(v.text("checked.unknown"))
	if b.Newest.Checked {
		checked = good(v.text("checked.yes"))
	}
	return el("dl", v.pair("number", number(b.Count)), v.pair("newest", v.when(b.Newest.At)),
		v.pair("file", el("code", text(b.Newest.Name)), text(", "+v.bytes(b.Newest.Bytes))), v.pair("checked", checked))
}

func (v view) verify(last *Verify) node {
	if last == nil {
		return el("p", rich(v.say("verify.none")))
	}
	result := bad(rich(v.say("verify.bad")))
	if last.Good() {
		result = good(v.text("verify.good"))
	}
	return el("dl", v.pair("time", v.when(last.At)), v.pair("result", result), v.pair("verify.same", number(last.Same)),
		v.pair("verify.other", number(last.Different)), v.pair("verify.damaged", number(last.Damaged)), v.pair("verify.unknown", number(last.Unknown)))
}

func (v view) people(name string, found []Person, further string) nodes {
	list := nodes{}
	for _, p := range found {
		seen := node(v.text("signed_out.long"))
		if p.Seen != nil {
			seen = nodes{v.text("seen"), text(" "), v.when(*p.Seen)}
		}
		list = append(list, el("li",
			el("h2", el("bdi", text(p.Name)), when(p.Sockets > 0, nodes{text(" "), chip("ok", v.say("online"))})),
			el("p", seen, dot(), text(v.count("devices.n", p.Sessions)), dot(), text(v.count("sockets", p.Sockets)), dot(), v.tablesOf(p.ID, "tables.link")),
			el("p", class("soft"), v.text("since", "day", date(p.Created)), dot(), el("code", text(p.ID)))))
	}
	return nodes{
		el("form", attr("method", "get"), class("panel inline"), attr("role", "search"),
			v.field("name", "name.part", attr("value", name), attr("maxlength", "100")), el("button", v.text("search"))),
		v.rows(list, "people.none"), v.further(further),
	}
}

// tablesOf is the link to the tables of a player.
func (v view) tablesOf(player, key string) node {
	return el("a", href("/admin/tables?player="+url.QueryEscape(player)), v.text(key))
}

func (v view) limits(found []Node) nodes {
	all := nodes{el("p", rich(v.say("limits.text")))}
	for _, n := range found {
		list := nodes{}
		for _, l := range n.Limits {
			by := nodes{class("plain")}
			for _, b := range l.By {
				row := nodes{el("code", text(b.Key)), text(" " + v.count("times", b.Count) + ", " + v.say("last") + " "), v.when(b.Last)}
				if _, err := ban.ParseRange(b.Key); err == nil {
					row = append(row, dot(), el("a", href("/admin/bans?address="+url.QueryEscape(b.Key)), attr("aria-label", v.say("ban.link.of", "address", b.Key)), v.text("ban.link")))
				}
				by = append(by, el("li", row...))
			}
			list = append(list, el("li", el("h3", text(l.Limit+" "), chip("", v.count("times", l.Count))), el("p", class("soft"), v.text("last"), text(" "), v.when(l.Last)),
				when(len(l.By) > 0, el("ul", by...))))
		}
		all = append(all, el("section", el("h2", text(n.Name)), v.rows(list, "limits.none")))
	}
	return all
}

func (v view) bans(address string, found []Ban) nodes {
	list, lengths := nodes{}, [][2]string{}
	for _, d := range durations {
		lengths = append(lengths, [2]string{d, v.say("for." + d)})
	}
	for _, b := range found {
		ends := v.say("for.0s")
		if b.Ends != nil {
			ends = v.say("until", "time", minute(*b.Ends))
		}
		list = append(list, el("li", el("h3", el("code", text(b.Range))), el("p", text(ends), dot(), v.text("by", "name", b.By), dot(), v.when(b.Created)), reasonLine(b.Reason),
			v.form("/admin/bans/lift", hidden("address", b.Range), el("button", attr("aria-label", v.say("lift.of", "range", b.Range)), v.text("lift")))))
	}
	form := v.form("/admin/bans",
		v.field("address", "address", attr("value", address), flag("required", true), attr("maxlength", "60"), attr("autocapitalize", "none"), attr("autocomplete", "off"), attr("spellcheck", "false")),
		v.choice("for", "duration", "", lengths), v.field("reason", "reason", attr("maxlength", "300")),
		el("label", class("check"), el("input", attr("type", "checkbox"), attr("name", "force"), attr("value", "yes")), v.text("force")),
		el("button", class("danger"), v.text("ban")))
	panel := v.section("h-ban", "ban.head", el("p", v.text("ban.text")), form)
	panel.parts = append(panel.parts, class("panel danger"))
	return nodes{panel, v.section("h-list", "bans", v.rows(list, "bans.none"))}
}

// reasonLine is the reason that an operator gave, if any.
func reasonLine(reason string) node {
	return when(reason != "", el("p", class("soft"), text(reason)))
}

func (v view) acts(found []Act, further string) nodes {
	list := nodes{}
	for _, a := range found {
		subject, outcome := node(el("code", text(a.Subject))), chip("bad", a.Outcome)
		if a.Kind == string(store.ActClose) {
			subject = el("a", href("/admin/tables/"+url.PathEscape(a.Subject)), subject)
		}
		switch a.Outcome {
		case store.ActDone:
			outcome = chip("ok", v.say("outcome.done"))
		case "":
			outcome = chip("warn", v.say("outcome.unknown"))
		}
		list = append(list, el("li", el("h2", text(v.term("act.", a.Kind)+" "), subject, text(" "), outcome),
			el("p", text(minute(a.At)), dot(), v.text("by", "name", a.By), dot(), text(v.term("via.", a.Via))), reasonLine(a.Reason)))
	}
	return nodes{v.rows(list, "log.none"), v.further(further)}
}
