package traffic

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Guest is a player that sends REST requests.
type Guest struct {
	url    string // of the API
	token  string // empty while the guest is created
	client *http.Client
}

// Refused is the error of a call that the server answered with an error status.
type Refused struct {
	Status int
	Code   string        // of the protocol; empty if the answer has none
	Wait   time.Duration // Retry-After; 0 if the answer has none
	Text   string
}

func (r *Refused) Error() string { return r.Text }

// NewGuest creates a guest on the server at url (http://...).
func NewGuest(ctx context.Context, url, name string) (Guest, error) {
	return NewGuestWith(ctx, http.DefaultClient, url, name)
}

// NewGuestWith is NewGuest for a guest that uses a client of its own.
func NewGuestWith(ctx context.Context, client *http.Client, url, name string) (Guest, error) {
	g := Guest{url: url + "/api/v1", client: client}
	var made struct {
		Token string `json:"token"`
	}
	err := g.Call(ctx, http.MethodPost, "/players", map[string]any{"name": name}, &made)
	g.token = made.Token
	return g, err
}

// Token returns the token that identifies the guest.
func (g Guest) Token() string { return g.token }

func (g Guest) CreateTable(ctx context.Context, title string, seats int) (id string, err error) {
	var made struct {
		Table struct {
			ID string `json:"id"`
		} `json:"table"`
	}
	err = g.Call(ctx, http.MethodPost, "/tables", map[string]any{"title": title, "seats": seats}, &made)
	return made.Table.ID, err
}

// Contribute adds random bytes of a guest to the chance of a table.
func Contribute(ctx context.Context, id string, g Guest) error {
	var contribution [32]byte
	_, _ = rand.Read(contribution[:]) // never fails
	body := map[string]any{"contribution": hex.EncodeToString(contribution[:])}
	return g.Call(ctx, http.MethodPost, "/tables/"+id+"/contribution", body, nil)
}

// Start lets the guests of a table contribute to its chance, and starts it. The first guest is the host. All other seats are held by bots.
func Start(ctx context.Context, id string, guests ...Guest) error {
	for _, g := range guests {
		if err := Contribute(ctx, id, g); err != nil {
			return err
		}
	}
	return guests[0].Call(ctx, http.MethodPost, "/tables/"+id+"/start", nil, nil)
}

// Call sends a request and decodes the response into out, unless out is nil. The error of a refusal is a *Refused.
func (g Guest) Call(ctx context.Context, method, path string, body, out any) error {
	var raw bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&raw).Encode(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, g.url+path, &raw)
	if err != nil {
		return err
	}
	r.Header = g.header()
	r.Header.Set("Content-Type", "application/json")
	res, err := g.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return err
	case res.StatusCode >= http.StatusBadRequest:
		return refusal(res, fmt.Sprintf("%s %s: %d %s", method, path, res.StatusCode, text), text)
	case out == nil:
		return nil
	}
	return json.Unmarshal(text, out)
}

// refusal is the error of a response with an error status.
func refusal(res *http.Response, text string, body []byte) *Refused {
	var problem struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(body, &problem)                        // a proxy answers in other ways
	seconds, _ := strconv.Atoi(res.Header.Get("Retry-After")) // absent: 0
	return &Refused{Status: res.StatusCode, Code: problem.Code, Wait: time.Duration(seconds) * time.Second, Text: text}
}

// header returns the header that identifies the guest.
func (g Guest) header() http.Header {
	if g.token == "" {
		return http.Header{}
	}
	return http.Header{"Authorization": {"Bearer " + g.token}}
}
