package secrecy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/pipenet"
)

// instance is one server with its store and clients.
type instance struct {
	start       Start
	path        string // of the database
	piped       bool   // clients connect through pipes instead of a network
	title       *Title
	ids         idCounter
	sockets     *socketCounter
	otherSecret bool // its tables have another secret
	leak        Leak
	clock       *clock
	log         io.Writer
	store       store.Store // the server's own store, without a wrapper
	server      Server
	dial        func(ctx context.Context, network, address string) (net.Conn, error)
	client      *http.Client // for sockets
	connection  *connection  // for all other requests
	requests    int          // number of requests
	timedOut    *atomic.Bool // set if the store of any server of this game timed out
}

// open starts the server. A second call restarts it.
func (h *instance) open(random io.Reader) error {
	h.sockets = newSocketCounter()
	w := ServerConfig{
		Database: "sqlite:" + h.path, Title: h.title, Now: h.clock.now, NewID: h.ids.next, Entropy: random, Log: h.log,
		WrapStore: func(s store.Store) store.Store {
			h.store = s
			if h.otherSecret {
				s = otherSecretStore{s}
			}
			if h.leak.Store != nil {
				s = h.leak.Store(s, h.title)
			}
			return s
		},
		Middleware: func(next http.Handler) http.Handler {
			next = h.sockets.middleware(next)
			if h.leak.Request != nil {
				next = h.leak.Request(next, h.title)
			}
			return next
		},
	}
	if h.leak.Log != nil {
		w.Log = h.leak.Log(h.log, h.title)
	}
	if h.leak.Title != nil {
		w.Title = h.leak.Title(h.title)
	}
	h.dial = (&net.Dialer{}).DialContext
	if h.piped {
		net := pipenet.New()
		w.Listener, h.dial = net, net.Dial
	}
	var err error
	h.server, err = h.start(w)
	h.client = &http.Client{Transport: &http.Transport{DialContext: h.dial}}
	return err
}

// copyTo copies the store of a stopped server to another instance.
func (h *instance) copyTo(other *instance) error {
	raw, err := os.ReadFile(h.path)
	if err != nil {
		return err
	}
	for _, old := range []string{other.path, other.path + "-wal", other.path + "-shm", other.path + ".mark"} {
		_ = os.Remove(old)
	}
	return os.WriteFile(other.path, raw, 0o600)
}

func (h *instance) close() error {
	if h.server.Stop == nil {
		return nil
	}
	h.client.CloseIdleConnections()
	h.closeConnection()
	stop := h.server.Stop
	h.server.Stop = nil
	return stop()
}

// response is everything that a client sees of a response.
type response struct {
	status int
	body   []byte
	raw    string
}

// request sends a request. An empty token sends it as a stranger.
func (h *instance) request(method, path, token string, body any) (response, error) {
	text, has := body.(string)
	if !has && body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return response{}, err
		}
		text, has = string(raw), true
	}
	if h.connection == nil {
		conn, err := h.dial(context.Background(), "tcp", strings.TrimPrefix(h.server.URL, "http://"))
		if err != nil {
			return response{}, err
		}
		h.connection = newConnection(conn)
	}
	a, more, err := h.connection.ask(method, path, token, text, has)
	if err != nil || !more {
		h.closeConnection()
	}
	h.requests++
	if a.status == http.StatusServiceUnavailable && (method == http.MethodHead || isUnavailable(a.body)) {
		h.timedOut.Store(true)
	}
	return a, err
}

// isUnavailable reports whether a refusal says that the store timed out.
func isUnavailable(refusal []byte) bool {
	return bytes.Contains(refusal, []byte(`"code":"unavailable"`))
}

func (h *instance) closeConnection() {
	if h.connection != nil {
		_ = h.connection.conn.Close()
		h.connection = nil
	}
}

// get sends a GET request that must succeed.
func (h *instance) get(path, token string, out any) error {
	a, err := h.request(http.MethodGet, path, token, nil)
	return a.decode(out, err)
}

// post sends a POST request that must succeed.
func (h *instance) post(path, token string, body, out any) error {
	a, err := h.request(http.MethodPost, path, token, body)
	return a.decode(out, err)
}

func (a response) decode(out any, err error) error {
	if err != nil {
		return err
	}
	if a.status >= http.StatusMultipleChoices {
		return fmt.Errorf("refused: %s", a.raw)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(a.body, out)
}

// records reads the stored records of a table after seq.
func (h *instance) records(id store.TableID, after engine.Seq) ([]engine.Record, error) {
	var list []engine.Record
	for {
		page, err := h.store.Read(context.Background(), id, after+engine.Seq(len(list)), 500)
		if err != nil || len(page) == 0 {
			return list, err
		}
		list = append(list, page...)
	}
}
