// Package web holds the built client, embedded in the binary.
package web

import (
	"archive/zip"
	"embed"
	"encoding/binary"
	"io"
	"slices"
	"sync"
)

// The client is embedded as an archive (pack.ts), because its plain files are 1.5 MB larger.
//
//go:embed all:packed
var packed embed.FS

// TitleTexts are the files of the titles' texts as translators write them.
//
//go:embed src/games/*/texts/*.json
var TitleTexts embed.FS

// Files are the files of a client. They implement fs.FS; reading one inflates it.
type Files struct{ *zip.Reader }

// Client returns the built client, with index.html at its root. It is empty if the client was not built.
var Client = sync.OnceValue(func() Files {
	f, err := packed.Open("packed/client.zip")
	if err != nil { // it was not built
		return Files{&zip.Reader{}}
	}
	info, err := f.Stat()
	if err != nil {
		panic(err) // an embedded file has one
	}
	// Files of embed.FS are read in place. ReadFile would copy the archive.
	r, err := zip.NewReader(f.(io.ReaderAt), info.Size())
	if err != nil {
		panic(err) // the build is broken
	}
	return Files{r}
})

// Gzipped returns a file as gzip, without compressing it; nil if the archive has it in plain form, or not at all.
func (f Files) Gzipped(name string) ([]byte, error) {
	i := slices.IndexFunc(f.File, func(f *zip.File) bool { return f.Name == name })
	if i < 0 || f.File[i].Method != zip.Deflate {
		return nil, nil
	}
	raw, err := f.File[i].OpenRaw()
	if err != nil {
		return nil, err
	}
	deflated, err := io.ReadAll(raw)
	if err != nil {
		return nil, err
	}
	out := append([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"), deflated...) // RFC 1952: deflate, no time, best compression, any system
	out = binary.LittleEndian.AppendUint32(out, f.File[i].CRC32)
	return binary.LittleEndian.AppendUint32(out, uint32(f.File[i].UncompressedSize64)), nil
}
