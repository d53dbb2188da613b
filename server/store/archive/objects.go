package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Objects is a place for objects. Each is written once. Errors of the place itself, such as a lost connection, are store.ErrUnavailable.
type Objects interface {
	// Put stores an object, which is durable when Put returns nil. After an error it may be stored, whole or in part.
	Put(ctx context.Context, name string, content []byte) error
	// Get returns an object. It returns errMissing if there is none, and errLarger if there are more than so many bytes.
	Get(ctx context.Context, name string, most int64) ([]byte, error)
	// Delete deletes an object, or what a Put that failed has left of it. A missing object is no error.
	Delete(ctx context.Context, name string) error
	// List calls each with the names of all objects in their order.
	List(ctx context.Context, each func(name string) error) error
	// String returns the address for messages, without passwords.
	String() string
}

var (
	errMissing = errors.New("the archive has no such object")
	errLarger  = errors.New("the object has more bytes than were written")
)

// readAtMost reads everything. It returns errLarger if there are more than so many bytes, so that another object in the place of a log fills no memory.
func readAtMost(from io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(from, most+1))
	if err == nil && int64(len(content)) > most {
		err = errLarger
	}
	return content, err
}

// Open returns the archive at the address: a directory that exists, or the URL of a bucket. It returns nil for the empty address.
func Open(address string) (Objects, error) {
	scheme, _, isURL := strings.Cut(address, "://")
	switch {
	case address == "":
		return nil, nil
	case scheme == "http" || scheme == "https":
		return openBucket(address)
	case isURL:
		return nil, fmt.Errorf("an archive is a directory, or the URL of a bucket: https://HOST/BUCKET; this one begins with %q", scheme)
	}
	return directory(address), nil
}
