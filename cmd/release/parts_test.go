package main

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"nemeton/cmd/internal/npm"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestModulesOf(t *testing.T) {
	t.Parallel()
	program := must.Return(os.Executable())(t)
	list, err := modulesOf(program)
	if err != nil || list[0].Name != "std" || !strings.HasPrefix(list[0].PURL, "pkg:golang/std@1.") {
		t.Errorf("got %+v and %v, want Go itself first", list, err)
	}
}

func TestPartOf(t *testing.T) {
	t.Parallel()
	got, err := partOf(npm.Package{Name: "@scope/name", Version: "1.0.0", Integrity: "sha512-AQID"})
	if err != nil || got.PURL != "pkg:npm/%40scope/name@1.0.0" || len(got.Hashes) != 1 || got.Hashes[0].Content != hex.EncodeToString([]byte{1, 2, 3}) {
		t.Errorf("got %+v and %v", got, err)
	}
	expect.Failure(t, expect.Second(partOf(npm.Package{Name: "name", Integrity: "sha512-%"})), "a hash that is no base64 is accepted")
}

// The client's packages have versions and hashes.
func TestBundled(t *testing.T) {
	t.Parallel()
	list, err := npm.Bundled("../../web")
	if err != nil || len(list) < 5 {
		t.Fatalf("got %d packages and %v", len(list), err)
	}
	for _, p := range list {
		if p.Version == "" || !strings.HasPrefix(p.Integrity, "sha512-") {
			t.Errorf("got %+v, want a version and a hash", p)
		}
	}
}
