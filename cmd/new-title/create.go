package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The template, and the catalogs that list titles. Paths are relative to the repository.
const (
	template   = "example"
	goFolder   = "engine"
	webFolder  = "web/src/games"
	goCatalog  = "engine/catalog/catalog.go"
	webCatalog = "web/src/games/catalog.ts"
)

var validName = regexp.MustCompile(`^[a-z][a-z0-9]{1,19}$`)

// reserved lists words that Go allows as identifiers and TypeScript does not.
var reserved = []string{
	"await", "class", "catch", "debugger", "delete", "do", "enum", "export", "extends", "false", "finally", "function", "implements", "in",
	"instanceof", "let", "new", "null", "private", "protected", "public", "static", "super", "this", "throw", "true", "try", "typeof", "void",
	"while", "with", "yield",
	// Names that the generated files use.
	"engine", "loaders", "nothing", "loader", "texts", "string", "int", "error", "any", "len", "append", "init", "main", "test", "testdata",
}

// create adds the title to the repository at root. If it fails, the repository is as before. Errors: a name that is not allowed or taken,
// and errors of the file system.
func create(root, name string) error {
	if err := checkName(root, name); err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, folder := range []string{goFolder, webFolder} {
		if err := copyTemplate(files, root, folder, name); err != nil {
			return err
		}
	}
	if err := edit(files, root, goCatalog, func(s string) (string, error) { return addToGoCatalog(s, name) }); err != nil {
		return err
	}
	if err := edit(files, root, webCatalog, func(s string) (string, error) { return addToWebCatalog(s, name) }); err != nil {
		return err
	}
	return writeAll(root, name, files)
}

func checkName(root, name string) error {
	if !validName.MatchString(name) {
		return fmt.Errorf("the name %q is not allowed: use 2 to 20 lower-case letters and digits, and begin with a letter", name)
	}
	if token.IsKeyword(name) || slices.Contains(reserved, name) {
		return fmt.Errorf("the name %q is not allowed: it is a word of Go or TypeScript", name)
	}
	for _, folder := range []string{goFolder, webFolder} {
		path := filepath.Join(root, folder, name)
		if _, err := os.Stat(path); err == nil {
			return fmt.Errorf("the name %q is taken: %s exists", name, filepath.ToSlash(filepath.Join(folder, name)))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// copyTemplate adds the template's files of a folder under the new name. Generated and recorded files are left out.
func copyTemplate(files map[string][]byte, root, folder, name string) error {
	from := filepath.Join(root, folder, template)
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		if strings.Contains(entry.Name(), ".gen.") {
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		files[filepath.Join(folder, name, below)] = rename(raw, name)
		return nil
	})
}

var templateNote = regexp.MustCompile(`(?m)^// Template: .*\n`)

// rename replaces the template's name in a file, and removes the note that it is a template.
func rename(raw []byte, name string) []byte {
	raw = templateNote.ReplaceAll(raw, nil)
	raw = bytes.ReplaceAll(raw, []byte(template), []byte(name))
	return bytes.ReplaceAll(raw, []byte(display(template)), []byte(display(name)))
}

// display returns the name as players see it.
func display(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func edit(files map[string][]byte, root, path string, change func(string) (string, error)) error {
	raw, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	if err != nil {
		return err
	}
	changed, err := change(string(raw))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	files[filepath.FromSlash(path)] = []byte(changed)
	return nil
}

var (
	errNoList = errors.New("there is no list of titles that a line can be added to")

	lastGoImport  = regexp.MustCompile(`(?m)^\t"nemeton/engine/[a-z0-9]+"\n\)`)
	lastGoTitle   = regexp.MustCompile(`(?m)^\t\t[a-z0-9]+\.Title\{\},\n\t\}`)
	lastWebImport = regexp.MustCompile(`(?m)^import \{ [a-z0-9]+ \} from '\./[a-z0-9]+/loader';\n(\n|/\*\*)`)
	lastWebTitle  = regexp.MustCompile(`(?m)^  [a-z0-9]+,\n\};`)
)

func addToGoCatalog(s, name string) (string, error) {
	s, imported := insert(s, lastGoImport, "\t\"nemeton/engine/"+name+"\"\n", ")")
	s, listed := insert(s, lastGoTitle, "\t\t"+name+".Title{},\n", "\t}")
	if !imported || !listed {
		return "", errNoList
	}
	formatted, err := format.Source([]byte(s)) // sorts the imports
	return string(formatted), err
}

func addToWebCatalog(s, name string) (string, error) {
	s, imported := insert(s, lastWebImport, "import { "+name+" } from './"+name+"/loader';\n", "\n")
	s, listed := insert(s, lastWebTitle, "  "+name+",\n", "};")
	if !imported || !listed {
		return "", errNoList
	}
	return s, nil
}

// insert puts a line before the end of the first match, which ends with the given text.
func insert(s string, match *regexp.Regexp, line, end string) (string, bool) {
	at := match.FindStringIndex(s)
	if at == nil {
		return s, false
	}
	before := at[1] - len(end)
	return s[:before] + line + s[before:], true
}

// writeAll writes the files. If one cannot be written, it removes the new title and restores the catalogs.
func writeAll(root, name string, files map[string][]byte) (err error) {
	catalogs := map[string][]byte{}
	for _, path := range []string{goCatalog, webCatalog} {
		path = filepath.Join(root, filepath.FromSlash(path))
		if catalogs[path], err = os.ReadFile(path); err != nil {
			return err
		}
	}
	defer func() {
		if err == nil {
			return
		}
		for _, folder := range []string{goFolder, webFolder} {
			err = errors.Join(err, os.RemoveAll(filepath.Join(root, folder, name)))
		}
		for path, raw := range catalogs {
			err = errors.Join(err, os.WriteFile(path, raw, 0o644))
		}
	}()
	for path, raw := range files {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, raw, 0o644); err != nil {
			return err
		}
	}
	return nil
}
