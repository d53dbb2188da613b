package traffic

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"maps"
	"net/http"

	"nemeton/client"
)

// NewGuest creates a guest on the server at url (http://...), who sends requests through by; nil: http.DefaultClient.
func NewGuest(ctx context.Context, by *http.Client, url, name string) (*client.Client, error) {
	c := &client.Client{URL: url, HTTP: by}
	var made struct{ Token string }
	_, err := c.Call(ctx, http.MethodPost, "/players", map[string]any{"name": name}, &made)
	c.Token = made.Token
	return c, err
}

// CreateTable creates a public table with its host at seat 0. more are further members of the request.
func CreateTable(ctx context.Context, host *client.Client, title string, seats int, more map[string]any) (id string, err error) {
	asked := map[string]any{"title": title, "seats": seats}
	maps.Copy(asked, more)
	var made struct{ Table client.Table }
	_, err = host.Call(ctx, http.MethodPost, "/tables", asked, &made)
	return made.Table.ID, err
}

// Contribute adds random bytes of a guest to the chance of a table.
func Contribute(ctx context.Context, id string, g *client.Client) error {
	var contribution [32]byte
	_, _ = rand.Read(contribution[:]) // never fails
	body := map[string]any{"contribution": hex.EncodeToString(contribution[:])}
	_, err := g.Call(ctx, http.MethodPost, "/tables/"+id+"/contribution", body, nil)
	return err
}

// Start lets the guests of a table contribute to its chance, and starts it. The first guest is the host. All other seats are held by bots.
func Start(ctx context.Context, id string, guests ...*client.Client) error {
	for _, g := range guests {
		if err := Contribute(ctx, id, g); err != nil {
			return err
		}
	}
	_, err := guests[0].Start(ctx, id)
	return err
}

// Begin creates a table as CreateTable does, lets all guests sit down, and starts it.
func Begin(ctx context.Context, title string, more map[string]any, guests ...*client.Client) (id string, err error) {
	id, err = CreateTable(ctx, guests[0], title, len(guests), more)
	for _, g := range guests[1:] {
		if err == nil {
			_, err = g.Sit(ctx, id, "")
		}
	}
	if err == nil {
		err = Start(ctx, id, guests...)
	}
	return id, err
}

// Owed returns the first decision that a guest owes at a table; ok is false if there is none.
func Owed(ctx context.Context, g *client.Client, table string) (d client.Decision, ok bool, err error) {
	var view struct{ Decisions []client.Decision }
	_, err = g.Call(ctx, http.MethodGet, "/tables/"+table+"/view", nil, &view)
	for _, d := range view.Decisions {
		if len(d.Moves) > 0 {
			return d, true, err
		}
	}
	return d, false, err
}

// Act answers a decision with its first move.
func Act(ctx context.Context, g *client.Client, table, id string, d client.Decision) error {
	_, err := g.Call(ctx, http.MethodPost, "/tables/"+table+"/commands", map[string]any{"id": id, "decision": d.ID, "move": d.Moves[0]}, nil)
	return err
}
