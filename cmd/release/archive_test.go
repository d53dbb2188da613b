package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"nemeton/testkit/must"
)

var (
	made    = time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)
	entries = []entry{{name: "a/z", mode: 0o644, text: []byte("last")}, {name: "a/", mode: 0o755}, {name: "a/program", mode: 0o755, owner: 7, text: []byte("first")}}
)

// readTar lists the headers of an archive, and the texts by name.
func readTar(t *testing.T, from io.Reader) (list []*tar.Header, texts map[string][]byte) {
	t.Helper()
	texts = map[string][]byte{}
	for r := tar.NewReader(from); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list, texts
		}
		must.Succeed(t, err)
		list = append(list, h)
		texts[h.Name] = must.Return(io.ReadAll(r))(t)
	}
}

func TestGzipped(t *testing.T) {
	t.Parallel()
	text := must.Return(gzipped(made, entries))(t)
	z := must.Return(gzip.NewReader(bytes.NewReader(text)))(t)
	if !z.ModTime.IsZero() || z.Name != "" {
		t.Errorf("got the gzip header %+v, want an empty one", z.Header)
	}
	list, texts := readTar(t, z)
	var names []string
	for _, h := range list {
		names = append(names, h.Name)
		if !h.ModTime.Equal(made) || h.Uname != "" {
			t.Errorf("%s: got the time %v and the owner %q", h.Name, h.ModTime, h.Uname)
		}
	}
	if want := []string{"a/", "a/program", "a/z"}; !slices.Equal(names, want) {
		t.Fatalf("got %q, want %q", names, want)
	}
	if list[0].Typeflag != tar.TypeDir || list[1].Mode != 0o755 || list[1].Uid != 7 || string(texts["a/program"]) != "first" {
		t.Errorf("got %+v and %q", list, texts)
	}
	reversed := slices.Clone(entries)
	slices.Reverse(reversed)
	if again, err := gzipped(made, reversed); err != nil || !bytes.Equal(text, again) {
		t.Errorf("another order of entries gives other bytes (%v)", err)
	}
}

func TestZipped(t *testing.T) {
	t.Parallel()
	text := must.Return(zipped(made, entries))(t)
	r := must.Return(zip.NewReader(bytes.NewReader(text), int64(len(text))))(t)
	modes := map[string]string{}
	for _, f := range r.File {
		modes[f.Name] = f.Mode().String()
		if !f.Modified.Equal(made) {
			t.Errorf("%s: got the time %v", f.Name, f.Modified)
		}
	}
	if len(modes) != 2 || modes["a/program"] != "-rwxr-xr-x" || modes["a/z"] != "-rw-r--r--" {
		t.Errorf("got %v", modes)
	}
}
