package traffic

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// ServerTarget is a whole server: it creates guests and tables by REST.
type ServerTarget struct {
	URL   string // http://...
	Title string
	Seats int

	mu     sync.Mutex
	guests map[int][]string // tokens, by slot
}

// Open creates a table, seats its guests and starts it.
func (h *ServerTarget) Open(ctx context.Context, slot int) (Table, error) {
	guests, err := h.guestsOf(ctx, slot)
	if err != nil {
		return Table{}, err
	}
	id, err := h.createTable(ctx, guests[0])
	if err != nil {
		return Table{}, err
	}
	for _, token := range guests[1:] {
		if err := h.post(ctx, token, "/tables/"+id+"/seats", map[string]any{}, nil); err != nil {
			return Table{}, err
		}
	}
	if err := h.post(ctx, guests[0], "/tables/"+id+"/start", nil, nil); err != nil {
		return Table{}, err
	}
	at := "ws" + strings.TrimPrefix(h.URL, "http") + "/api/v1/tables/" + id + "/socket"
	t := Table{Watch: Endpoint{URL: at}}
	for _, token := range guests {
		t.Seats = append(t.Seats, Endpoint{URL: at, Header: http.Header{"Authorization": {"Bearer " + token}}})
	}
	return t, nil
}

// Idle creates tables that are never started.
func (h *ServerTarget) Idle(ctx context.Context, tables int) error {
	guests, err := h.guestsOf(ctx, -1)
	for i := 0; i < tables && err == nil; i++ {
		_, err = h.createTable(ctx, guests[0])
	}
	return err
}

func (h *ServerTarget) createTable(ctx context.Context, host string) (id string, err error) {
	var made struct {
		Table struct {
			ID string `json:"id"`
		} `json:"table"`
	}
	err = h.post(ctx, host, "/tables", map[string]any{"title": h.Title, "seats": h.Seats}, &made)
	return made.Table.ID, err
}

// guestsOf returns the players of a slot, the same at each of its tables.
func (h *ServerTarget) guestsOf(ctx context.Context, slot int) ([]string, error) {
	h.mu.Lock()
	tokens := h.guests[slot]
	h.mu.Unlock()
	for len(tokens) < h.Seats {
		var made struct {
			Token string `json:"token"`
		}
		if err := h.post(ctx, "", "/players", map[string]any{"name": fmt.Sprintf("Guest %d of %d", len(tokens), slot)}, &made); err != nil {
			return nil, err
		}
		tokens = append(tokens, made.Token)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.guests == nil {
		h.guests = map[int][]string{}
	}
	h.guests[slot] = tokens
	return tokens, nil
}

func (h *ServerTarget) post(ctx context.Context, token, path string, body, out any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL+"/api/v1"+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return err
	case res.StatusCode >= http.StatusBadRequest:
		return fmt.Errorf("POST %s: %d %s", path, res.StatusCode, text)
	case out == nil:
		return nil
	}
	return json.Unmarshal(text, out)
}
