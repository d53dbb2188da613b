package catalog_test

import (
	"testing"

	"nemeton/engine/catalog"
	"nemeton/testkit/expect"
)

func TestFind(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, title := range catalog.Titles() {
		id := title.Info().ID
		if seen[id] {
			t.Errorf("id %q stands twice", id)
		}
		seen[id] = true
		expect.Error(t, title.Info().Check(), nil, id)
		got, ok := catalog.Find(id)
		if !ok || got.Info().ID != id {
			t.Errorf("Find(%q) = %v, %v", id, got, ok)
		}
	}
	if _, ok := catalog.Find("no such title"); ok {
		t.Error("found a title that does not exist")
	}
}
