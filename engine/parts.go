package engine

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
)

// The tag view:"shared" marks the members of a title's view that are the same for all viewers. They are encoded once,
// from a spectator's view. A member that is tagged by mistake therefore shows a seat too little, and never another
// seat's secret.

// Shared encodes the members that all viewers share, as a JSON object.
func (v View) Shared() ([]byte, error) {
	b, err := v.appendMembers(make([]byte, 0, 4096), true)
	if err != nil {
		return nil, err
	}
	if len(v.Away) > 0 {
		b = append(appendKey(b, "away"), '[')
		for i, seat := range v.Away {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(seat), 10)
		}
		b = append(b, ']')
	}
	if v.Outcome != nil {
		b = v.Outcome.AppendJSON(appendKey(b, "outcome"))
	}
	return append(b, '}'), nil
}

// Own encodes the members that belong to this viewer, those that Shared leaves out, as a JSON object.
func (v View) Own() ([]byte, error) {
	b, err := v.appendMembers(make([]byte, 0, 256), false)
	return append(strconv.AppendBool(appendKey(b, "canTakeBack"), v.CanTakeBack), '}'), err
}

// appendMembers appends one of the two parts of the title's view, an object that is still open.
func (v View) appendMembers(b []byte, shared bool) ([]byte, error) {
	if view, ok := v.Title.(ViewAppender); ok {
		b = append(b, '{')
		for i, m := range view.ViewMembers() {
			if m.Shared != shared {
				continue
			}
			before := len(b)
			b = appendKey(b, m.Name)
			value := len(b)
			if b = view.AppendMember(b, i); len(b) == value {
				b = b[:before]
			}
		}
		return b, nil
	}
	p, err := v.splitParts()
	if err != nil {
		return nil, err
	}
	which := p.own
	if shared {
		which = p.shared
	}
	raw, err := which.encode(v.Title)
	if err != nil {
		return nil, err
	}
	return append(b, raw[:len(raw)-1]...), nil
}

// appendKey begins a member of an object that is still open. The name needs no escapes.
func appendKey(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(append(append(b, '"'), name...), '"', ':')
}

func (v View) splitParts() (*parts, error) {
	if v.parts != nil {
		return v.parts, nil
	}
	return splitView(v.Title)
}

// JoinObjects joins two encoded JSON objects into one. They must not share a member name.
func JoinObjects(a, b []byte) []byte {
	joined := make([]byte, 0, len(a)+len(b))
	joined = append(joined, a[:len(a)-1]...)
	if len(a) > len("{}") && len(b) > len("{}") {
		joined = append(joined, ',')
	}
	return append(joined, b[1:]...)
}

// parts are the two parts of a view's type.
type parts struct{ shared, own part }

// part is a struct type with some of the fields of a view's type.
type part struct {
	of     reflect.Type
	fields []int
}

// splitView splits the type of a title's view. It fails if the view is not a struct.
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

// encode encodes the fields of this part.
func (p part) encode(title any) ([]byte, error) {
	view, values := reflect.Indirect(reflect.ValueOf(title)), reflect.New(p.of)
	for i, field := range p.fields {
		values.Elem().Field(i).Set(view.Field(field))
	}
	return json.Marshal(values.Interface())
}
