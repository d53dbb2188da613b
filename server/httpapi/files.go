package httpapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"html"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"nemeton/server/apperr"
)

// files is the built client, read once.
type files map[string]file

// packedFS is a client that has its files in compressed form, too.
type packedFS interface {
	Packed(name string) map[string]func() []byte // the forms by coding; none if compression does not pay
}

type file struct {
	plain     func() []byte            // inflates a file that is stored in compressed form, once: strangers may ask at any rate
	packed    map[string]func() []byte // by coding; a form is nil if compression does not pay
	kind, tag string
	policy    string // the page's own content security policy; empty: that of all pages
	immutable bool   // the name contains a hash of the content
}

// newFiles reads the client and adds texts by name. It panics on an error, because then the build is broken.
func newFiles(client fs.FS, texts map[string]string) files {
	list := files{}
	err := fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		list["/"+name], err = readFile(client, name)
		return err
	})
	if err != nil {
		panic(err)
	}
	for name, text := range texts {
		f := plainFile(name, []byte(text))
		f.kind, f.policy = "text/plain; charset=utf-8", ""
		list["/"+name] = f
	}
	return list
}

// readFile reads a file of the client. The plain form of a compressed file is made when the first client asks for it, because hardly any does.
func readFile(client fs.FS, name string) (file, error) {
	in, ok := client.(packedFS)
	if ok {
		packed := in.Packed(name)
		if stored := packed["gzip"]; stored != nil {
			return newFile(name, stored(), func() []byte { return gunzipped(stored()) }, packed), nil
		}
	}
	plain, err := fs.ReadFile(client, name)
	f := plainFile(name, plain)
	if ok {
		f.packed = nil
	}
	return f, err
}

// plainFile compresses the content on first use, so that the server starts at once.
func plainFile(name string, content []byte) file {
	packed := map[string]func() []byte{"gzip": sync.OnceValue(func() []byte { return gzipped(content) })}
	return newFile(name, content, func() []byte { return content }, packed)
}

// newFile returns a file with a tag for its content as it is stored.
func newFile(name string, stored []byte, plain func() []byte, packed map[string]func() []byte) file {
	sum := sha256.Sum256(stored)
	return file{
		plain: sync.OnceValue(plain), packed: packed, kind: kindOf(name), policy: policyOf(name, plain), tag: `"` + hex.EncodeToString(sum[:12]) + `"`,
		immutable: strings.HasPrefix(name, "assets/"), // the bundler puts a hash in these names
	}
}

// ownPolicy matches the content security policy that a page states in itself. The page that works without a server has one, because its script is
// inside. The policy names the hash of the script.
var ownPolicy = regexp.MustCompile(`<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"`)

// policyOf returns the header for a page that states a policy in itself: this policy, and no frames, which only a header can forbid. For other
// files it is empty, except for the worker of the engine.
func policyOf(name string, plain func() []byte) string {
	if strings.HasPrefix(name, "assets/engine-worker-") {
		return enginePolicy
	}
	if path.Ext(name) != ".html" {
		return ""
	}
	stated := ownPolicy.FindSubmatch(plain())
	if stated == nil {
		return ""
	}
	return html.UnescapeString(string(stated[1])) + "; frame-ancestors 'none'"
}

// gzipped compresses a file. It returns nil if that does not pay.
func gzipped(plain []byte) []byte {
	var compressed bytes.Buffer
	w, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err == nil {
		_, _ = w.Write(plain) // a bytes.Buffer never fails
		_ = w.Close()
	}
	if compressed.Len() == 0 || compressed.Len() >= len(plain)*9/10 {
		return nil
	}
	return compressed.Bytes()
}

// gunzipped inflates a file of the client. It panics on an error, which cannot happen: the file is part of the program.
func gunzipped(compressed []byte) []byte {
	var plain bytes.Buffer
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err == nil {
		_, err = io.Copy(&plain, r) //nolint:gosec // the file is part of the program
	}
	if err != nil {
		panic(err)
	}
	return plain.Bytes()
}

// kindOf returns the content type. It does not ask the operating system for the important types, because the answers differ.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	case ".woff2":
		return "font/woff2"
	case ".webmanifest":
		return "application/manifest+json"
	case ".svg":
		return "image/svg+xml"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// serve answers requests outside the routes: with a file of the client, with the client's page for the paths that the client
// handles, or with not_found.
func (l files) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || strings.HasPrefix(r.URL.Path, "/api/") {
		refuse(w, r, apperr.New(apperr.NotFound, "there is nothing at this address"))
		return
	}
	f, ok := l[r.URL.Path]
	if page, built := l["/index.html"]; !ok && built && isPage(r) {
		f, ok = page, true
	}
	if !ok {
		why := "there is nothing at this address"
		if r.URL.Path == "/" {
			why = "this server was built without its web client"
		}
		refuse(w, r, apperr.New(apperr.NotFound, why))
		return
	}
	f.send(w, r)
}

// isFile reports whether the path names a file. A dot at its end, or before punctuation, came from the sentence around a link.
func isFile(name string) bool {
	ext := path.Ext(name)
	return len(ext) > 1 && strings.Trim(strings.ToLower(ext[1:]), "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// isPage reports whether a browser navigates to a page, as opposed to loading a file that no longer exists. The metrics are at the admin address, so that a
// monitor with the wrong address needs an error.
func isPage(r *http.Request) bool {
	accept := r.Header.Get("Accept")
	return r.URL.Path == "/" || r.URL.Path != "/metrics" && !isFile(r.URL.Path) && (strings.Contains(accept, "text/html") || strings.Contains(accept, "*/*") || accept == "")
}

func (f file) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache")
	if f.immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if !strings.HasPrefix(f.kind, "text/html") && f.kind != "image/svg+xml" {
		// Browsers read them for documents and workers alone. With them, the headers of the first page's scripts are twice as large.
		h.Del("Permissions-Policy")
		if f.immutable {
			h.Del("Content-Security-Policy")
		}
	}
	h.Set("ETag", f.tag)
	if f.policy != "" {
		h.Set("Content-Security-Policy", f.policy)
	}
	offered := slices.DeleteFunc(slices.Clone(codings), func(coding string) bool {
		form := f.packed[coding]
		return form == nil || form() == nil
	})
	if len(offered) > 0 {
		h.Add("Vary", "Accept-Encoding")
	}
	form := f.plain
	if coding := preferredCoding(r.Header.Values("Accept-Encoding"), offered); coding != "identity" && r.Header.Get("Range") == "" {
		form = f.packed[coding]
		h.Set("Content-Encoding", coding)
		h.Set("ETag", strings.TrimSuffix(f.tag, `"`)+"-"+coding+`"`)
	}
	body := form()
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
