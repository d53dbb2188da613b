package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"nemeton/testkit/must"
)

// The files that the documents name are made. scripts/deploy/check-readme runs the commands with them.
func TestReadme_NamesFiles(t *testing.T) {
	t.Parallel()
	made := []string{"nemeton_1_compose.tar.gz", "nemeton_1_compose"}
	for _, p := range allPlatforms {
		name := "nemeton_1_" + p.system + "_" + p.arch
		made = append(made, name, name+".tar.gz", name+".deb", name+".rpm", "nemeton_1_image_"+p.arch+".tar")
	}
	for _, doc := range []string{"../../README.md", "../../docs/operations.md"} {
		raw := must.Return(os.ReadFile(doc))(t)
		names := regexp.MustCompile(`nemeton_\*_[a-z0-9_.]*[a-z0-9]`).FindAllString(string(raw), -1)
		if len(names) == 0 {
			t.Errorf("%s names no file of a release", doc)
		}
		for _, name := range names {
			found := false
			for _, m := range made {
				if matches, err := filepath.Match(name, m); err == nil && matches {
					found = true
				}
			}
			if !found {
				t.Errorf("%s names %s, which no release has", doc, name)
			}
		}
	}
}
