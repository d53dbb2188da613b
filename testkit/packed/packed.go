// Package packed reads and writes gzip files of testdata, and compares them with what a test has computed.
package packed

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Read returns the content of a file.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	raw := must.Return(os.ReadFile(path))(t)
	z, err := gzip.NewReader(bytes.NewReader(raw))
	must.Succeed(t, err, path)
	content, err := io.ReadAll(z)
	must.Succeed(t, err, path)
	return content
}

// Write writes a file.
func Write(t testing.TB, path string, content []byte) {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(content)
		err = errors.Join(err, z.Close())
	}
	if err == nil {
		err = os.WriteFile(path, b.Bytes(), 0o644)
	}
	must.Succeed(t, err)
}

// Compare fails the test if a file has other content. If write is true, it writes the file first. The command how does that.
func Compare(t testing.TB, path string, want []byte, write bool, how string) {
	t.Helper()
	if write {
		Write(t, path, want)
	}
	expect.Equal(t, string(Read(t, path)), string(want), path, "has other content, this writes it", how)
}
