package main

import (
	"testing"
	"time"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestParseVersion(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"v1.2.3":                  "1.2.3",
		"v1.2.3-rc.1":             "1.2.3~rc.1",
		"v1.2.3-4-g0123abc":       "1.2.3+4.g0123abc",
		"v1.2.3-rc.1-4-g0123abcd": "1.2.3~rc.1+4.g0123abcd",
	} {
		v, err := parseVersion(text)
		if err != nil || v.packages != want || v.program != text {
			t.Errorf("%s: got %+v and %v, want %s", text, v, err, want)
		}
	}
	for _, text := range []string{"", "1.2.3", "v1.2", "v1.2.3 4", "v1.2.3-rc_1"} {
		expect.Failure(t, expect.Second(parseVersion(text)), text, "is no version")
	}
}

func TestVersion_Section(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"v1.2.3": "1.2.3", "v1.2.3-rc.1": "1.2.3-rc.1", "v1.2.3-4-g0123abc": "Unreleased"} {
		expect.Equal(t, must.Return(parseVersion(text))(t).section(), want, text)
	}
	made := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	v := untagged("0123456789abcdef0123", made)
	if v.packages != "0~20260102030405.g0123456789ab" || v.section() != "Unreleased" || v.imageTag() != "0-20260102030405.g0123456789ab" || v.program != "" {
		t.Errorf("got %+v", v)
	}
}
