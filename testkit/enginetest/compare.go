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

// looseCompare looks into unexported members and takes nil and empty lists for equal.
var looseCompare = cmp.Options{cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.EquateEmpty()}

// differ tells how two values differ, "" where they do not.
func differ(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got, looseCompare)
}

// spell is a value as JSON.
func spell(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Appendf(nil, "cannot be encoded: %v", err)
	}
	return raw
}

// differSpelled tells how the JSON of two values differs, "" where it does not.
func differSpelled(want, got any) string {
	a, b := spell(want), spell(got)
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

// differInSight tells how two folds differ to a viewer: view, decisions, and the numbers of those.
func differInSight(v engine.Viewer, want, got *engine.Fold) string {
	if diff := differSpelled(want.View(v), got.View(v)); diff != "" {
		return "the view: " + diff
	}
	a, b := want.Decisions(v), got.Decisions(v)
	if diff := differSpelled(a, b); diff != "" {
		return "the decisions: " + diff
	}
	for i := range a {
		if a[i].No != b[i].No {
			return fmt.Sprintf("decision %s: number %d, and %d", a[i].ID, a[i].No, b[i].No)
		}
	}
	return ""
}
