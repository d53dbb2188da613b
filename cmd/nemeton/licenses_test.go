package main

import (
	"bytes"
	"strings"
	"testing"

	"nemeton"
)

func TestLicenses(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	if code := run([]string{"licenses"}, &out, &errs); code != 0 {
		t.Fatalf("got exit code %d: %s", code, errs.String())
	}
	for _, want := range []string{"MIT License", nemeton.ThirdPartyNotices, "svelte", "@fontsource", "SIL OPEN FONT LICENSE"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %.60q", want)
		}
	}
}
