package enginetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"nemeton/engine"
)

// diffValues describes the difference of two values, with their unexported members; it is empty if they are equal.
func diffValues(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.EquateEmpty())
}

// encode returns a value as JSON, or the error as text.
func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Appendf(nil, "cannot be encoded: %v", err)
	}
	return raw
}

// diffJSON describes the difference of two values as JSON; it is empty if they are equal.
func diffJSON(want, got any) string {
	a, b := encode(want), encode(got)
	if bytes.Equal(a, b) {
		return ""
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return fmt.Sprintf("- %s\n+ %s", a, b)
	}
	if diff := cmp.Diff(x, y); diff != "" {
		return diff
	}
	return fmt.Sprintf("- %s\n+ %s", a, b)
}

// diffViews describes the difference of two folds for a viewer: view, decisions, their numbers, the effects of their moves and the refusals.
func diffViews(v engine.Viewer, want, got *engine.Fold) string {
	if diff := diffJSON(want.View(v), got.View(v)); diff != "" {
		return "the view: " + diff
	}
	a, b := want.Decisions(v), got.Decisions(v)
	if diff := diffJSON(a, b); diff != "" {
		return "the decisions: " + diff
	}
	for i := range a {
		if a[i].No != b[i].No {
			return fmt.Sprintf("decision %s: number %d, and %d", a[i].ID, a[i].No, b[i].No)
		}
		if !v.Is(a[i].Seat) {
			continue
		}
		if diff := diffJSON(want.Effects(a[i]), got.Effects(b[i])); diff != "" {
			return fmt.Sprintf("the effects of decision %s: %s", a[i].ID, diff)
		}
		_, refused := want.Refusals(v)
		_, other := got.Refusals(v)
		if diff := diffJSON(refused, other); diff != "" {
			return fmt.Sprintf("the refusals of decision %s: %s", a[i].ID, diff)
		}
	}
	return ""
}
