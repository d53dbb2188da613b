package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// archive writes the archive of a platform: the program with the texts that belong to every copy.
func (r *release) archive(p platform, program string) error {
	folder := "nemeton_" + r.source.version.packages + "_" + p.system + "_" + p.arch
	first, err := readEntry(folder+"/"+p.program(), program, 0o755)
	if err != nil {
		return err
	}
	entries := []entry{{name: folder + "/", mode: 0o755}, first}
	for _, name := range []string{"LICENSE", "README.md", "THIRD_PARTY_NOTICES"} {
		e, err := readEntry(folder+"/"+name, filepath.Join(r.source.dir, name), 0o644)
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	write, ending := gzipped, ".tar.gz"
	if p.system == "windows" {
		write, ending = zipped, ".zip"
	}
	text, err := write(r.source.made, entries)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, folder+ending), text, 0o644) //nolint:gosec // a release is for everybody
}

// gzipped returns a tar archive, compressed by gzip.
func gzipped(made time.Time, entries []entry) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := writeTar(z, made, entries); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// zipped returns a zip archive. It has no folders of its own, because zip needs none.
func zipped(made time.Time, entries []entry) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		if len(e.text) == 0 {
			continue
		}
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: made}
		header.SetMode(fs.FileMode(e.mode))
		to, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(e.text); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
