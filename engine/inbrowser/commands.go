package inbrowser

import (
	"encoding/json"
	"reflect"
)

// command is a command with the types of its request and its answer.
type command struct {
	in, out reflect.Type
	run     func(e *Engine, raw []byte, p pause) (any, error)
}

// on returns a command that reads its request and carries it out.
func on[In, Out any](run func(*Engine, In, pause) (Out, error)) command {
	return command{reflect.TypeFor[In](), reflect.TypeFor[Out](), func(e *Engine, raw []byte, p pause) (any, error) {
		var in In
		if err := json.Unmarshal(raw, &in); err != nil {
			return nil, refused(BadCommand, "%v", err)
		}
		return run(e, in, p)
	}}
}

var commands = map[string]command{
	"open":    on((*Engine).open),
	"new":     on((*Engine).begin),
	"resume":  on((*Engine).resume),
	"branch":  on((*Engine).branch),
	"close":   on((*Engine).closeGame),
	"moment":  on((*Engine).moment),
	"entry":   on((*Engine).entry),
	"log":     on((*Engine).log),
	"act":     on((*Engine).act),
	"choose":  on((*Engine).choose),
	"record":  on((*Engine).record),
	"check":   on((*Engine).check),
	"compare": on((*Engine).compare),
	"study":   on((*Engine).study),
	"lesson":  on((*Engine).lesson),
	"learn":   on((*Engine).learn),
}

// Commands lists the types of requests and answers by the names of their commands, for generators.
func Commands() (requests, answers map[string]reflect.Type) {
	requests, answers = map[string]reflect.Type{}, map[string]reflect.Type{}
	for name, c := range commands {
		requests[name], answers[name] = c.in, c.out
	}
	return requests, answers
}
