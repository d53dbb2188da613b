package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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
	text, err := os.ReadFile(path)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}
