package lesson

import (
	"encoding/json"
	"testing"

	"nemeton/testkit/must"
)

func TestCondition(t *testing.T) {
	t.Parallel()
	var doc document
	must.Succeed(t, json.Unmarshal([]byte(`{
		"view": {"points": [3, 7], "players": [{"huts": 2, "name": "a"}, {"huts": 5, "name": null}], "turn": {"seat": 1}},
		"before": {"points": [1, 7]},
		"events": [{"name": "built", "data": {"field": 3, "seat": 0}}, {"name": "built", "data": {"field": 4, "seat": 0}}, {"name": "gained"}],
		"decision": null}`), &doc))
	for raw, want := range map[string]bool{
		`{"event":"gained"}`:                                            true,
		`{"event":"lost"}`:                                              false,
		`{"event":"built","with":{"field":4}}`:                          true,
		`{"event":"built","with":{"field":4,"seat":1}}`:                 false,
		`{"event":"built","count":2}`:                                   true,
		`{"event":"built","count":3}`:                                   false,
		`{"event":"gained","with":{"field":4}}`:                         false,
		`{"at":"view.points.0","is":3}`:                                 true,
		`{"at":"view.points.0","is":"3"}`:                               false,
		`{"at":"view.points","is":[3,7]}`:                               true,
		`{"at":"view.points","is":[3]}`:                                 false,
		`{"at":"view.points.0","in":[1,3]}`:                             true,
		`{"at":"view.points.0","in":[1,2]}`:                             false,
		`{"at":"view.points","has":[7]}`:                                true,
		`{"at":"view","has":{"turn":{"seat":1}}}`:                       true,
		`{"at":"view","has":{"turn":{"seat":0}}}`:                       false,
		`{"at":"view.points.0","least":3}`:                              true,
		`{"at":"view.points.0","over":3}`:                               false,
		`{"at":"view.points.0","most":3}`:                               true,
		`{"at":"view.points.0","under":3}`:                              false,
		`{"at":"view.players.0.name","over":1}`:                         false,
		`{"at":"decision","is":null}`:                                   true,
		`{"at":"decision.kind","is":null}`:                              true,
		`{"at":"view.points.9","is":null}`:                              true,
		`{"at":"view.points.-1","is":null}`:                             true,
		`{"at":"view.players.*.huts","over":4}`:                         true,
		`{"at":"view.players.*.huts","over":4,"each":true}`:             false,
		`{"at":"view.players.*.huts","over":1,"each":true}`:             true,
		`{"at":"view.players.*.huts","is":7,"sum":true}`:                true,
		`{"at":"view.players.*.huts","is":2,"number":true}`:             true,
		`{"at":"view.none.*","is":0,"number":true}`:                     true,
		`{"at":"view.points.0","is":{"at":"before.points.0","plus":2}}`: true,
		`{"at":"view.points.0","over":{"at":"before.points.0"}}`:        true,
		`{"at":"view.points.1","over":{"at":"before.points.1"}}`:        false,
		`{"not":{"event":"lost"}}`:                                      true,
		`{"all":[{"event":"built"},{"event":"lost"}]}`:                  false,
		`{"any":[{"event":"built"},{"event":"lost"}]}`:                  true,
		`{"all":[]}`: true,
		`{"any":[]}`: false,
	} {
		var c Condition
		if err := json.Unmarshal([]byte(raw), &c); err != nil {
			t.Errorf("%s: %v", raw, err)
		} else if got := c.holds(doc); got != want {
			t.Errorf("%s is %v, want %v", raw, got, want)
		}
	}
}
