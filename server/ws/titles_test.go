package ws_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nemeton/client"
	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/ws/wsconn"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

// Two players and a spectator follow a live game of each title by patches, steps and effects. In the end each has the authority's view.
func TestSocket_Titles(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		t.Run(title.Info().ID, func(t *testing.T) {
			t.Parallel()
			h := newServerOf(t, func(c *table.Config) { c.Title, c.Node.Reads = catalog.Find, engine.ReadsOf(catalog.Titles()) })
			colors := title.Info().ColorsFor(2)
			id := h.Running(h.registry, 2, func(row *store.Table) {
				row.Title, row.Options = title.Info().ID, nil
				for seat := range row.Seats {
					row.Seats[seat].Color = colors[seat]
				}
			})
			viewers := []*liveViewer{
				{h: h, as: engine.SeatViewer(0), conn: h.dial(id, h.Players[0], allData)},
				{h: h, as: engine.SeatViewer(1), conn: h.dial(id, h.Players[1], allData)},
				{h: h, as: engine.Spectator(), conn: h.dial(id, "", allData)},
			}
			enough := testsize.Pick(20, 40, 10_000)
			var playing sync.WaitGroup
			for seat, v := range viewers {
				playing.Go(func() { v.play(uint64(seat), enough) })
			}
			playing.Wait()
			for _, v := range viewers {
				var want struct {
					Seq       int             `json:"seq"`
					View      json.RawMessage `json:"view"`
					Decisions json.RawMessage `json:"decisions"`
				}
				must.Succeed(t, json.Unmarshal(must.Return(h.registry.View(h.context(), id, v.as, true))(t), &want))
				for v.state.Seq < want.Seq && !t.Failed() {
					v.next()
				}
				if diff := cmp.Diff(decoded(t, client.Document(want.View, want.Decisions)), decoded(t, v.state.Document)); diff != "" {
					t.Errorf("%v at %d: -authority +viewer\n%s", v.as, v.state.Seq, diff)
				}
			}
		})
	}
}

func decoded(t *testing.T, raw json.RawMessage) (v any) {
	t.Helper()
	must.Succeed(t, json.Unmarshal(raw, &v))
	return v
}

const allData = "?patch=1&steps=1&effects=1"

// liveViewer is a socket at a running game, with the state that its messages make.
type liveViewer struct {
	h     testServer
	as    engine.Viewer
	conn  *wsconn.Conn
	state client.State
}

// play answers each decision of its own with a random move, until the state has enough entries or the game ends.
func (v *liveViewer) play(seed uint64, enough int) {
	random := rand.New(rand.NewPCG(1, seed))
	for v.state.Outcome == nil && v.state.Seq < enough {
		if tag := v.next(); tag == "" {
			return
		} else if own := v.state.Own(); tag != "result" && len(own) > 0 {
			v.h.send(v.conn, fmt.Sprintf(`{"t":"act","id":"%d-%d","decision":%q,"move":%s}`,
				seed, v.state.Seq, own[0].ID, own[0].Moves[random.IntN(len(own[0].Moves))]))
		}
	}
}

// next reads a message and returns its tag; empty if the test has failed.
func (v *liveViewer) next() string {
	raw, err := v.conn.Read(v.h.context())
	if err != nil {
		v.h.t.Error(err)
		return ""
	}
	m, err := client.ReadMessage(raw)
	if err == nil {
		err = v.state.Apply(m)
	}
	if err != nil {
		v.h.t.Errorf("%s: %v", raw, err)
		return ""
	}
	return m.Tag
}
