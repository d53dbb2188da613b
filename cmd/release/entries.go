package main

import (
	"archive/tar"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// entry is one file or folder of an archive. Owner and time do not come from the machine that builds.
type entry struct {
	name  string // folders end in a slash
	mode  int64
	owner int // user and group
	text  []byte
}

// readEntry makes an entry from a file.
func readEntry(name, path string, mode int64) (entry, error) {
	text, err := os.ReadFile(path)
	return entry{name: name, mode: mode, text: text}, err
}

// writeTar writes entries in the order of their names, so that folders precede their files.
func writeTar(to io.Writer, made time.Time, entries []entry) error {
	w := tar.NewWriter(to)
	entries = slices.SortedFunc(slices.Values(entries), func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for _, e := range entries {
		kind := byte(tar.TypeReg)
		if strings.HasSuffix(e.name, "/") {
			kind = tar.TypeDir
		}
		header := &tar.Header{Typeflag: kind, Name: e.name, Size: int64(len(e.text)), Mode: e.mode, Uid: e.owner, Gid: e.owner, ModTime: made, Format: tar.FormatPAX}
		if err := w.WriteHeader(header); err != nil {
			return err
		}
		if _, err := w.Write(e.text); err != nil {
			return err
		}
	}
	return w.Close()
}
