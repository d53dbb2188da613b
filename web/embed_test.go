package web_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"nemeton/web"
)

// The content security policy forbids inline scripts and everything from other hosts, so the pages may not contain either.
func TestPage_NoScriptInlineNothingForeign(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{"index.html": string(source)}
	client := web.Client()
	err = fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".html" && path.Ext(name) != ".css" {
			return err
		}
		raw, err := fs.ReadFile(client, name)
		pages["dist/"+name] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, page := range pages {
		for fault, pattern := range map[string]string{
			"an inline script":        `(?is)<script(?:\s+(?:type|crossorigin|async|defer)(?:=(?:"[^"]*"|\S+))?)*\s*>`,
			"an inline event handler": `(?i)<[^>]*\son[a-z]+\s*=`,
			"a URL of another host":   `(?i)(?:src|href|@import|url\()[\s="']*(?:https?:)?//`,
			"a javascript: URL":       `(?i)(?:src|href)\s*=\s*["']?javascript:`,
		} {
			if found := regexp.MustCompile(pattern).FindString(page); found != "" {
				t.Errorf("%s has %s: %s", name, fault, strings.TrimSpace(found))
			}
		}
	}
}
