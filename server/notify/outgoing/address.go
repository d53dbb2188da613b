package outgoing

import (
	"errors"
	"net/url"
)

const maxAddress = 1000

// ErrAddress means that an address is malformed.
var ErrAddress = errors.New("the address is malformed")

// CheckAddress returns ErrAddress unless the address is a URL with https and without a password. Private allows http.
func CheckAddress(address string, private bool) error {
	u, err := url.Parse(address)
	secure := err == nil && (u.Scheme == "https" || private && u.Scheme == "http")
	if !secure || u.Host == "" || u.User != nil || len(address) > maxAddress {
		return ErrAddress
	}
	return nil
}

// WithoutAddress removes the address from the error of a request, because it is a capability of its player.
func WithoutAddress(err error) error {
	if failed, ok := errors.AsType[*url.Error](err); ok {
		return failed.Err
	}
	return err
}
