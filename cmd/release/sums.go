package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// sumsFile is the list of checksums, in the format of sha256sum.
const sumsFile = "SHA256SUMS"

// writeSums writes the checksums of all files in a folder.
func writeSums(dir string) error {
	files, err := os.ReadDir(dir) // sorted by name
	if err != nil {
		return err
	}
	var list strings.Builder
	for _, f := range files {
		sum, err := sumOf(filepath.Join(dir, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%s  %s\n", sum, f.Name())
	}
	return os.WriteFile(filepath.Join(dir, sumsFile), []byte(list.String()), 0o644) //nolint:gosec // a release is for everybody
}

// sumOf returns the SHA-256 of a file in hex.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
