package main

import (
	"strings"
	"testing"
)

func TestAims(t *testing.T) {
	var b strings.Builder
	err := printAims(&b, []aim{{"time", 3, "ms", 4, false}, {"time", 5, "ms", 4, false}, {"ratio", 0.5, "", 0.75, true}, {"ratio", 0.75, "", 0.75, true}})
	if err != nil {
		t.Fatal(err)
	}
	var met []string
	for line := range strings.Lines(b.String()) {
		fields := strings.Fields(line)
		met = append(met, fields[len(fields)-1])
	}
	if got := strings.Join(met, " "); got != "met yes no no yes" {
		t.Errorf("aims:\n%s", b.String())
	}
}
