package web_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/web"
)

// checkPage is the page that works without a server.
const checkPage = "check.html"

// The content security policy forbids inline scripts, inline styles and everything from other hosts, so the pages may contain none of them.
// Templates in the scripts may have no inline style either.
func TestPage_NoScriptInlineNothingForeign(t *testing.T) {
	t.Parallel()
	source := must.Return(os.ReadFile("index.html"))(t)
	pages := map[string]string{"index.html": string(source)}
	client := web.Client()
	err := fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".html" && path.Ext(name) != ".css" && path.Ext(name) != ".js" {
			return err
		}
		raw, err := fs.ReadFile(client, name)
		pages["dist/"+name] = string(raw)
		return err
	})
	must.Succeed(t, err)
	styled := regexp.MustCompile(`(?i)<[a-z][^<>]*\sstyle\s*=\s*\\?["']?([^"'\\>]*)`)
	for name, page := range pages {
		for _, style := range styled.FindAllStringSubmatch(page, -1) {
			if style[1] != "display: contents" { // the policy lists the hash of this style alone
				t.Errorf("%s has an inline style: %s", name, style[0])
			}
		}
		if path.Ext(name) == ".js" || name == "dist/"+checkPage {
			continue // scripts contain the words of the patterns below, and that page has its script inside
		}
		for fault, pattern := range map[string]string{
			"an inline script":        `(?is)<script(?:\s+(?:type|crossorigin|async|defer)(?:=(?:"[^"]*"|\S+))?)*\s*>`,
			"an inline event handler": `(?i)<[^>]*\son[a-z]+\s*=`,
			"a URL of another host":   `(?i)(?:src|href|@import|url\()[\s="']*(?:https?:)?//`,
			"a javascript: URL":       `(?i)(?:src|href)\s*=\s*["']?javascript:`,
		} {
			expect.Equal(t, regexp.MustCompile(pattern).FindString(page), "", name, "has", fault)
		}
	}
}

// The archive of the client has every file of the build. The plain form and gzip are the same file, and Brotli is smaller.
func TestClient_Packed(t *testing.T) {
	t.Parallel()
	client := web.Client()
	if len(client.File) == 0 {
		t.Skip("the client is not built")
	}
	expect.Error(t, fstest.TestFS(client, "index.html", checkPage, "sw.js"), nil)
	built, compressed := os.DirFS("dist"), 0
	err := fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		want, err := fs.ReadFile(built, name)
		if err != nil {
			return err
		}
		expect.Equal(t, string(must.Return(fs.ReadFile(client, name))(t)), string(want), name, "bytes")
		packed := client.Packed(name)
		if len(packed) == 0 {
			return nil
		}
		compressed++
		r, err := gzip.NewReader(bytes.NewReader(packed["gzip"]()))
		if err != nil {
			return err
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) { // the reader checks length and checksum
			t.Errorf("%s, compressed: got %d bytes, %v", name, len(got), err)
		}
		brotli := packed["br"]
		if brotli == nil {
			return nil
		}
		if smaller := len(brotli()); smaller == 0 || smaller >= len(packed["gzip"]()) {
			t.Errorf("%s: got %d bytes of Brotli, want fewer than %d", name, smaller, len(packed["gzip"]()))
		}
		return nil
	})
	if err != nil || compressed < 50 {
		t.Errorf("got %v and %d compressed files, want at least 50", err, compressed)
	}
}

func TestPacked_Missing(t *testing.T) {
	t.Parallel()
	expect.Equal(t, len(web.Client().Packed("none")), 0, "a file that does not exist has forms")
}

// The page that works without a server has one script and one style. Its policy allows exactly these two, and no request. Nothing in the page
// names another file.
func TestCheckPage_Alone(t *testing.T) {
	t.Parallel()
	raw, err := fs.ReadFile(web.Client(), checkPage)
	if err != nil {
		t.Skip("the client is not built")
	}
	page := string(raw)
	policy := regexp.MustCompile(`^<!doctype html>\s*<html lang="en">\s*<head>\s*<meta charset="utf-8" />\s*<meta http-equiv="Content-Security-Policy" content="([^"]*)" />`).FindStringSubmatch(page)
	if policy == nil {
		t.Fatalf("the page does not begin with its policy: %.300s", page)
	}
	var inside []string
	for _, element := range []string{"script", "style"} {
		found := regexp.MustCompile(`(?is)<`+element+`(?: type="module")?>(.*?)</`+element+`>`).FindAllStringSubmatch(page, -1)
		if len(found) != 1 {
			t.Fatalf("got %d elements %s, want 1", len(found), element)
		}
		sum := sha256.Sum256([]byte(found[0][1]))
		inside = append(inside, element+"-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		page = strings.Replace(page, found[0][1], "", 1)
	}
	want := "default-src 'none'; " + strings.Join(inside, "; ") +
		"; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html"
	expect.Equal(t, policy[1], want, "the policy")
	if found := regexp.MustCompile(`(?i)\s(?:src|href|action)="?(?:[^"d]|d[^a])[^>]*`).FindString(page); found != "" || strings.Contains(page, "://") {
		t.Errorf("the page names another file: %s", found)
	}
}
