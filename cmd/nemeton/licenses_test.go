package main

import (
	"bytes"
	"testing"

	"nemeton/testkit/expect"

	"nemeton"
)

func TestLicenses(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	if code := run([]string{"licenses"}, &out, &errs); code != 0 {
		t.Fatalf("got exit code %d: %s", code, errs.String())
	}
	for _, want := range []string{"MIT License", nemeton.ThirdPartyNotices, "svelte", "@fontsource", "SIL OPEN FONT LICENSE"} {
		expect.Contains(t, out.String(), want, "the output lacks")
	}
}
