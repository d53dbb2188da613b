// Package sources has the files of all texts as translators write them: for people who correct a text, and for patches of the files.
package sources

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"

	"nemeton/texts"
)

// ErrUnknown means that there is no such language, file or key.
var ErrUnknown = errors.New("there is no such text")

// common are the files of texts that belong to no title.
var common = []string{"client", "server", "admin"}

// Sources are the files of texts of this program. A file has the name client, server or admin, or the id of a title.
type Sources struct{ root fs.FS }

// New returns the sources. The file system has the files of titles at their paths in the folder web of the repository.
func New(web fs.FS) Sources { return Sources{web} }

// pathIn returns the path of a file in the repository.
func pathIn(language, file string) string {
	if slices.Contains(common, file) {
		return path.Join("texts", language, file+".json")
	}
	return path.Join("web", titlePath(language, file))
}

func titlePath(language, title string) string {
	return path.Join("src/games", title, "texts", language+".json")
}

// raw returns the bytes of a file. Its error is ErrUnknown if there is no such file.
func (s Sources) raw(language, file string) (raw []byte, err error) {
	if !texts.Known(language) || file == "" || path.Base(file) != file {
		return nil, ErrUnknown
	}
	if slices.Contains(common, file) {
		raw, err = texts.File(language, file)
	} else {
		raw, err = fs.ReadFile(s.root, titlePath(language, file))
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, ErrUnknown
	}
	return raw, err
}

// File returns the texts of a file by their keys. Its error is ErrUnknown if there is no such file.
func (s Sources) File(language, file string) (all map[string]string, err error) {
	raw, err := s.raw(language, file)
	if err != nil {
		return nil, err
	}
	return all, json.Unmarshal(raw, &all)
}

// Text returns a text of a language, and that of English. Its error is ErrUnknown if one of them is missing.
func (s Sources) Text(language, file, key string) (own, english string, err error) {
	mine, err := s.File(language, file)
	if err != nil {
		return "", "", err
	}
	originals, err := s.File(texts.Default, file)
	if err != nil {
		return "", "", err
	}
	own, ok := mine[key]
	english, known := originals[key]
	if !ok || !known {
		return "", "", ErrUnknown
	}
	return own, english, nil
}
