// Package whole keeps a message that a lost connection broke off from being taken for a whole one.
package whole

import (
	"errors"
	"io"
)

// Read reads from a connection that carries a websocket, to p. Its end is told as io.ErrUnexpectedEOF: websockets end with a frame that says so, and the
// library takes io.EOF, where it comes between two reads of one frame, for the end of the message.
func Read(from io.Reader, p []byte) (int, error) {
	n, err := from.Read(p)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
