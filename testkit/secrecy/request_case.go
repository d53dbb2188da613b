package secrecy

import (
	"fmt"
	"net/http"
	"slices"

	"nemeton/engine"
)

// requestCase is a request that a viewer can send at any time; body nil means none.
type requestCase struct {
	name   string
	method string
	path   string
	body   any
	rare   bool // expensive: not at every state
}

// requestCases lists the viewer's requests: everything that describes the table, and requests that are refused.
func (p *pair) requestCases(v engine.Viewer) []requestCase {
	q, seq := p.query(v), p.fold.Seq()
	get := func(name, path string) requestCase {
		return requestCase{name: name, method: http.MethodGet, path: path}
	}
	post := func(name, path string, body any) requestCase {
		return requestCase{name: name, method: http.MethodPost, path: p.tablePath(path), body: body}
	}
	list := []requestCase{
		get("view", p.tablePath("/view"+q)),
		get("log", p.tablePath(fmt.Sprintf("/log%s&since=%d", q, max(seq, 3)-3))),
		get("table", p.tablePath(q)),
		get("list", "/api/v1/tables?state=running"),
		get("export", p.tablePath("/export"+q)),
		get("whole log", p.tablePath("/log"+q)),
		get("log that is yet to come", p.tablePath(fmt.Sprintf("/log%s&since=%d", q, seq+1))),
		get("own tables", "/api/v1/tables?mine=1"),
		get("view without an invitation", p.tablePath("/view")),
		get("bad request", p.tablePath("/log?since=x")),
		get("chat", p.tablePath("/chat"+q)),
		get("chat of the players", p.tablePath("/chat"+q+"&channel=players&since=1")),
		get("sessions", "/api/v1/me/sessions"),
		get("links", "/api/v1/me/links"),
		get("ways", "/api/v1/me/ways"),
		get("recoveries", "/api/v1/me/recoveries"),
		get("door codes", "/api/v1/me/door-codes"),
		get("past", p.tablePath(fmt.Sprintf("/past%s&since=%d", q, max(seq, 9)-9))),
		get("whole past", p.tablePath("/past"+q)),
		get("refusals", p.tablePath("/refusals"+q)),
		get("overview", "/api/v1/me/overview"),
		get("invitations", "/api/v1/me/invitations"),
		get("companions", "/api/v1/me/companions"),
		get("circle", "/api/v1/me/circle"),
		{name: "head", method: http.MethodHead, path: p.tablePath("/view" + q)},
		post("start", "/start", map[string]any{}),
		post("rematch", "/rematch", map[string]any{}),
		post("seat", "/seats", map[string]any{"invite": p.invite}),
		post("contribution", "/contribution", map[string]any{"contribution": "5a"}),
		post("handover", "/handover", map[string]any{}),
		post("fork", "/fork", map[string]any{"seq": 1, "chance": "new", "invite": p.invite}),
		post("claim by a guess", "/claim", map[string]any{"id": fmt.Sprintf("no-%d", p.acts), "code": "0.AAAAAAAAAAAAAAAAAAAAAA"}),
		post("broken body", "/commands", "{"),
		post("message to the players", "/chat"+q, map[string]any{"id": fmt.Sprintf("to-players-%d", p.acts), "channel": "players", "text": fmt.Sprintf("message %d", p.acts)}),
		{name: "reaction", method: http.MethodPut, path: p.tablePath(fmt.Sprintf("/reactions/%d%s", seq, q)), body: map[string]any{"glyph": "sun"}},
		{name: "stand up", method: http.MethodDelete, path: p.tablePath("/seats/0")},
	}
	list = append(list, p.refused(v)...)
	hint := post("hint", "/hint", map[string]any{})
	hint.rare = true
	return append(list, hint)
}

// refused lists commands that are refused. The refusal may not depend on hidden data.
func (p *pair) refused(v engine.Viewer) []requestCase {
	post := func(name string, d engine.DecisionID, move any) requestCase {
		return requestCase{name: name, method: http.MethodPost, path: p.tablePath("/commands"), body: map[string]any{
			"id": fmt.Sprintf("no-%d", p.acts), "decision": d, "move": move,
		}}
	}
	var list []requestCase
	for _, d := range p.fold.Decisions(engine.Spectator()) {
		if v.Is(d.Seat) {
			list = append(list, post("illegal move", d.ID, map[string]any{"what": "no such move"}))
			continue
		}
		// Use a legal move of another seat: the refusal may not confirm it.
		at := p.fold.Decisions(engine.SeatViewer(d.Seat))
		for _, o := range at {
			if o.ID == d.ID && len(o.Moves) > 0 {
				list = append(list, post("another's decision", d.ID, o.Moves[p.r.IntN(len(o.Moves))]))
			}
		}
		if p.isTakeoverEarly(d.Seat) {
			list = append(list, requestCase{
				name: "takeover", method: http.MethodPost, path: p.tablePath(fmt.Sprintf("/seats/%d/takeover", d.Seat)),
				body: map[string]any{"id": fmt.Sprintf("over-%d", p.acts)},
			})
		}
	}
	return append(list, post("stale decision", "1-1000", map[string]any{}))
}

// isTakeoverEarly reports whether a takeover of the seat is refused because its player may still think.
func (p *pair) isTakeoverEarly(seat engine.Seat) bool {
	since, owes := p.fold.OwesSince(seat)
	return owes && !slices.Contains(p.fold.Away(), seat) && p.clock.now().UnixMilli()-since < 30_000
}

// alwaysRequested is the number of cases that are requested at every state. The others are chosen at random.
const alwaysRequested = 3

// compareRequests sends requests of one viewer to both servers and compares the responses.
func (p *pair) compareRequests(v engine.Viewer) error {
	for i, d := range p.requestCases(v) {
		often := 5
		if d.rare {
			often = 40
		}
		if i >= alwaysRequested && !p.AllRequests && p.r.IntN(often) > 0 {
			continue
		}
		err := p.compareRequest(d.name, func(_ int, h *instance) (string, error) {
			a, err := h.request(d.method, d.path, p.token(v), d.body)
			return a.raw, err
		})
		if err != nil {
			return err
		}
		p.report.Requests[d.name]++
	}
	return nil
}
