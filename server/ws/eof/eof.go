// Package eof keeps a message that a lost connection broke off from being taken for a whole one.
package eof

import (
	"errors"
	"io"
)

// ErrEnded is the end of a connection.
var ErrEnded = errors.New("the connection ended")

// Read reads from a connection that carries a websocket, to p. Its end is told as ErrEnded: websockets end with a frame that says so, and the library
// takes io.EOF, where it comes between two reads of one frame, for the end of the message, and where that is packed io.ErrUnexpectedEOF, too.
func Read(from io.Reader, p []byte) (int, error) {
	n, err := from.Read(p)
	if errors.Is(err, io.EOF) {
		err = ErrEnded
	}
	return n, err
}
