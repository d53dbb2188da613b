// Command check-prose checks the language of comments and documents.
//
// It fails on sentences of more than 30 words, on sentences that begin with a bare Who, What or Where, and on British
// spelling. Its arguments are files and folders; without arguments it checks every file that git lists.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	found, err := run(context.Background(), os.Args[1:], os.Stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "check-prose:", err)
		os.Exit(2)
	case found:
		os.Exit(1)
	}
}

// run writes the violations to out. It reports whether there are any, and fails if a file cannot be read.
func run(ctx context.Context, args []string, out io.Writer) (found bool, err error) {
	flags := flag.NewFlagSet("check-prose", flag.ContinueOnError)
	count := flags.Bool("count", false, "print only the number of violations in each top folder")
	if err := flags.Parse(args); err != nil {
		return false, err
	}
	roots := flags.Args()
	if len(roots) == 0 {
		roots = []string{"."}
	}
	files, err := list(ctx, roots)
	if err != nil {
		return false, err
	}
	var all []violation
	for _, file := range files {
		some, err := checkFile(file)
		if err != nil {
			return false, err
		}
		all = append(all, some...)
	}
	text := lines(all)
	if *count {
		text = counts(all)
	}
	_, err = io.WriteString(out, text)
	return len(all) > 0, err
}

func lines(all []violation) string {
	var b strings.Builder
	for _, v := range all {
		fmt.Fprintf(&b, "%s:%d: %s: %s\n", v.file, v.line, v.reason, v.start)
	}
	return b.String()
}

func counts(all []violation) string {
	byTop := map[string]int{}
	for _, v := range all {
		top, _, inFolder := strings.Cut(v.file, "/")
		if !inFolder {
			top = "."
		}
		byTop[top]++
	}
	var b strings.Builder
	for _, top := range slices.Sorted(maps.Keys(byTop)) {
		fmt.Fprintf(&b, "%6d %s\n", byTop[top], top)
	}
	fmt.Fprintf(&b, "%6d total\n", len(all))
	return b.String()
}

// list returns the files under roots. Of a folder it takes the files that git tracks and the new ones that it does not
// ignore.
func list(ctx context.Context, roots []string) ([]string, error) {
	var files []string
	for _, root := range roots {
		info, err := os.Stat(root)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, root)
			continue
		}
		command := exec.CommandContext(ctx, "git", "ls-files", "-co", "-z", "--exclude-standard")
		command.Dir = root
		names, err := command.Output()
		if err != nil {
			return nil, fmt.Errorf("list the files of %s: %w", root, err)
		}
		for name := range strings.SplitSeq(strings.Trim(string(names), "\x00"), "\x00") {
			if name != "" {
				files = append(files, filepath.Join(root, filepath.FromSlash(name)))
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// skippedFolders hold code of others, build results, or stored bytes that may not change.
var skippedFolders = []string{"node_modules", "testdata", "fixtures", "dist", ".git"}

// translatedFolders hold Markdown in several languages, for players and translators.
var translatedFolders = []string{"rules", "texts"}

// checkFile returns the violations in one file. It returns none for a skipped or unknown file, and for a file that was
// deleted but is still in git's index.
func checkFile(file string) ([]violation, error) {
	slash := filepath.ToSlash(file)
	for part := range strings.SplitSeq(slash, "/") {
		if slices.Contains(skippedFolders, part) || filepath.Ext(file) == ".md" && slices.Contains(translatedFolders, part) {
			return nil, nil
		}
	}
	if strings.Contains(filepath.Base(file), ".gen.") {
		return nil, nil
	}
	info, err := os.Lstat(file)
	if os.IsNotExist(err) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	head, _, _ := bytes.Cut(source, []byte("\n"))
	if bytes.Contains(head, []byte("Code generated")) {
		return nil, nil
	}
	return checkSource(slash, source)
}

// hashFiles are files without a telling extension whose comments begin with #.
var hashFiles = []string{"Makefile", "Caddyfile", ".dockerignore", ".editorconfig", ".gitattributes", ".gitignore", ".prettierignore"}

// checkSource picks the reader by the name of the file.
func checkSource(file string, source []byte) ([]violation, error) {
	var found []paragraph
	text := string(source)
	base := file[strings.LastIndex(file, "/")+1:]
	switch ext := filepath.Ext(base); {
	case ext == ".md":
		found = markdown(text)
	case ext == ".go":
		blocks, err := goComments(file, source)
		if err != nil {
			return nil, err
		}
		found = paragraphs(blocks, true)
	case slices.Contains([]string{".ts", ".js", ".mjs", ".cjs"}, ext):
		found = paragraphs(scriptComments(text, 1), false)
	case ext == ".css":
		found = paragraphs(styleComments(text, 1), false)
	case ext == ".svelte" || ext == ".html":
		found = paragraphs(markupComments(text), false)
	case ext == ".sql":
		found = paragraphs(lineComments(text, "--"), false)
	case slices.Contains([]string{".sh", ".yml", ".yaml", ".mk"}, ext), slices.Contains(hashFiles, base), strings.HasPrefix(base, "Dockerfile"),
		strings.HasPrefix(text, "#!") && strings.Contains(strings.SplitN(text, "\n", 2)[0], "sh"):
		found = paragraphs(lineComments(text, "#"), false)
	}
	var all []violation
	for _, p := range found {
		all = append(all, checkParagraph(file, p)...)
	}
	return all, nil
}
