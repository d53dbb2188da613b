package lesson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Condition is a statement about a document: the view after a move, that before it, the events, and the decision that follows. One of its forms is set: All,
// Any, Not, Event, or At with an operator.
type Condition struct {
	All []*Condition `json:"all"`
	Any []*Condition `json:"any"`
	Not *Condition   `json:"not"`

	Event string          `json:"event"` // an event of this name
	With  json.RawMessage `json:"with"`  // which contains this
	Count int             `json:"count"` // at least so many times; 0 is once

	At     string `json:"at"` // path of values: names and indices with dots; * is any
	Each   bool   `json:"each"`
	Sum    bool   `json:"sum"`
	Number bool   `json:"number"`

	Is    json.RawMessage `json:"is"`
	In    json.RawMessage `json:"in"`
	Has   json.RawMessage `json:"has"`
	Least json.RawMessage `json:"least"`
	Most  json.RawMessage `json:"most"`
	Over  json.RawMessage `json:"over"`
	Under json.RawMessage `json:"under"`

	with any
	test func(value, operand any) bool
	to   operand
}

// operand is the right side of a comparison: a literal, or the value of a path with a number added.
type operand struct {
	literal any
	at      string
	plus    float64
}

// UnmarshalJSON reads a condition strictly.
func (c *Condition) UnmarshalJSON(raw []byte) error {
	type members Condition
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode((*members)(c)); err != nil {
		return err
	}
	return c.compile()
}

func (c *Condition) compile() error {
	forms := 0
	for _, set := range []bool{c.All != nil, c.Any != nil, c.Not != nil, c.Event != "", c.At != ""} {
		if set {
			forms++
		}
	}
	if forms != 1 {
		return invalid("a condition has %d forms, want one", forms)
	}
	if c.Event == "" && (c.With != nil || c.Count != 0) || c.At == "" && (c.Each || c.Sum || c.Number) {
		return invalid("a condition has members of another form")
	}
	if c.With != nil {
		if err := json.Unmarshal(c.With, &c.with); err != nil {
			return err
		}
	}
	operators := 0
	for _, o := range c.operators() {
		if o.raw == nil {
			continue
		}
		operators++
		c.test = o.holds
		if err := c.to.read(o.raw); err != nil {
			return err
		}
	}
	if want := min(len(c.At), 1); operators != want {
		return invalid("a condition at %q has %d operators, want %d", c.At, operators, want)
	}
	return nil
}

type operator struct {
	raw   json.RawMessage
	holds func(value, operand any) bool
}

func (c *Condition) operators() []operator {
	compares := func(fits func(order int) bool) func(any, any) bool {
		return func(value, operand any) bool {
			a, isNumber := value.(float64)
			b, isToo := operand.(float64)
			return isNumber && isToo && fits(cmp.Compare(a, b))
		}
	}
	return []operator{
		{c.Is, reflect.DeepEqual},
		{c.In, func(value, operand any) bool {
			list, _ := operand.([]any)
			return slices.ContainsFunc(list, func(one any) bool { return reflect.DeepEqual(value, one) })
		}},
		{c.Has, contains},
		{c.Least, compares(func(order int) bool { return order >= 0 })},
		{c.Most, compares(func(order int) bool { return order <= 0 })},
		{c.Over, compares(func(order int) bool { return order > 0 })},
		{c.Under, compares(func(order int) bool { return order < 0 })},
	}
}

func (o *operand) read(raw json.RawMessage) error {
	if err := json.Unmarshal(raw, &o.literal); err != nil {
		return err
	}
	members, ok := o.literal.(map[string]any)
	if !ok {
		return nil
	}
	at, ok := members["at"].(string)
	if !ok {
		return nil
	}
	plus, isNumber := members["plus"].(float64)
	if members["plus"] != nil && !isNumber || len(members) > 2 || members["plus"] == nil && len(members) > 1 {
		return invalid("the operand %s is no path with a number", raw)
	}
	o.at, o.plus = at, plus
	return nil
}

func (o operand) in(doc document) any {
	if o.at == "" {
		return o.literal
	}
	found := find(doc, o.at)
	if len(found) != 1 {
		return nil
	}
	if n, ok := found[0].(float64); ok {
		return n + o.plus
	}
	return found[0]
}

// document is decoded JSON that a condition reads.
type document map[string]any

// holds reports whether the condition is true. A nil condition is false.
func (c *Condition) holds(doc document) bool {
	switch {
	case c == nil:
		return false
	case c.All != nil:
		return !slices.ContainsFunc(c.All, func(one *Condition) bool { return !one.holds(doc) })
	case c.Any != nil:
		return slices.ContainsFunc(c.Any, func(one *Condition) bool { return one.holds(doc) })
	case c.Not != nil:
		return !c.Not.holds(doc)
	case c.Event != "":
		return c.counts(doc) >= max(c.Count, 1)
	}
	values, to := find(doc, c.At), c.to.in(doc)
	switch {
	case c.Number:
		return c.test(float64(len(values)), to)
	case c.Sum:
		sum := 0.0
		for _, v := range values {
			n, _ := v.(float64)
			sum += n
		}
		return c.test(sum, to)
	case c.Each:
		return !slices.ContainsFunc(values, func(v any) bool { return !c.test(v, to) })
	}
	return slices.ContainsFunc(values, func(v any) bool { return c.test(v, to) })
}

// counts returns the number of events that fit.
func (c *Condition) counts(doc document) (n int) {
	list, _ := doc["events"].([]any)
	for _, one := range list {
		event, _ := one.(map[string]any)
		if event["name"] == c.Event && (c.With == nil || contains(event["data"], c.with)) {
			n++
		}
	}
	return n
}

// reads reports whether a condition looks at a member of the document.
func (c *Condition) reads(member string) bool {
	if c == nil {
		return false
	}
	begins := func(path string) bool { return path == member || strings.HasPrefix(path, member+".") }
	inside := func(one *Condition) bool { return one.reads(member) }
	return begins(c.At) || begins(c.to.at) || c.Not.reads(member) || slices.ContainsFunc(c.All, inside) || slices.ContainsFunc(c.Any, inside)
}

// find returns the values at a path. A path without a star has one value, which is nil if a member is missing.
func find(doc document, path string) []any {
	values := []any{map[string]any(doc)}
	for name := range strings.SplitSeq(path, ".") {
		var next []any
		for _, value := range values {
			next = append(next, members(value, name)...)
		}
		values = next
	}
	return values
}

func members(value any, name string) []any {
	switch v := value.(type) {
	case map[string]any:
		if name != "*" {
			return []any{v[name]}
		}
		var all []any
		for _, key := range slices.Sorted(maps.Keys(v)) {
			all = append(all, v[key])
		}
		return all
	case []any:
		if name == "*" {
			return v
		}
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(v) {
			return []any{v[i]}
		}
	}
	if name == "*" {
		return nil
	}
	return []any{nil}
}

// contains reports whether value has everything of part: members of objects, elements of lists, and equal scalars.
func contains(value, part any) bool {
	switch p := part.(type) {
	case map[string]any:
		v, ok := value.(map[string]any)
		if !ok {
			return false
		}
		for name, one := range p {
			if !contains(v[name], one) {
				return false
			}
		}
		return true
	case []any:
		v, ok := value.([]any)
		return ok && !slices.ContainsFunc(p, func(one any) bool {
			return !slices.ContainsFunc(v, func(other any) bool { return contains(other, one) })
		})
	}
	return value == part
}

// decoded is a value as JSON reads it back.
func decoded(raw []byte) (any, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, fmt.Errorf("read what the rules wrote: %w", err)
	}
	return v, nil
}
