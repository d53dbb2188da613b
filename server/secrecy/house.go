package secrecy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"nemeton/engine"
	"nemeton/server/store"
)

// house is one world: a server, and what it is made of.
type house struct {
	start    Start
	path     string // of the database
	title    *Title
	ids      ids
	sockets  *sockets
	masked   bool // its tables have another secret
	leak     Leak
	clock    *clock
	log      io.Writer
	store    store.Store // the server's own, without a mask
	server   Server
	client   *http.Client
	answered int // requests
}

// open starts the server; a world that is opened again is a server that was restarted.
func (h *house) open(random io.Reader) error {
	h.sockets = newSockets()
	w := World{
		Database: "sqlite:" + h.path, Title: h.title, Now: h.clock.now, NewID: h.ids.next, Entropy: random, Log: h.log,
		Store: func(s store.Store) store.Store {
			h.store = s
			if h.masked {
				s = otherSecret{s}
			}
			if h.leak.Store != nil {
				s = h.leak.Store(s, h.title)
			}
			return s
		},
		Around: func(next http.Handler) http.Handler {
			next = h.sockets.around(next)
			if h.leak.Door != nil {
				next = h.leak.Door(next, h.title)
			}
			return next
		},
	}
	if h.leak.Title != nil {
		w.Title = h.leak.Title(h.title)
	}
	var err error
	h.server, err = h.start(w)
	h.client = &http.Client{Transport: &http.Transport{}}
	return err
}

func (h *house) close() error {
	if h.server.Stop == nil {
		return nil
	}
	h.client.CloseIdleConnections()
	stop := h.server.Stop
	h.server.Stop = nil
	return stop()
}

// answer is what came back of a request: all of it that a client can see.
type answer struct {
	status int
	body   []byte
	all    string
}

// ask sends a request. Without a token it comes from nobody known.
func (h *house) ask(method, path, token string, body any) (answer, error) {
	var in io.Reader
	if body != nil {
		raw, ok := body.(string)
		if !ok {
			spelled, err := json.Marshal(body)
			if err != nil {
				return answer{}, err
			}
			raw = string(spelled)
		}
		in = strings.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(context.Background(), method, h.server.URL+path, in)
	if err != nil {
		return answer{}, err
	}
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := h.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	a := answer{status: res.StatusCode}
	if a.body, err = io.ReadAll(res.Body); err != nil {
		return answer{}, err
	}
	h.answered++
	var all bytes.Buffer
	_, _ = fmt.Fprintln(&all, method, path, res.Proto, res.Status, res.ContentLength, res.TransferEncoding)
	for _, name := range slices.Sorted(maps.Keys(res.Header)) {
		if name != "Date" { // of the true clock
			_, _ = fmt.Fprintln(&all, name, res.Header[name])
		}
	}
	_, _ = fmt.Fprintf(&all, "%q\n", a.body)
	a.all = all.String()
	return a, nil
}

// get asks for what must be there.
func (h *house) get(path, token string, out any) error {
	a, err := h.ask(http.MethodGet, path, token, nil)
	return a.read(out, err)
}

// post asks for what must be done.
func (h *house) post(path, token string, body, out any) error {
	a, err := h.ask(http.MethodPost, path, token, body)
	return a.read(out, err)
}

func (a answer) read(out any, err error) error {
	if err != nil {
		return err
	}
	if a.status >= http.StatusMultipleChoices {
		return fmt.Errorf("refused: %s", a.all)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(a.body, out)
}

// records reads those of a table after seq, as they are stored.
func (h *house) records(id store.TableID, after engine.Seq) ([]engine.Record, error) {
	var list []engine.Record
	for {
		page, err := h.store.Read(context.Background(), id, after+engine.Seq(len(list)), 500)
		if err != nil || len(page) == 0 {
			return list, err
		}
		list = append(list, page...)
	}
}
