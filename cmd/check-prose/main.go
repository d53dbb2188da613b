// Command check-prose checks the language of comments and documents.
//
// It fails on sentences of more than 30 words, on sentences that begin with a bare Who, What or Where, and on British
// spelling. Its arguments are files and folders; without arguments it checks every file that git lists.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}

// run returns the exit code: 0 without violations, 1 with violations, 2 if the files cannot be read.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("check-prose", flag.ContinueOnError)
	flags.SetOutput(errs)
	count := flags.Bool("count", false, "print only the number of violations in each top folder")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	roots := flags.Args()
	if len(roots) == 0 {
		roots = []string{"."}
	}
	files, err := list(ctx, roots)
	if err != nil {
		fmt.Fprintln(errs, "check-prose:", err)
		return 2
	}
	var all []violation
	for _, file := range files {
		found, err := checkFile(file)
		if err != nil {
			fmt.Fprintln(errs, "check-prose:", err)
			return 2
		}
		all = append(all, found...)
	}
	if *count {
		printCounts(out, all)
	} else {
		for _, v := range all {
			fmt.Fprintf(out, "%s:%d: %s: %s\n", v.file, v.line, v.reason, v.start)
		}
	}
	if len(all) > 0 {
		return 1
	}
	return 0
}

func printCounts(out io.Writer, all []violation) {
	counts := map[string]int{}
	for _, v := range all {
		top, _, inFolder := strings.Cut(filepath.ToSlash(v.file), "/")
		if !inFolder {
			top = "."
		}
		counts[top]++
	}
	tops := make([]string, 0, len(counts))
	for top := range counts {
		tops = append(tops, top)
	}
	slices.Sort(tops)
	for _, top := range tops {
		fmt.Fprintf(out, "%6d %s\n", counts[top], top)
	}
	fmt.Fprintf(out, "%6d total\n", len(all))
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

// checkFile returns the violations in one file. It returns none for a skipped or unknown file, and for a file that was
// deleted but is still in git's index.
func checkFile(file string) ([]violation, error) {
	slash := filepath.ToSlash(file)
	for part := range strings.SplitSeq(slash, "/") {
		if slices.Contains(skippedFolders, part) {
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
	case ext == ".sh" || ext == ".yml" || ext == ".yaml" || ext == ".mk" || base == "Makefile",
		strings.HasPrefix(base, "Dockerfile"), strings.HasPrefix(text, "#!") && strings.Contains(strings.SplitN(text, "\n", 2)[0], "sh"):
		found = paragraphs(lineComments(text, "#"), false)
	}
	var all []violation
	for _, p := range found {
		all = append(all, checkParagraph(file, p)...)
	}
	return all, nil
}
