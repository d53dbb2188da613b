// Package web holds the built client, embedded in the binary.
package web

import (
	"archive/zip"
	"embed"
	"encoding/binary"
	"io"
	"slices"
	"strings"
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

// brotliFolder is the folder of the archive that has the Brotli forms of files.
const brotliFolder = "br/"

// Files are the files of a client. They implement fs.FS; reading one inflates it.
type Files struct {
	*zip.Reader
	brotli map[string]*zip.File // by name, stored as they are
}

// Client returns the built client, with index.html at its root. It is empty if the client was not built.
var Client = sync.OnceValue(func() Files {
	f, err := packed.Open("packed/client.zip")
	if err != nil { // it was not built
		return Files{Reader: &zip.Reader{}}
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
	brotli := map[string]*zip.File{}
	r.File = slices.DeleteFunc(r.File, func(f *zip.File) bool {
		name, found := strings.CutPrefix(f.Name, brotliFolder)
		if found {
			brotli[name] = f
		}
		return found
	})
	return Files{r, brotli}
})

// Packed returns the compressed forms of a file by coding: gzip, and Brotli if that is smaller. There are none if the archive has the file in
// plain form, or not at all. A form is read on first use.
func (f Files) Packed(name string) map[string]func() []byte {
	forms := map[string]func() []byte{}
	i := slices.IndexFunc(f.File, func(f *zip.File) bool { return f.Name == name })
	if i < 0 || f.File[i].Method != zip.Deflate {
		return forms
	}
	forms["gzip"] = sync.OnceValue(func() []byte { return gzipped(f.File[i]) })
	if brotli := f.brotli[name]; brotli != nil {
		forms["br"] = sync.OnceValue(func() []byte { return raw(brotli) })
	}
	return forms
}

// gzipped returns a deflated file of the archive as gzip, without compressing it.
func gzipped(f *zip.File) []byte {
	out := append([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"), raw(f)...) // RFC 1952: deflate, no time, best compression, any system
	out = binary.LittleEndian.AppendUint32(out, f.CRC32)
	return binary.LittleEndian.AppendUint32(out, uint32(f.UncompressedSize64))
}

// raw returns the bytes of a file as they are in the archive.
func raw(f *zip.File) []byte {
	out := make([]byte, f.CompressedSize64)
	r, err := f.OpenRaw()
	if err == nil {
		_, err = io.ReadFull(r, out)
	}
	if err != nil {
		panic(err) // the build is broken
	}
	return out
}
