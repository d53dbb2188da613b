package certificate

import (
	"crypto/tls"
	"path/filepath"
)

// Stored returns the certificate that a Manager has stored for a name; nil if there is none.
func Stored(path, directory, name string) (*tls.Certificate, error) {
	return folder(filepath.Join(path, authorityName(directory))).certificate(name)
}
