package bundle_test

import (
	"testing"
	"testing/fstest"

	"nemeton/server/bundle"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		`<head><meta name="version" content="0123456789abcdef" /></head>`: "0123456789abcdef",
		`<head><meta name="version" content="dev" /></head>`:              "",
		``: "",
	} {
		if got := bundle.Version(fstest.MapFS{"index.html": {Data: []byte(content)}}); got != want {
			t.Errorf("%s: got %q, want %q", content, got, want)
		}
	}
	if got := bundle.Version(fstest.MapFS{}); got != "" {
		t.Errorf("got %q for an empty client, want none", got)
	}
}
