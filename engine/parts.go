package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// A title says which members of its view are the same for all viewers by the tag view:"shared". They are then spelled once for all,
// from what a spectator sees: a member with the tag by mistake shows a seat too little, and never another's secret.

// Shared spells the members that all viewers share, as a JSON object.
func (v View) Shared() ([]byte, error) {
	p, err := v.splitParts()
	if err != nil {
		return nil, err
	}
	title, err := p.shared.encode(v.Title)
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
	p, err := v.splitParts()
	if err != nil {
		return nil, err
	}
	title, err := p.own.encode(v.Title)
	if err != nil {
		return nil, err
	}
	frame, err := json.Marshal(struct {
		CanTakeBack bool `json:"canTakeBack"`
	}{v.CanTakeBack})
	return JoinObjects(title, frame), err
}

func (v View) splitParts() (*parts, error) {
	if v.parts != nil {
		return v.parts, nil
	}
	return splitView(v.Title)
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

// parts is a view's type taken apart.
type parts struct{ shared, own part }

// part is the fields of a view's type that are for all viewers, or for one alone, as a type of its own.
type part struct {
	of     reflect.Type
	fields []int
}

// splitView sorts the fields of a title's view. Errors: it is no struct.
func splitView(title any) (*parts, error) {
	view := reflect.Indirect(reflect.ValueOf(title))
	if view.Kind() != reflect.Struct {
		return nil, fmt.Errorf("the view of a title must be a struct, not %T", title)
	}
	return &parts{shared: partOf(view.Type(), true), own: partOf(view.Type(), false)}, nil
}

func partOf(view reflect.Type, shared bool) (p part) {
	var fields []reflect.StructField
	for i := range view.NumField() {
		if f := view.Field(i); f.IsExported() && (f.Tag.Get("view") == "shared") == shared {
			f.Offset, f.Index = 0, nil
			fields, p.fields = append(fields, f), append(p.fields, i)
		}
	}
	p.of = reflect.StructOf(fields)
	return p
}

// encode spells the part of a title's view.
func (p part) encode(title any) ([]byte, error) {
	view, values := reflect.Indirect(reflect.ValueOf(title)), reflect.New(p.of)
	for i, field := range p.fields {
		values.Elem().Field(i).Set(view.Field(field))
	}
	return json.Marshal(values.Interface())
}
