package table

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// simClient is a viewer's client with at most one socket. It checks each message against the stored entries.
type simClient struct {
	w      *world
	table  *simTable
	player store.PlayerID
	viewer engine.Viewer
	patch  bool

	node       *simNode // of the socket; nil: none
	sub        *Subscription
	connecting bool
	waits      bool // for the first content of the socket
	named      bool // the socket was opened with since and head
	since      bool // the socket was opened with since
	last       *moment
	doc        []byte // that the next patch applies to
}

// connect opens a socket. With since, the client continues from the content that it has; with head, it names the history of that.
func (c *simClient) connect(n *simNode, since, head bool) {
	if c.sub != nil || c.connecting || !n.up() {
		return
	}
	req := SubscribeRequest{Player: c.player, Patch: c.patch}
	c.waits, c.named, c.since, c.doc = true, false, false, nil
	if since && c.last != nil {
		seq := c.last.seq
		req.Since, c.since = &seq, true
		if head && c.last.seq > 0 {
			req.Head, c.named = c.last.head, true
		}
	}
	mustTell := c.named && c.last.lost
	c.node, c.connecting = n, true
	c.w.spawn(n, func() {
		sub, err := n.reg.Subscribe(context.Background(), c.table.id, req)
		c.connecting = false
		if err != nil {
			c.w.logf("  client %v at table %d: %v", c.viewer, c.table.index, err)
			c.w.checkError(err)
			c.node = nil
			return
		}
		c.sub = sub
		if mustTell && c.last.lost {
			c.expectNotice()
		}
	})
}

// expectNotice checks that a client that named a lost entry is told so first.
func (c *simClient) expectNotice() {
	c.sub.mu.Lock()
	defer c.sub.mu.Unlock()
	if len(c.sub.queue) == 0 || !strings.Contains(string(c.sub.queue[0].plain), `"restored":true`) {
		c.w.failf("table %d: a client that named the lost entry %d was not told so", c.table.index, c.last.seq)
	}
}

// disconnect closes the socket.
func (c *simClient) disconnect() {
	if c.sub == nil {
		return
	}
	sub, node := c.sub, c.node
	c.drop()
	c.w.spawn(node, sub.Close)
}

// drop forgets the socket.
func (c *simClient) drop() { c.sub, c.node, c.connecting = nil, nil, false }

// read reads and checks all messages that wait.
func (c *simClient) read() {
	for c.sub != nil {
		messages, err := c.sub.Take(nil)
		for _, m := range messages {
			c.receive(string(m.plain))
		}
		if err != nil {
			c.w.logf("  client %v at table %d: %v", c.viewer, c.table.index, err)
			c.w.checkError(err)
			c.disconnect()
			return
		}
		if len(messages) == 0 {
			return
		}
	}
}

// checkError fails on the errors that no fault of this simulation explains.
func (w *world) checkError(err error) {
	var closed Closed
	if !errors.As(err, &closed) || closed.Code == wire.CloseDraining || closed.Code == wire.CloseUnknownTable {
		return
	}
	w.failf("a stream ended with %v", closed)
}

func (c *simClient) receive(raw string) {
	switch {
	case strings.HasPrefix(raw, `{"t":"update"`):
		c.receiveUpdate(raw)
	case strings.HasPrefix(raw, `{"t":"snapshot"`):
		c.receiveSnapshot(raw)
	case strings.HasPrefix(raw, `{"t":"table"`):
		c.waits = c.waits && !c.named // nothing was missed, or nobody can know
	}
}

// receiveUpdate checks that an update is the next entry after the content that the client has.
func (c *simClient) receiveUpdate(raw string) {
	if c.waits && !c.since {
		c.w.failf("table %d: %v got an update before any snapshot: %s", c.table.index, c.viewer, raw)
		return
	}
	next := c.last.children
	if c.waits && !c.named { // the server cannot know which history the client has
		next = nil
		for _, m := range c.table.history.byHash {
			if m.seq == c.last.seq+1 {
				next = append(next, m)
			}
		}
	}
	for _, m := range next {
		if c.matches(raw, m) {
			c.last, c.waits = m, false
			return
		}
	}
	c.w.failf("table %d: %v has entry %d and got %s", c.table.index, c.viewer, c.last.seq, raw)
}

// matches reports whether an update is that of a moment.
func (c *simClient) matches(raw string, m *moment) bool {
	want := m.expect(c.viewer)
	if raw == want.update {
		c.doc = want.document()
		return true
	}
	if !c.patch || c.doc == nil {
		return false
	}
	var got wire.Update
	if err := json.Unmarshal([]byte(raw), &got); err != nil || got.Head != m.head || got.Seq != m.seq || string(got.Events) != want.events || got.Patch == nil ||
		!slices.Equal(got.Clocks, m.fold.Clocks()) || got.Time != m.fold.ClocksAt() {
		return false
	}
	p, err := jsonpatch.DecodePatch(got.Patch)
	if err != nil {
		return false
	}
	doc, err := p.Apply(c.doc)
	if err != nil || !jsonpatch.Equal(doc, want.document()) {
		return false
	}
	c.doc = doc
	return true
}

// receiveSnapshot checks the content of a snapshot, and that it comes first or because entries were lost.
func (c *simClient) receiveSnapshot(raw string) {
	var got wire.Snapshot
	if err := json.Unmarshal([]byte(raw), &got); err != nil {
		c.w.failf("table %d: %v got %s: %v", c.table.index, c.viewer, raw, err)
		return
	}
	h := c.table.history
	m := h.byHead[got.Head]
	if got.Head == "" {
		m = h.root
	}
	switch {
	case m == nil || m.seq != got.Seq:
		c.w.failf("table %d: %v got a snapshot of an entry that was never stored: %s", c.table.index, c.viewer, raw)
		return
	case !c.waits && !got.Restored:
		c.w.failf("table %d: %v got a second snapshot: %s", c.table.index, c.viewer, raw)
	case got.Restored && len(h.losses) == 0:
		c.w.failf("table %d: %v was told of a loss that did not happen: %s", c.table.index, c.viewer, raw)
	}
	if want := m.expect(c.viewer); string(got.View) != want.view || string(got.Decisions) != want.decisions {
		c.w.failf("table %d: %v got entry %d as\n%s\nwant\n%s %s", c.table.index, c.viewer, m.seq, raw, want.view, want.decisions)
	}
	c.last, c.waits, c.doc = m, false, m.expect(c.viewer).document()
}
