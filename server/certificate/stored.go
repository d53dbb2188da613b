package certificate

import (
	"crypto/tls"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/caddyserver/certmagic"
)

// Stored returns the certificate that a Manager has stored for a name; nil if there is none.
func Stored(folder, directory, name string) (*tls.Certificate, error) {
	authority := (&certmagic.ACMEIssuer{CA: directory}).IssuerKey()
	cert, err := tls.LoadX509KeyPair(
		filepath.Join(folder, certmagic.StorageKeys.SiteCert(authority, name)), filepath.Join(folder, certmagic.StorageKeys.SitePrivateKey(authority, name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &cert, nil
}
