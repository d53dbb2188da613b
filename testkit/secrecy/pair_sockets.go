package secrecy

import (
	"fmt"
	"slices"
	"strings"

	"nemeton/engine"
)

// listen opens the viewers' sockets on both servers, some with a random since.
func (p *pair) listen() error {
	queries := []string{"&chat=1", p.patches()}
	if p.r.IntN(3) > 0 {
		queries[0] = fmt.Sprintf("&chat=1&since=%d", p.fold.Seq()-engine.Seq(p.r.IntN(min(40, int(p.fold.Seq())+1))))
	}
	for i, v := range p.viewers {
		for _, q := range queries[min(i, p.r.IntN(2)):] {
			if err := p.join(v, q, false); err != nil {
				return err
			}
		}
		if p.r.IntN(2) == 0 {
			if err := p.join(v, queries[p.r.IntN(2)], true); err != nil {
				return err
			}
		}
	}
	return nil
}

// join opens one more socket, or event stream, on both servers.
func (p *pair) join(v engine.Viewer, query string, isStream bool) error {
	for i, h := range p.instances {
		e, err := h.listen(p.table, p.token(v), p.query(v)+query, isStream)
		if err != nil {
			return err
		}
		e.viewer = v
		p.sockets[i] = append(p.sockets[i], e)
	}
	if isStream {
		p.report.Streams++
	}
	return p.compareSockets("a socket that opens with "+query, p.viewers)
}

// settle waits for all messages.
func (p *pair) settle() error {
	for i := range p.instances {
		if err := p.settleSockets(i); err != nil {
			return err
		}
		if err := p.settleStreams(i); err != nil {
			return err
		}
	}
	return nil
}

// settleSockets waits for the messages of sockets, first those of the newest socket, because its opening changes the presence of the others.
func (p *pair) settleSockets(server int) error {
	for _, e := range slices.Backward(p.sockets[server]) {
		if err := e.settle(); err != nil {
			return err
		}
	}
	return nil
}

// settleStreams waits for the messages of event streams: a spectator comes and goes, and the presence that tells it is the last message of each stream.
func (p *pair) settleStreams(server int) error {
	h, all := p.instances[server], p.sockets[server]
	if !slices.ContainsFunc(all, func(e *testSocket) bool { return e.isStream && !e.ended }) {
		return nil
	}
	guest, err := h.listen(p.table, "", p.query(engine.Spectator()), false)
	if err != nil {
		return err
	}
	defer guest.cut()
	if err := guest.settle(); err != nil {
		return err
	}
	settle := func(spectators int) error {
		if err := p.settleSockets(server); err != nil {
			return err
		}
		for _, e := range all {
			if !e.isStream {
				continue
			}
			if err := e.untilSpectators(spectators); err != nil {
				return err
			}
		}
		return nil
	}
	if err := settle(guest.spectators); err != nil {
		return err
	}
	guest.cut()
	h.sockets.wait(len(all))
	return settle(guest.spectators - 1)
}

// compareSockets waits for all messages and compares those of some viewers, socket by socket.
func (p *pair) compareSockets(occasion string, viewers []engine.Viewer) error {
	if err := p.settle(); err != nil {
		return err
	}
	for n, e := range p.sockets[0] {
		a, b := p.sockets[0][n].takeMessages(), p.sockets[1][n].takeMessages()
		if !slices.Contains(viewers, e.viewer) {
			continue
		}
		if err := p.compareText(fmt.Sprintf("%s %d, %s", e.kind(), n, occasion), strings.Join(a, "\n"), strings.Join(b, "\n")); err != nil {
			return err
		}
	}
	return nil
}

// patches is the query of a socket with patches, in every other case with steps.
func (p *pair) patches() string {
	return []string{"&patch=1&chat=1&effects=1", "&steps=1&chat=1&effects=1"}[p.r.IntN(2)]
}

// cut drops a socket and reopens it with its last seq, or a slightly lower one.
func (p *pair) cut() error {
	n := p.r.IntN(len(p.sockets[0]))
	back := engine.Seq(p.r.IntN(3))
	lost := p.sockets[0][n]
	for i, h := range p.instances {
		p.sockets[i][n].cut()
		p.sockets[i] = slices.Delete(p.sockets[i], n, n+1)
		h.sockets.wait(len(p.sockets[i]))
	}
	query := p.patches()
	if lost.seq > back {
		query += fmt.Sprintf("&since=%d", lost.seq-back)
	}
	return p.join(lost.viewer, query, lost.isStream)
}

// socket returns a socket of a viewer on one of the servers, not an event stream.
func (p *pair) socket(server int, v engine.Viewer) *testSocket {
	return p.sockets[server][slices.IndexFunc(p.sockets[server], func(e *testSocket) bool { return e.viewer == v && !e.isStream })]
}
