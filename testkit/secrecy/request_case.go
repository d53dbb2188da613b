package secrecy

import (
	"fmt"
	"net/http"
	"slices"

	"nemeton/engine"
)

// requestCase is one request that a viewer can make at any time; the body is nil for none.
type requestCase struct {
	name   string
	method string
	path   string
	body   any
	rare   bool // dear: not at every state
}

// doors lists what the viewer can ask besides the sockets: all that tells of the table, and all that is refused.
func (p *pair) doors(v engine.Viewer) []requestCase {
	q, seq := p.query(v), p.fold.Seq()
	get := func(name, path string) requestCase {
		return requestCase{name: name, method: http.MethodGet, path: path}
	}
	post := func(name, path string, body any) requestCase {
		return requestCase{name: name, method: http.MethodPost, path: p.at(path), body: body}
	}
	list := []requestCase{
		get("view", p.at("/view"+q)),
		get("log", p.at(fmt.Sprintf("/log%s&since=%d", q, max(seq, 3)-3))),
		get("table", p.at(q)),
		get("list", "/api/v1/tables?state=running"),
		get("export", p.at("/export"+q)),
		get("whole log", p.at("/log"+q)),
		get("log that is yet to come", p.at(fmt.Sprintf("/log%s&since=%d", q, seq+1))),
		get("own tables", "/api/v1/tables?mine=1"),
		get("view without an invitation", p.at("/view")),
		get("bad request", p.at("/log?since=x")),
		get("sessions", "/api/v1/me/sessions"),
		{name: "head", method: http.MethodHead, path: p.at("/view" + q)},
		post("start", "/start", map[string]any{}),
		post("rematch", "/rematch", map[string]any{}),
		post("seat", "/seats", map[string]any{"invite": p.invite}),
		post("handover", "/handover", map[string]any{}),
		post("claim by a guess", "/claim", map[string]any{"id": fmt.Sprintf("no-%d", p.acts), "code": "0.9999999999.AAAAAAAAAAAAAAAAAAAAAA"}),
		post("broken body", "/commands", "{"),
		{name: "stand up", method: http.MethodDelete, path: p.at("/seats/0")},
	}
	list = append(list, p.refused(v)...)
	hint := post("hint", "/hint", map[string]any{})
	hint.rare = true
	return append(list, hint)
}

// refused are commands that are not carried out: each is judged, and the judgement may not depend on what is hidden.
func (p *pair) refused(v engine.Viewer) []requestCase {
	post := func(name string, d engine.DecisionID, move any) requestCase {
		return requestCase{name: name, method: http.MethodPost, path: p.at("/commands"), body: map[string]any{
			"id": fmt.Sprintf("no-%d", p.acts), "decision": d, "move": move,
		}}
	}
	var list []requestCase
	for _, d := range p.fold.Decisions(engine.Spectator()) {
		if v.Is(d.Seat) {
			list = append(list, post("illegal move", d.ID, map[string]any{"what": "no such move"}))
			continue
		}
		// A move that another seat may have: whether it has is not told.
		at := p.fold.Decisions(engine.SeatViewer(d.Seat))
		for _, o := range at {
			if o.ID == d.ID && len(o.Moves) > 0 {
				list = append(list, post("another's decision", d.ID, o.Moves[p.r.IntN(len(o.Moves))]))
			}
		}
		if p.patient(d.Seat) {
			list = append(list, requestCase{
				name: "takeover", method: http.MethodPost, path: p.at(fmt.Sprintf("/seats/%d/takeover", d.Seat)),
				body: map[string]any{"id": fmt.Sprintf("over-%d", p.acts)},
			})
		}
	}
	return append(list, post("stale decision", "1-1000", map[string]any{}))
}

// patient tells whether a seat may still think: to ask for a bot in its place is refused.
func (p *pair) patient(seat engine.Seat) bool {
	since, owes := p.fold.OwesSince(seat)
	return owes && !slices.Contains(p.fold.Away(), seat) && p.clock.now().UnixMilli()-since < 30_000
}

// always is how many of the doors are opened at every state; of the others some.
const always = 3

// compare opens doors in both worlds, for one of the viewers.
func (p *pair) compare(v engine.Viewer) error {
	for i, d := range p.doors(v) {
		often := 5
		if d.rare {
			often = 40
		}
		if i >= always && !p.Every && p.r.IntN(often) > 0 {
			continue
		}
		err := p.both(d.name, func(_ int, h *instance) (string, error) {
			a, err := h.ask(d.method, d.path, p.token(v), d.body)
			return a.all, err
		})
		if err != nil {
			return err
		}
		p.report.Requests[d.name]++
	}
	return nil
}
