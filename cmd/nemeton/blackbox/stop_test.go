package blackbox_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"nemeton/client"
)

// post sends one request and decodes the answer.
func post(t *testing.T, url, token string, body, answer any) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode/100 != 2 {
		t.Fatalf("POST %s: %s", url, resp.Status)
	}
	if err := json.NewDecoder(resp.Body).Decode(answer); err != nil {
		t.Fatal(err)
	}
}

func TestStop_ClosesSocketsForReconnect(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		p := serve(t, database)
		var guest struct {
			Token string `json:"token"`
		}
		post(t, p.url+"/api/v1/players", "", map[string]any{"name": "Ada"}, &guest)
		var made struct {
			Table struct {
				ID string `json:"id"`
			} `json:"table"`
		}
		post(t, p.url+"/api/v1/tables", guest.Token, map[string]any{"title": "meduris", "seats": 2}, &made)
		socket, err := client.Dial(t.Context(), client.Options{}, "ws"+strings.TrimPrefix(p.url, "http")+"/api/v1/tables/"+made.Table.ID+"/socket", nil)
		if err != nil {
			t.Fatal(err)
		}
		closed := make(chan int, 1)
		go func() {
			for {
				if _, err := socket.Read(t.Context()); err != nil {
					closed <- client.Closed(err)
					return
				}
			}
		}()
		stopCleanly(t, p)
		if got := <-closed; got != 4503 {
			t.Errorf("the socket closed with %d, want 4503", got)
		}
	})
}
