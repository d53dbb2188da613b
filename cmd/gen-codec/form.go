package main

import (
	"cmp"
	"reflect"
	"slices"

	"nemeton/engine/codec"
	"nemeton/server/wire/jsonfield"
)

// form is one of the two encodings.
type form struct {
	contract      string // the engine's interface
	method        string // its method
	interfaceType reflect.Type
	text          string // the engine's function that appends a string
	sorted        bool   // members are in the order of their names
}

var (
	asJSON      = form{contract: "JSONAppender", method: "AppendJSON", interfaceType: reflect.TypeFor[codec.JSONAppender](), text: "AppendText"}
	asCanonical = form{
		contract: "CanonicalAppender", method: "AppendCanonical", interfaceType: reflect.TypeFor[codec.CanonicalAppender](), text: "AppendCanonicalText", sorted: true,
	}
)

// order returns the members in the order of the form. All names are ASCII.
func (f form) order(list []jsonfield.Field) []jsonfield.Field {
	if f.sorted {
		list = slices.Clone(list)
		slices.SortFunc(list, func(a, b jsonfield.Field) int { return cmp.Compare(a.JSON, b.JSON) })
	}
	return list
}
