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

// The content security policy forbids inline scripts, inline styles and everything from other hosts, so the pages may contain none of them.
// Templates in the scripts may have no inline style either.
func TestPage_NoScriptInlineNothingForeign(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{"index.html": string(source)}
	client := web.Client()
	err = fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".html" && path.Ext(name) != ".css" && path.Ext(name) != ".js" {
			return err
		}
		raw, err := fs.ReadFile(client, name)
		pages["dist/"+name] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	styled := regexp.MustCompile(`(?i)<[a-z][^<>]*\sstyle\s*=\s*\\?["']?([^"'\\>]*)`)
	for name, page := range pages {
		for _, style := range styled.FindAllStringSubmatch(page, -1) {
			if style[1] != "display: contents" { // the policy lists the hash of this style alone
				t.Errorf("%s has an inline style: %s", name, style[0])
			}
		}
		if path.Ext(name) == ".js" {
			continue // scripts contain the words of the patterns below
		}
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
