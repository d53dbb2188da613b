package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/server/table"

	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/testkit/must"
)

// costBench is a server in this process, whose handler is called without a network.
type costBench struct {
	*testing.B
	app    *wiring.App
	tokens []string
}

func newCostBench(b *testing.B, players int) *costBench {
	b.Helper()
	a, err := wiring.New(b.Context(), wiring.Config{
		Addr: "127.0.0.1:0", Database: "sqlite:" + filepath.Join(b.TempDir(), "bench.db"), Log: zerolog.Nop(), Environment: wiring.NewEnvironment(),
	})
	must.Succeed(b, err)
	b.Cleanup(a.Close)
	c := &costBench{B: b, app: a}
	for n := range players {
		var in struct{ Token string }
		c.call("POST", "/players", "", map[string]any{"name": fmt.Sprint("Player ", n)}, &in)
		c.tokens = append(c.tokens, in.Token)
	}
	return c
}

// call sends one request and decodes the answer into out, unless out is nil.
func (c *costBench) call(method, path, token string, body, out any) {
	c.Helper()
	w := c.send(method, path, token, body)
	if w.Code >= http.StatusBadRequest {
		c.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	if out != nil {
		must.Succeed(c, json.Unmarshal(w.Body.Bytes(), out))
	}
}

// send sends one request and returns the answer.
func (c *costBench) send(method, path, token string, body any) *httptest.ResponseRecorder {
	raw, err := json.Marshal(body)
	if err != nil {
		c.Error(err)
	}
	r := httptest.NewRequestWithContext(c.Context(), method, "/api/v1"+path, bytes.NewReader(raw))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	c.app.Public.Handler.ServeHTTP(w, r)
	return w
}

// play starts a table of Pangea with hints and plays random moves, until its end or the given number of entries.
func (c *costBench) play(entries engine.Seq) store.TableID {
	c.Helper()
	var made struct{ Table struct{ ID string } }
	c.call("POST", "/tables", c.tokens[0], map[string]any{"title": "pangea", "seats": len(c.tokens), "options": map[string]int{"hints": 1}}, &made)
	for _, token := range c.tokens[1:] {
		c.call("POST", "/tables/"+made.Table.ID+"/seats", token, map[string]any{}, nil)
	}
	for _, token := range c.tokens {
		c.call("POST", "/tables/"+made.Table.ID+"/contribution", token, map[string]any{"contribution": "5a"}, nil)
	}
	c.call("POST", "/tables/"+made.Table.ID+"/start", c.tokens[0], nil, nil)
	id, r := store.TableID(made.Table.ID), rand.New(rand.NewPCG(1, 2))
	for n := engine.Seq(1); n < entries; n++ {
		seat, d, ok := c.owed(id)
		if !ok {
			break
		}
		move := d.Moves[r.IntN(len(d.Moves))]
		must.Return(c.app.Registry.Act(c.Context(), id, table.Command{ID: fmt.Sprint("c", n), Seat: seat, Decision: d.ID, Move: move}))(c)
	}
	return id
}

// owedDecision is an open decision with its moves.
type owedDecision struct {
	ID    engine.DecisionID `json:"id"`
	Moves []json.RawMessage `json:"moves"`
}

// owed returns the decision that a seat owes; ok is false at the end of the game.
func (c *costBench) owed(id store.TableID) (seat engine.Seat, d owedDecision, ok bool) {
	c.Helper()
	for seat := range engine.Seat(len(c.tokens)) {
		raw := must.Return(c.app.Registry.View(c.Context(), id, engine.SeatViewer(seat), false))(c)
		var view struct {
			Decisions []owedDecision `json:"decisions"`
		}
		must.Succeed(c, json.Unmarshal(raw, &view))
		for _, d := range view.Decisions {
			if len(d.Moves) > 0 {
				return seat, d, true
			}
		}
	}
	return engine.NoSeat, owedDecision{}, false
}

// BenchmarkCosts measures the cost units of routes: milliseconds of a request without a network. The operations of server/httpapi have
// the results, rounded up.
func BenchmarkCosts(b *testing.B) {
	c := newCostBench(b, 2)
	over, half := c.play(10_000), c.play(300)
	seat, _, _ := c.owed(half)
	token, finished, running := c.tokens[max(seat, 0)], "/tables/"+string(over), "/tables/"+string(half)
	measure := func(name string, do func()) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				do()
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "units")
		})
	}
	get := func(path string) func() { return func() { c.call("GET", path, token, nil, nil) } }
	measure("GET /titles", get("/titles"))
	measure("GET /openapi.json", get("/openapi.json"))
	measure("GET /me", get("/me"))
	measure("GET /tables", get("/tables?mine=1"))
	measure("GET /tables/{id}", get(running))
	measure("GET /tables/{id}/view", get(running+"/view"))
	measure("GET /tables/{id}/log", get(finished+"/log?since=1"))
	measure("GET /tables/{id}/past, at the beginning", get(finished+"/past?since=0"))
	measure("GET /tables/{id}/past, after 300 entries", get(finished+"/past?since=300"))
	measure("POST /tables/{id}/hint", func() { c.call("POST", running+"/hint", token, nil, nil) })
	measure("GET /tables/{id}/export, cached", get(finished+"/export"))
	key := must.Return(c.app.Signer.Key(b.Context()))(b)
	measure("export, built", func() {
		must.Return(c.app.Registry.Export(b.Context(), over, key.SignExport))(b)
	})
	row := store.Table{ID: half, Title: "pangea", Seq: 300}
	measure("POST /tables/{id}/fork, without the new table", func() {
		must.Return(c.app.Registry.Moment(b.Context(), row, row.Seq, engine.ForkNew))(b)
	})
	r := rand.New(rand.NewPCG(3, 4))
	played := 0
	measure("POST /tables/{id}/commands", func() {
		seat, d, ok := c.owed(half)
		if !ok {
			b.Skip("the game is over")
		}
		played++
		c.call("POST", running+"/commands", c.tokens[seat], map[string]any{
			"id": fmt.Sprint("b", played), "decision": d.ID, "move": d.Moves[r.IntN(len(d.Moves))],
		}, nil)
	})
	measure("POST /tables and DELETE /tables/{id}/seats/{seat}", func() {
		var made struct{ Table struct{ ID string } }
		c.call("POST", "/tables", token, map[string]any{"title": "pangea", "seats": 2}, &made)
		c.call("DELETE", "/tables/"+made.Table.ID+"/seats/0", token, nil, nil)
	})
}
