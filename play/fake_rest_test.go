package play_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"nemeton/engine"
)

// refusal is a problem code with its status.
type refusal struct {
	status int
	code   string
}

func (f *fakeServer) routes() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, serve func(r *http.Request, token string) (int, any)) {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /api/v1"+path, func(w http.ResponseWriter, r *http.Request) {
			f.mu.Lock()
			defer f.mu.Unlock()
			token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
			status, body := http.StatusServiceUnavailable, any(refusal{503, "unavailable"})
			if f.calls++; f.unavailable > 0 {
				f.unavailable--
			} else {
				status, body = serve(r, token)
			}
			w.Header().Set("Content-Type", "application/json")
			if refused, ok := body.(refusal); ok {
				status, body = refused.status, map[string]any{"code": refused.code, "status": refused.status}
				w.Header().Set("Content-Type", "application/problem+json")
			}
			w.WriteHeader(status)
			if status != http.StatusNoContent {
				_, _ = w.Write(encode(body))
			}
		})
	}
	handle("GET /titles", func(*http.Request, string) (int, any) {
		colors := map[string][]string{}
		for n := 2; n <= 4; n++ {
			colors[strconv.Itoa(n)] = []string{"red", "green", "blue", "white", "black"}
		}
		return 200, []any{map[string]any{"id": "count", "name": "Count", "minSeats": 2, "maxSeats": 4, "colors": colors}}
	})
	handle("POST /players", func(r *http.Request, _ string) (int, any) {
		var in struct {
			Name string `json:"name"`
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		token := fmt.Sprintf("token-%d", len(f.names))
		f.names[token] = in.Name
		return 201, map[string]any{"player": map[string]string{"id": "id-" + token, "name": in.Name}, "token": token}
	})
	handle("GET /me", func(_ *http.Request, token string) (int, any) {
		if f.names[token] == "" {
			return 0, refusal{401, "unauthenticated"}
		}
		return 200, map[string]string{"id": "id-" + token}
	})
	handle("DELETE /me", func(_ *http.Request, token string) (int, any) {
		f.names[token] = ""
		return 204, nil
	})
	handle("POST /tables", f.makeTable)
	handle("GET /tables", func(r *http.Request, token string) (int, any) {
		list := []any{}
		for _, t := range f.tables {
			seat := t.seatOf(token)
			if seat >= 0 || r.URL.Query().Get("mine") == "" && (!t.private || f.fault == "listed") {
				list = append(list, f.describe(t, seat))
			}
		}
		return 200, map[string]any{"tables": list}
	})
	at := func(pattern string, serve func(t *fakeTable, seat int, r *http.Request, token string) (int, any)) {
		handle(pattern, func(r *http.Request, token string) (int, any) {
			t := f.tables[r.PathValue("id")]
			seat := t.seatOf(token)
			invited := r.URL.Query().Get("invite") == t.invite || r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/seats")
			if t.private && seat < 0 && !invited && f.fault != "no privacy" {
				return 0, refusal{404, "unknown_table"}
			}
			return serve(t, seat, r, token)
		})
	}
	at("GET /tables/{id}", func(t *fakeTable, seat int, _ *http.Request, _ string) (int, any) { return 200, f.describe(t, seat) })
	at("POST /tables/{id}/seats", f.sit)
	at("POST /tables/{id}/contribution", f.contribute)
	at("POST /tables/{id}/start", f.start)
	at("GET /tables/{id}/view", f.view)
	at("GET /tables/{id}/log", f.log)
	at("GET /tables/{id}/export", f.export)
	at("POST /tables/{id}/seats/{seat}/takeover", func(*fakeTable, int, *http.Request, string) (int, any) {
		return 0, refusal{409, "not_away"}
	})
	for _, rest := range []string{"commands", "takeback", "leave", "return", "devices", "concede", "stop"} {
		at("POST /tables/{id}/"+rest, func(t *fakeTable, seat int, r *http.Request, _ string) (int, any) {
			var in clientMessage
			if raw, _ := io.ReadAll(r.Body); json.Unmarshal(raw, &in) != nil {
				return 0, refusal{400, "malformed"}
			}
			if in.T = rest; rest == "commands" {
				in.T = "act"
			}
			seq, code := f.command(t, seat, in)
			if code != "" {
				return 0, refusal{409, code}
			}
			return 200, map[string]any{"id": in.ID, "ok": true, "seq": seq, "head": f.head(t, seq, seat)}
		})
	}
	mux.HandleFunc("GET /api/v1/tables/{id}/socket", f.socket)
	return mux
}

func (f *fakeServer) makeTable(r *http.Request, token string) (int, any) {
	var in struct {
		Seats      int    `json:"seats"`
		Visibility string `json:"visibility"`
	}
	_ = json.NewDecoder(r.Body).Decode(&in)
	t := &fakeTable{
		id: fmt.Sprintf("table-%d", len(f.tables)), private: in.Visibility == "private", state: "open", undo: -1,
		seats: make([]string, in.Seats), colors: []string{"red", "green", "blue", "white"}[:in.Seats], answers: map[string]fakeAnswer{}, sockets: map[int]int{},
		now: position{Sums: make([]int, in.Seats), Picks: make([]int, in.Seats), IDs: make([]string, in.Seats), Away: make([]bool, in.Seats)},
	}
	if t.private {
		t.invite = "code"
	}
	t.seats[0] = token
	t.fakeChance = newFakeChance(t)
	f.tables[t.id] = t
	return 201, map[string]any{"table": f.describe(t, 0)}
}

func (f *fakeServer) describe(t *fakeTable, seat int) map[string]any {
	var seats []map[string]any
	for i, token := range t.seats {
		s := map[string]any{"seat": i, "color": t.colors[i], "contributed": t.given[i] != nil, "devices": t.devices(i)}
		if token != "" {
			s["player"] = map[string]string{"id": "id-" + token, "name": f.names[token]}
		}
		seats = append(seats, s)
	}
	about := map[string]any{
		"id": t.id, "title": "count", "state": t.state, "visibility": map[bool]string{true: "private", false: "public"}[t.private],
		"seats": seats, "host": "id-" + t.seats[0], "seq": len(t.log), "owing": []int{},
		"chance": 2, "commitment": t.commitment(f.fault),
	}
	if t.private && (seat >= 0 || f.fault == "invite for all") {
		about["invite"] = t.invite
	}
	if t.now.over() {
		var view struct {
			Outcome struct {
				Winners []int `json:"winners"`
			} `json:"outcome"`
		}
		_ = json.Unmarshal(t.view(-1), &view)
		about["winners"] = view.Outcome.Winners
		if f.fault == "wrong winners" {
			about["winners"] = []int{len(t.seats)}
		}
	}
	return about
}

func (f *fakeServer) sit(t *fakeTable, at int, r *http.Request, token string) (int, any) {
	var in struct {
		Seat   *int   `json:"seat"`
		Color  string `json:"color"`
		Invite string `json:"invite"`
	}
	_ = json.NewDecoder(r.Body).Decode(&in)
	switch {
	case t.private && at < 0 && in.Invite != t.invite:
		return 0, refusal{403, "wrong_invite"}
	case t.state != "open":
		return 0, refusal{409, "table_running"}
	case in.Seat != nil && t.seats[*in.Seat] != "" && *in.Seat != at:
		return 0, refusal{409, "seat_taken"}
	}
	if in.Seat != nil {
		at = *in.Seat
		t.seats[at] = token
	}
	if in.Color != "" {
		t.colors[at] = in.Color
	}
	return 200, map[string]any{"table": f.describe(t, at)}
}

func (f *fakeServer) start(t *fakeTable, seat int, _ *http.Request, _ string) (int, any) {
	switch {
	case seat != 0:
		return 0, refusal{403, "not_host"}
	case slices.Contains(t.seats, ""):
		return 0, refusal{409, "table_not_full"}
	case t.answered() < len(t.seats) && f.fault != "early start":
		return 0, refusal{409, "not_contributed"}
	}
	t.state = "running"
	t.openRound(f.fault, 1)
	t.ledger = engine.NewLedger(t.started())
	f.append(t, fakeEntry{Kind: "start", Seat: -1}, `{"name":"frame.started","data":{}}`, "")
	return 200, map[string]any{"table": f.describe(t, seat)}
}

func (f *fakeServer) view(t *fakeTable, seat int, _ *http.Request, _ string) (int, any) {
	e := t.log[len(t.log)-1]
	if f.fault == "stale view" && len(t.log) > 8 {
		e = t.log[len(t.log)-2]
	}
	return 200, map[string]any{"seq": e.Seq, "view": e.projections[seat+1].view, "decisions": e.projections[seat+1].decisions}
}

func (f *fakeServer) log(t *fakeTable, seat int, r *http.Request, _ string) (int, any) {
	since, _ := strconv.Atoi(r.URL.Query().Get("since"))
	var entries []map[string]any
	for _, e := range t.log[since:] {
		events := e.projections[seat+1].events
		if f.fault == "log with events" && e.Kind == "move" {
			events = json.RawMessage(`[{"name":"picked","data":{"n":1}}]`)
		}
		if f.fault == "short log" && e.Seq == 9 {
			continue
		}
		entries = append(entries, map[string]any{"seq": e.Seq, "kind": e.Kind, "seat": e.Seat, "actor": "player", "events": events})
	}
	const page = 7
	more := len(entries) > page
	if more {
		entries = entries[:page]
	}
	return 200, map[string]any{"entries": entries, "more": more}
}

func (f *fakeServer) export(t *fakeTable, _ int, _ *http.Request, _ string) (int, any) {
	if t.state != "finished" && f.fault != "early export" {
		return 0, refusal{409, "table_running"}
	}
	doc := t.record(f.fault)
	digest := hashOf(canonical(doc))
	if f.fault == "open export" {
		doc["extra"] = true
	}
	doc["digest"] = digest
	return 200, doc
}

// canonical encodes v with sorted keys.
func canonical(v any) json.RawMessage {
	var doc any
	_ = json.Unmarshal(encode(v), &doc)
	return encode(doc)
}
