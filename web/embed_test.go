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

// The policy that the server sends forbids scripts that stand in a page, and everything from other hosts. The page is built to live with it.
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
		for what, pattern := range map[string]string{
			"a script without a source": `(?is)<script(?:\s+(?:type|crossorigin|async|defer)(?:=(?:"[^"]*"|\S+))?)*\s*>`,
			"a handler in the page":     `(?i)<[^>]*\son[a-z]+\s*=`,
			"an address elsewhere":      `(?i)(?:src|href|@import|url\()[\s="']*(?:https?:)?//`,
			"a javascript address":      `(?i)(?:src|href)\s*=\s*["']?javascript:`,
		} {
			if found := regexp.MustCompile(pattern).FindString(page); found != "" {
				t.Errorf("%s has %s: %s", name, what, strings.TrimSpace(found))
			}
		}
	}
}
