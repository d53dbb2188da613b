package main

import (
	"strings"
	"testing"

	"nemeton/testkit/expect"
)

func TestVersion_NamesRules(t *testing.T) {
	t.Parallel()
	got := command(t, 0, "version")
	for _, want := range []string{"\nrevision ", "\nrules meduris ", ", druids ", ", pangea ", "\nweb client "} {
		expect.Contains(t, got, want)
	}
	if strings.Contains(got, "(devel)") {
		t.Errorf("got %q, want no (devel)", got)
	}
}
