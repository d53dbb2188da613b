// Package accept is the server's end of a socket for tests that replace the server: no rules, no limits.
package accept

import (
	"net/http"

	"nemeton/client"
	"nemeton/server/ws/wsconn"
)

// Messages of at least compressFrom bytes are compressed for clients that ask for it, as in the real server.
const compressFrom = 128

// Conn is the server's end of one socket.
type Conn struct{ *wsconn.Conn }

// Accept upgrades a request. On an error it has answered the request.
func Accept(w http.ResponseWriter, r *http.Request) (*Conn, error) {
	conn, err := wsconn.Accept(w, r, wsconn.Options{
		Subprotocol: client.Subprotocol, Compress: true, Threshold: compressFrom, ReadLimit: 64 << 10,
	})
	if err != nil {
		return nil, err
	}
	return &Conn{conn}, nil
}

// Close closes the socket with a code; code 0 drops the connection.
func (c *Conn) Close(code int) error { return c.Conn.Close(code, "") }
