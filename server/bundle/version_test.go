package bundle_test

import (
	"testing"
	"testing/fstest"

	"nemeton/server/bundle"
	"nemeton/testkit/expect"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		`<head><meta name="version" content="0123456789abcdef" /></head>`: "0123456789abcdef",
		`<head><meta name="version" content="dev" /></head>`:              "",
		``: "",
	} {
		expect.Equal(t, bundle.Version(fstest.MapFS{"index.html": {Data: []byte(content)}}), want, content)
	}
	expect.Equal(t, bundle.Version(fstest.MapFS{}), "", "for an empty client")
}
