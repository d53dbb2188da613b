package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
)

// A title says which members of its view are the same for all viewers by the tag view:"shared". They are then spelled once for all,
// from what a spectator sees: a member with the tag by mistake shows a seat too little, and never another's secret.

// Shared spells the members that all viewers share, as a JSON object.
func (v View) Shared() ([]byte, error) {
	title, err := spellPart(v.Title, true)
	if err != nil {
		return nil, err
	}
	frame, err := json.Marshal(struct {
		Away    []Seat   `json:"away,omitempty"`
		Outcome *Outcome `json:"outcome,omitempty"`
	}{v.Away, v.Outcome})
	return JoinObjects(title, frame), err
}

// Own spells the members that are the viewer's own, as a JSON object: those that Shared leaves out.
func (v View) Own() ([]byte, error) {
	title, err := spellPart(v.Title, false)
	if err != nil {
		return nil, err
	}
	frame, err := json.Marshal(struct {
		CanTakeBack bool `json:"canTakeBack"`
	}{v.CanTakeBack})
	return JoinObjects(title, frame), err
}

// JoinObjects makes one JSON object of the members of two, as json.Marshal spells them. They have no name in common.
func JoinObjects(a, b []byte) []byte {
	joined := make([]byte, 0, len(a)+len(b))
	joined = append(joined, a[:len(a)-1]...)
	if len(a) > len("{}") && len(b) > len("{}") {
		joined = append(joined, ',')
	}
	return append(joined, b[1:]...)
}

// part is the fields of a view's type that are for all viewers, or for one alone, as a type of its own.
type part struct {
	of     reflect.Type
	fields []int
}

// partKey names a part.
type partKey struct {
	view   reflect.Type
	shared bool
}

var parts sync.Map // of part by partKey

func partOf(view reflect.Type, shared bool) part {
	if known, ok := parts.Load(partKey{view, shared}); ok {
		p, _ := known.(part)
		return p
	}
	var p part
	var fields []reflect.StructField
	for i := range view.NumField() {
		if f := view.Field(i); f.IsExported() && (f.Tag.Get("view") == "shared") == shared {
			f.Offset, f.Index = 0, nil
			fields, p.fields = append(fields, f), append(p.fields, i)
		}
	}
	p.of = reflect.StructOf(fields)
	parts.Store(partKey{view, shared}, p)
	return p
}

// spellPart spells a part of a title's view.
func spellPart(title any, shared bool) ([]byte, error) {
	view := reflect.Indirect(reflect.ValueOf(title))
	if view.Kind() != reflect.Struct {
		return nil, fmt.Errorf("the view of a title must be a struct, not %T", title)
	}
	p := partOf(view.Type(), shared)
	values := reflect.New(p.of)
	for i, field := range p.fields {
		values.Elem().Field(i).Set(view.Field(field))
	}
	return json.Marshal(values.Interface())
}
