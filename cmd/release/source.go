package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// source is an exported commit.
type source struct {
	dir     string
	commit  string // whole hash
	made    time.Time
	version version
}

// export writes the files of a commit into a new folder, and describes the commit. Changes that are not committed are left out.
func export(ctx context.Context, revision, dir string) (source, error) {
	commit, err := git(ctx, "rev-parse", "--verify", revision+"^{commit}")
	if err != nil {
		return source{}, err
	}
	seconds, err := git(ctx, "show", "-s", "--format=%ct", commit)
	if err != nil {
		return source{}, err
	}
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return source{}, fmt.Errorf("time of %s: %w", commit, err)
	}
	s := source{dir: dir, commit: commit, made: time.Unix(at, 0).UTC()}
	s.version = untagged(commit, s.made)
	if tag, err := git(ctx, "describe", "--tags", "--match", "v[0-9]*", commit); err == nil {
		if s.version, err = parseVersion(tag); err != nil {
			return source{}, err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return source{}, err
	}
	archive := filepath.Join(filepath.Dir(dir), "source.tar")
	if _, err := git(ctx, "archive", "-o", archive, commit); err != nil {
		return source{}, err
	}
	return s, command(ctx, dir, nil, os.Stderr, "tar", "-xf", archive)
}

// git returns the output of a git command in this folder, without spaces around it.
func git(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", args...).Output() //nolint:gosec // runs git with the revision of the caller
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
