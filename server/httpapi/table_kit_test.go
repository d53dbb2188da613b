package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strconv"

	"nemeton/engine"
)

// seat and tableView are tables as clients read them.
type seat struct {
	Seat        int
	Color       string
	Player      *struct{ ID, Name string }
	Away        bool
	Contributed bool
	Confirmed   *bool
	StandIn     string
	TakeoverIn  int64
	Conceded    bool
}

type tableView struct {
	ID, Title, State, Visibility, Host, Invite, Rematch string
	Ended                                               string
	Stop                                                *struct{ Seq, By int }
	Pause                                               *engine.Pause
	Commitment                                          string
	Chance                                              int
	Seats                                               []seat
	Seq                                                 int
	Options                                             map[string]int
	Winners                                             []int
	Barred                                              []struct{ ID, Name string }
	Changed                                             int
	Changes                                             []change
	Origin                                              *engine.Origin
}

type change struct {
	By         string
	Options    map[string]int
	Seats      int
	Visibility string
}

func (r tableView) colors() (list []string) {
	for _, s := range r.Seats {
		list = append(list, s.Color)
	}
	return list
}

func (a answer) tableView() tableView {
	a.t.Helper()
	var in struct{ Table tableView }
	a.into(&in)
	return in.Table
}

func (p person) creates(seats int, visibility string) tableView {
	p.h.t.Helper()
	return p.createsWith(map[string]int{"rounds": 2}, seats, visibility)
}

func (p person) createsWith(options map[string]int, seats int, visibility string) tableView {
	p.h.t.Helper()
	return p.call("POST", "/tables", map[string]any{"title": "toy", "seats": seats, "visibility": visibility, "options": options}).
		want(201, "").tableView()
}

func (p person) sits(r tableView) tableView {
	p.h.t.Helper()
	return p.call("POST", "/tables/"+r.ID+"/seats", map[string]any{"invite": r.Invite}).want(201, "").tableView()
}

// contribute lets the people contribute to the chance of the table.
func contribute(r tableView, people ...person) {
	for _, p := range people {
		p.h.t.Helper()
		p.call("POST", "/tables/"+r.ID+"/contribution", map[string]any{"contribution": "5a"}).want(200, "")
	}
}

func (p person) sees(id string) tableView {
	p.h.t.Helper()
	var r tableView
	p.call("GET", "/tables/"+id, nil).want(200, "").into(&r)
	return r
}

// started returns a running table with the people on its seats.
func (h *fixture) started(visibility string, people ...person) tableView {
	h.t.Helper()
	return h.startedWith(map[string]int{"rounds": 2}, visibility, people...)
}

func (h *fixture) startedWith(options map[string]int, visibility string, people ...person) tableView {
	h.t.Helper()
	return h.starts(people[0].createsWith(options, len(people), visibility), people...)
}

// startedAt returns a running public table with a pace.
func (h *fixture) startedAt(pace map[string]any, people ...person) tableView {
	h.t.Helper()
	body := map[string]any{"title": "toy", "seats": len(people), "visibility": "public", "options": map[string]int{"rounds": 2}, "pace": pace}
	return h.starts(people[0].call("POST", "/tables", body).want(201, "").tableView(), people...)
}

// starts fills an open table and starts it.
func (h *fixture) starts(r tableView, people ...person) tableView {
	h.t.Helper()
	for _, p := range people[1:] {
		p.sits(r)
	}
	contribute(r, people...)
	return people[0].call("POST", "/tables/"+r.ID+"/start", nil).want(200, "").tableView()
}

type content struct {
	Seq       int
	View      struct{ CanTakeBack bool }
	Decisions []decision
}

type decision struct {
	ID    string
	Seat  int
	Kind  string
	Moves []json.RawMessage
}

func (p person) views(id string) content {
	p.h.t.Helper()
	var s content
	p.call("GET", "/tables/"+id+"/view", nil).want(200, "").into(&s)
	return s
}

// own returns the first decision that the person owes; ok is false if there is none.
func (s content) own() (d decision, ok bool) {
	for _, d := range s.Decisions {
		if len(d.Moves) > 0 {
			return d, true
		}
	}
	return decision{}, false
}

// finish plays the table to its end with the first listed moves.
func (h *fixture) finish(r tableView, people ...person) tableView {
	h.t.Helper()
	for n := 0; n < 200; n++ {
		over := true
		for _, p := range people {
			s := p.views(r.ID)
			over = over && len(s.Decisions) == 0
			if d, ok := s.own(); ok {
				p.acts(r.ID, "finish-"+strconv.Itoa(n), d).want(200, "")
			}
		}
		if over {
			return people[0].sees(r.ID)
		}
	}
	h.t.Fatalf("table %s does not end", r.ID)
	return tableView{}
}

func (p person) acts(table, id string, d decision) answer {
	p.h.t.Helper()
	return p.call("POST", fmt.Sprintf("/tables/%s/commands", table), map[string]any{"id": id, "decision": d.ID, "move": d.Moves[0]})
}
