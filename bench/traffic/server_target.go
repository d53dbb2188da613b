package traffic

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"nemeton/client"
)

// ServerTarget is a whole server: it creates guests and tables by REST.
type ServerTarget struct {
	URL   string // http://...
	Title string
	Seats int
	// Nodes are the URLs of all nodes, if there are several. The tables are at one of them each, and with Apart the viewers of each table at all.
	Nodes []string
	Apart bool

	mu     sync.Mutex
	guests map[int][]*client.Client // by slot
}

// Open creates a table, seats its guests and starts it.
func (s *ServerTarget) Open(ctx context.Context, slot int) (Table, error) {
	guests, err := s.guestsOf(ctx, slot)
	if err != nil {
		return Table{}, err
	}
	id, err := Begin(ctx, s.Title, nil, guests...)
	if err != nil {
		return Table{}, err
	}
	nodes := s.nodesOf(slot)
	t := Table{}
	for _, url := range nodes {
		t.Watch = append(t.Watch, Endpoint{URL: socket(url, id)})
	}
	for i, g := range guests {
		t.Seats = append(t.Seats, Endpoint{URL: socket(nodes[i%len(nodes)], id), Header: http.Header{"Authorization": {"Bearer " + g.Token}}})
	}
	return t, nil
}

// nodesOf returns the URLs at which the viewers of a slot's tables connect.
func (s *ServerTarget) nodesOf(slot int) []string {
	switch {
	case len(s.Nodes) == 0:
		return []string{s.URL}
	case s.Apart:
		return s.Nodes
	}
	return s.Nodes[slot%len(s.Nodes):][:1]
}

// socket is the address of a table's socket at a server.
func socket(url, table string) string {
	return "ws" + strings.TrimPrefix(url, "http") + "/api/v1/tables/" + table + "/socket"
}

// Idle creates tables that are never started.
func (s *ServerTarget) Idle(ctx context.Context, tables int) error {
	guests, err := s.guestsOf(ctx, -1)
	for i := 0; i < tables && err == nil; i++ {
		_, err = CreateTable(ctx, guests[0], s.Title, s.Seats, nil)
	}
	return err
}

// guestsOf returns the players of a slot, the same at each of its tables.
func (s *ServerTarget) guestsOf(ctx context.Context, slot int) ([]*client.Client, error) {
	s.mu.Lock()
	guests := s.guests[slot]
	s.mu.Unlock()
	for len(guests) < s.Seats {
		g, err := NewGuest(ctx, nil, s.URL, fmt.Sprintf("Guest %d of %d", len(guests), slot))
		if err != nil {
			return nil, err
		}
		guests = append(guests, g)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.guests == nil {
		s.guests = map[int][]*client.Client{}
	}
	s.guests[slot] = guests
	return guests, nil
}
