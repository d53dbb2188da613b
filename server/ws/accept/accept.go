// Package accept is the answering end of a socket for tests that stand in for the server: no rules, no limits.
package accept

import (
	"context"
	"net/http"

	"nhooyr.io/websocket"

	"nemeton/server/ws/client"
)

// packFrom is the size in bytes from which frames are packed for clients that ask for it, as the real server does.
const packFrom = 128

// Conn is the answering end of one socket.
type Conn struct{ conn *websocket.Conn }

// Accept turns a request into a socket; on error the request has been answered.
func Accept(w http.ResponseWriter, r *http.Request) (*Conn, error) {
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols: []string{client.Subprotocol}, CompressionMode: websocket.CompressionNoContextTakeover, CompressionThreshold: packFrom,
	})
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(64 << 10)
	return &Conn{conn}, nil
}

// Read waits for the next frame.
func (c *Conn) Read(ctx context.Context) ([]byte, error) {
	_, frame, err := c.conn.Read(ctx)
	return frame, err
}

// Write sends one text frame.
func (c *Conn) Write(ctx context.Context, frame []byte) error {
	return c.conn.Write(ctx, websocket.MessageText, frame)
}

// Close ends the socket with a code; code 0 drops the connection.
func (c *Conn) Close(code int) error {
	if code == 0 {
		return c.conn.CloseNow()
	}
	return c.conn.Close(websocket.StatusCode(code), "")
}
