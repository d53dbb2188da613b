package main

import (
	"slices"
	"testing"
)

func TestHostNames(t *testing.T) {
	t.Parallel()
	got, err := hostNames([]string{"Games.Example:443", " nas ", "", "[2001:db8::1]:80", "2001:db8::2", "*", "games.example."})
	if want := []string{"games.example", "nas", "2001:db8::1", "2001:db8::2", "*", "games.example"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, bad := range []string{"https://games.example", "games.example/x", "*.games.example", "a b", "ada@games.example"} {
		if got, err := hostNames([]string{bad}); err == nil {
			t.Errorf("%q: got %q, want an error", bad, got)
		}
	}
	if got := nodeHosts([]string{"https://A.example:8443", "http://192.0.2.1"}); !slices.Equal(got, []string{"a.example", "192.0.2.1"}) {
		t.Errorf("got %q", got)
	}
}
