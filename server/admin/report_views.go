package admin

import "net/url"

func (v view) reports(found []Report) nodes {
	list := nodes{}
	for _, r := range found {
		list = append(list, el("li",
			el("h2", el("bdi", text(v.named(r.Author))), text(": "), v.said(r), when(r.Gone, nodes{text(" "), chip("ok", v.say("removed"))})),
			el("p", text(minute(r.Said)), dot(), text(v.term("to.", r.Channel)), dot(), el("a", href("/admin/tables/"+url.PathEscape(r.Table)), v.text("this_table"))),
			el("p", class("soft"), v.text("reported.at"), text(" "), v.when(r.At), dot(), v.text("by", "name", v.named(r.By)), when(r.Reason != "", nodes{text(": "), el("q", el("bdi", text(r.Reason)))})),
			v.settle(r)))
	}
	return nodes{el("p", v.text("reports.text")), v.rows(list, "reports.none")}
}

// said is the reported message.
func (v view) said(r Report) node {
	if r.Phrase != "" {
		return el("span", class("soft"), v.text("phrase", "phrase", r.Phrase))
	}
	return el("q", el("bdi", text(r.Text)))
}

// named is a person's name.
func (v view) named(a Author) string {
	if a.Name == "" {
		return v.say("erased")
	}
	return a.Name
}

// settle is the form with the acts on an open report.
func (v view) settle(r Report) node {
	if r.Closed {
		return nodes(nil)
	}
	of, id := v.named(r.Author), "reason-"+r.ID
	do := func(kind, style, label string) node {
		return el("button", class(style), attr("name", "do"), attr("value", kind), attr("aria-label", label), v.text(kind))
	}
	return v.form("/admin/reports/"+url.PathEscape(r.ID),
		v.labeled(id, "reason", el("input", attr("id", id), attr("name", "reason"), attr("maxlength", "300"))),
		el("div", class("actions"),
			when(!r.Gone, do("remove", "danger", v.say("remove.of", "name", of))), do("dismiss", "quiet", v.say("dismiss.of", "name", of))))
}
