package bundle

import (
	"io/fs"
	"regexp"
)

// stated matches the version that the build writes into the index.
var stated = regexp.MustCompile(`<meta name="version" content="([0-9a-f]{16})"`)

// Version returns the version of a client, which an open page compares with its own. It is empty if the client states none.
func Version(client fs.FS) string {
	raw, err := fs.ReadFile(client, index)
	if err != nil {
		return ""
	}
	found := stated.FindSubmatch(raw)
	if found == nil {
		return ""
	}
	return string(found[1])
}
