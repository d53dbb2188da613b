package wsconn

import (
	"bufio"
	"io"
	"maps"
	"net"
	"net/http"

	"nhooyr.io/websocket"
)

// ServeOptions are the options of Serve. All are required except Offer.
type ServeOptions struct {
	Subprotocol string
	Offer       string // the offer of permessage-deflate to accept in place of the client's; empty: none
	ReadLimit   int64  // as in Options
	// Wrap returns the connection that the library uses. The library reads from it, and writes control frames, each with one Write. Messages of the
	// server are written past the library.
	Wrap func(net.Conn) net.Conn
}

// bufferSize is the size in bytes of the library's two buffers of a connection, which silent connections hold, too. A control frame fits.
const bufferSize = 256

// Serve upgrades a request for a server that writes its messages itself. The caller has checked the origin of the page. On an error Serve has answered
// the request.
func Serve(w http.ResponseWriter, r *http.Request, o ServeOptions) (*Conn, error) {
	offered := *r
	offered.Header = maps.Clone(r.Header)
	offered.Header.Set("Sec-WebSocket-Extensions", o.Offer)
	conn, err := websocket.Accept(hijacker{w, o.Wrap}, &offered, &websocket.AcceptOptions{
		Subprotocols: []string{o.Subprotocol}, CompressionMode: websocket.CompressionContextTakeover,
		InsecureSkipVerify: true, // the caller has checked the origin
	})
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(o.ReadLimit)
	return &Conn{conn: conn}, nil
}

type hijacker struct {
	http.ResponseWriter
	wrap func(net.Conn) net.Conn
}

func (w hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	raw, buffers, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return raw, buffers, err
	}
	conn := w.wrap(raw)
	early := buffers.Reader.Buffered()
	in := bufio.NewReaderSize(io.MultiReader(io.LimitReader(buffers.Reader, int64(early)), conn), max(bufferSize, early))
	if _, err := in.Peek(early); err != nil {
		return nil, nil, err
	}
	return conn, bufio.NewReadWriter(in, bufio.NewWriterSize(conn, bufferSize)), nil
}
