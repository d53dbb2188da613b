// Package bundle lists the files of the web client, hashes the list, and compares the files that a running server serves with such a list.
package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// List lists the files of a client in the format of sha256sum: a line for each file, with the SHA-256 in hex, two spaces and the path. The
// lines are sorted by path, in the order of bytes. Nothing but paths and contents enters the list.
func List(client fs.FS) (string, error) {
	var files []string
	err := fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	slices.Sort(files) // the walk sorts the names in each folder, which is another order
	var lines strings.Builder
	for _, name := range files {
		raw, err := fs.ReadFile(client, name)
		if err != nil {
			return "", err
		}
		lines.WriteString(Hash(raw) + "  " + name + "\n")
	}
	return lines.String(), nil
}

// Hash returns a SHA-256 in hex. That of a list is the hash of the bundle.
func Hash(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

type file struct{ hash, path string }

var (
	line    = regexp.MustCompile(`^([0-9a-f]{64})  ([A-Za-z0-9._/-]+)\n$`)
	errList = errors.New("this is no list of a web client")
)

// parse reads a list. The paths are relative and clean, so that they name nothing outside the server.
func parse(list string) ([]file, error) {
	var files []file
	for text := range strings.Lines(list) {
		found := line.FindStringSubmatch(text)
		if found == nil || !fs.ValidPath(found[2]) || path.Base(found[2]) == "." {
			return nil, errList
		}
		files = append(files, file{found[1], found[2]})
	}
	sorted := slices.IsSortedFunc(files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	if !sorted || !slices.ContainsFunc(files, func(f file) bool { return f.path == index }) {
		return nil, errList
	}
	return files, nil
}
