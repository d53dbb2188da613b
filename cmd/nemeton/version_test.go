package main

import (
	"strings"
	"testing"
)

func TestVersion_NamesRules(t *testing.T) {
	t.Parallel()
	got := command(t, 0, "version")
	for _, want := range []string{"\nrevision ", "\nrules meduris ", ", druids ", ", pangea ", "\nweb client "} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	if strings.Contains(got, "(devel)") {
		t.Errorf("got %q, want no (devel)", got)
	}
}
