package httpapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"nemeton/server/apperr"
)

// files are the built client, read once.
type files map[string]file

type file struct {
	plain     []byte
	packed    func() []byte // packs when first wanted, so that a server is up at once; nil where packing does not pay
	kind, tag string
	forever   bool // the name changes with what is in it
}

// newFiles reads the client, and adds texts by name. A client that cannot be read is the build's fault, so it panics.
func newFiles(client fs.FS, texts map[string]string) files {
	list := files{}
	err := fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		plain, err := fs.ReadFile(client, name)
		if err != nil {
			return err
		}
		list["/"+name] = newFile(name, plain)
		return nil
	})
	if err != nil {
		panic(err)
	}
	for name, text := range texts {
		list["/"+name] = newFile(name, []byte(text))
	}
	return list
}

func newFile(name string, plain []byte) file {
	sum := sha256.Sum256(plain)
	return file{
		plain: plain, kind: kindOf(name), tag: `"` + hex.EncodeToString(sum[:12]) + `"`,
		packed:  sync.OnceValue(func() []byte { return pack(plain) }),
		forever: strings.HasPrefix(name, "assets/"), // the builder puts a hash in these names
	}
}

// pack makes a file smaller; nil where it does not pay.
func pack(plain []byte) []byte {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, _ = w.Write(plain) // a bytes.Buffer takes everything
		_ = w.Close()
	}
	if packed.Len() == 0 || packed.Len() >= len(plain)*9/10 {
		return nil
	}
	return packed.Bytes()
}

// kindOf does not ask the machine for the types that matter: they differ between systems.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
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

// serve answers everything that is no route: with a file of the client, with its page for the addresses that the client
// itself reads, or with not_found.
func (l files) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || strings.HasPrefix(r.URL.Path, "/api/") {
		refuse(w, r, apperr.New(apperr.NotFound, "there is nothing there"))
		return
	}
	f, ok := l[r.URL.Path]
	if page, built := l["/index.html"]; !ok && built && isPage(r) {
		f, ok = page, true
	}
	if !ok {
		why := "there is nothing there"
		if r.URL.Path == "/" {
			why = "this program was built without its web client"
		}
		refuse(w, r, apperr.New(apperr.NotFound, why))
		return
	}
	f.send(w, r)
}

// isPage tells whether a browser asks for a page, not for a file that is gone.
func isPage(r *http.Request) bool {
	accept := r.Header.Get("Accept")
	return r.URL.Path == "/" || path.Ext(r.URL.Path) == "" && (strings.Contains(accept, "text/html") || strings.Contains(accept, "*/*") || accept == "")
}

func (f file) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache")
	if f.forever {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("ETag", f.tag)
	body := f.plain
	if packed := f.packed(); packed != nil {
		h.Add("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && r.Header.Get("Range") == "" {
			h.Set("Content-Encoding", "gzip")
			h.Set("ETag", strings.TrimSuffix(f.tag, `"`)+`-gz"`)
			body = packed
		}
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
