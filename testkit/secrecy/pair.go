package secrecy

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"nemeton/engine"
	"nemeton/server/store"
)

// pair is two worlds that one viewer should not be able to tell apart.
type pair struct {
	*game
	viewer  engine.Viewer
	viewers []engine.Viewer // all who may not tell: the viewer, and a spectator, who knows no more than anybody
	dreamt  *instance
	worlds  [2]*instance     // the true one first
	ears    [2][]*testSocket // of each world: one that takes whole views, and one that takes patches
	hidden  bool             // the worlds differ in what some seat sees
	true    engine.Secret
	commits [2]string // the commitments
}

// errNothing says that no world can be made of this moment; the next may do.
var errNothing = errors.New("no second world here")

// part makes a second world for a viewer, as of now. Both servers are started anew.
func (g *game) part(v engine.Viewer) (*pair, error) {
	state := g.fold.State().(*State)
	if state.events <= g.counted {
		return nil, errNothing // as many events were there before, and taken back
	}
	p := &pair{game: g, viewer: v, viewers: []engine.Viewer{v}}
	if _, seated := v.Seat(); seated {
		p.viewers = append(p.viewers, engine.Spectator())
	}
	dream, err := p.imagine()
	if err != nil {
		return nil, err
	}
	p.dreamt = &instance{
		start: g.start, path: filepath.Join(filepath.Dir(g.house.path), "other.db"), title: g.house.title.WithSampled(state.events, dream),
		masked: true, leak: g.Leak, clock: g.clock, log: g.Log, overdue: &g.overdue,
	}
	if err := g.restart(p.dreamt); err != nil {
		return nil, err
	}
	p.dreamt.ids.from(&g.house.ids)
	if err := p.dreamt.open(g.entropy()); err != nil {
		return nil, err
	}
	p.worlds = [2]*instance{g.house, p.dreamt}
	secret, err := p.secret()
	if err != nil {
		return nil, errors.Join(err, p.end())
	}
	p.true = secret
	for i, s := range []engine.Secret{secret, other(secret)} {
		c := s.Commitment()
		p.commits[i] = hex.EncodeToString(c[:])
	}
	return p, nil
}

func (p *pair) secret() (engine.Secret, error) {
	row, err := p.house.store.Table(context.Background(), store.TableID(p.table))
	return row.Secret, err
}

// imagine samples a state from what the viewer knows, and prefers one that differs.
func (p *pair) imagine() (dream engine.State, err error) {
	truth := p.fold.State().(*State).State
	for range 4 {
		dream, err = p.title.Sample(engine.Knowledge{
			Viewer: p.viewer, Setup: p.fold.Start().Setup, View: p.fold.View(p.viewer).Title, Decisions: p.fold.Decisions(p.viewer), Seen: p.seen[p.viewer].seen,
		}, p.r)
		if err != nil {
			return nil, err
		}
		for s := range p.seats {
			v := engine.SeatViewer(engine.Seat(s))
			p.hidden = p.hidden || !reflect.DeepEqual(truth.View(v), dream.View(v))
		}
		if p.hidden {
			break
		}
	}
	return dream, nil
}

// end closes the second world and the viewer's sockets.
func (p *pair) end() error {
	for _, ears := range p.ears {
		for _, e := range ears {
			e.cut()
		}
	}
	for i, h := range p.worlds {
		if h != nil && h.server.Stop != nil && p.ears[i] != nil {
			h.sockets.wait(0)
		}
	}
	return p.dreamt.close()
}

// both does the same in both worlds and compares what came of it.
func (p *pair) both(what string, do func(world int, h *instance) (string, error)) error {
	var came [2]string
	for i, h := range p.worlds {
		var err error
		if came[i], err = do(i, h); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return p.same(what, came[0], came[1])
}

// Difference is what told two worlds apart.
type Difference struct {
	Where   string // the game and the moment
	Request string
	True    string
	Other   string
}

// Error implements error.
func (d *Difference) Error() string {
	at := 0
	for at < min(len(d.True), len(d.Other)) && d.True[at] == d.Other[at] {
		at++
	}
	around := func(s string) string { return s[max(0, at-60):min(len(s), max(0, at-60)+240)] }
	return fmt.Sprintf("%s: by %s two worlds can be told apart, from byte %d (of %d, and %d):\n- %s\n+ %s",
		d.Where, d.Request, at, len(d.True), len(d.Other), around(d.True), around(d.Other))
}

// same compares what reached the viewer in the two worlds, the commitment held equal.
func (p *pair) same(door, a, b string) error {
	p.report.Compared++
	a, b = unsigned(a), unsigned(b)
	for _, text := range []string{a, b} {
		if what, found := p.marked(text); found {
			return &Difference{Where: p.where(), Request: door + ", which tells " + what, True: a, Other: b}
		}
	}
	if a == b {
		return nil
	}
	if b = strings.ReplaceAll(b, p.commits[1], p.commits[0]); a == b {
		return nil
	}
	return &Difference{Where: p.where(), Request: door, True: a, Other: b}
}

func (p *pair) where() string {
	return fmt.Sprintf("%s, %d seats, seed %d, viewer %s, entry %d", p.title.Info().ID, p.seats, p.seed, p.viewer, p.fold.Seq())
}

// listen opens the viewers' sockets in both worlds, one after the other; since of the first may be anywhere in the log.
func (p *pair) listen() error {
	queries := []string{"", "&patch=1"}
	if p.r.IntN(3) > 0 {
		queries[0] = fmt.Sprintf("&since=%d", p.fold.Seq()-engine.Seq(p.r.IntN(min(40, int(p.fold.Seq())+1))))
	}
	for i, v := range p.viewers {
		for _, q := range queries[min(i, p.r.IntN(2)):] {
			if err := p.join(v, q); err != nil {
				return err
			}
		}
	}
	return nil
}

// join opens one more socket in both worlds.
func (p *pair) join(v engine.Viewer, query string) error {
	for i, h := range p.worlds {
		e, err := h.listen(p.table, p.token(v), p.query(v)+query)
		if err != nil {
			return err
		}
		e.viewer = v
		p.ears[i] = append(p.ears[i], e)
	}
	return p.hear("a socket that opens with "+query, p.viewers)
}

// settle waits until all frames have come; first those of the newest socket, whose opening the others are told of.
func (p *pair) settle() error {
	for i := range p.worlds {
		for _, e := range slices.Backward(p.ears[i]) {
			if err := e.settle(); err != nil {
				return err
			}
		}
	}
	return nil
}

// hear waits until all frames have come, and compares those of some viewers socket by socket.
func (p *pair) hear(what string, viewers []engine.Viewer) error {
	if err := p.settle(); err != nil {
		return err
	}
	for n, e := range p.ears[0] {
		a, b := p.ears[0][n].take(), p.ears[1][n].take()
		if !slices.Contains(viewers, e.viewer) {
			continue
		}
		if err := p.same(fmt.Sprintf("socket %d, %s", n, what), strings.Join(a, "\n"), strings.Join(b, "\n")); err != nil {
			return err
		}
	}
	return nil
}

// cut drops a socket and comes back with what it has, or a little less.
func (p *pair) cut() error {
	n := p.r.IntN(len(p.ears[0]))
	back := engine.Seq(p.r.IntN(3))
	seq, v := p.ears[0][n].seq, p.ears[0][n].viewer
	for i, h := range p.worlds {
		p.ears[i][n].cut()
		p.ears[i] = slices.Delete(p.ears[i], n, n+1)
		h.sockets.wait(len(p.ears[i]))
	}
	query := "&patch=1"
	if seq > back {
		query += fmt.Sprintf("&since=%d", seq-back)
	}
	return p.join(v, query)
}

// choose finds a decision and its answers in the two worlds: the same move where there is one, else nothing. Where the answer is
// secret the viewer cannot tell any from another, so that they may differ.
func (p *pair) choose() (d owed, moves [2]json.RawMessage, err error) {
	d, lists, err := p.open(p.worlds[0], p.worlds[1])
	if err != nil {
		return d, moves, err
	}
	if len(lists) < 2 {
		return d, moves, errNothing
	}
	if slices.Contains(p.Secret, d.Kind) && !p.viewer.Is(engine.Seat(d.Seat)) {
		for i, list := range lists {
			moves[i] = list[p.r.IntN(len(list))]
		}
		return d, moves, nil
	}
	shared := slices.DeleteFunc(slices.Clone(lists[0]), func(m json.RawMessage) bool {
		return !slices.ContainsFunc(lists[1], func(n json.RawMessage) bool { return bytes.Equal(m, n) })
	})
	if len(shared) == 0 {
		return d, moves, errNothing
	}
	m := shared[p.r.IntN(len(shared))]
	return d, [2]json.RawMessage{m, m}, nil
}

// act answers a decision in both worlds and compares what the viewer is told of it. It tells whether the worlds go on together.
func (p *pair) act() (goOn bool, err error) {
	d, moves, err := p.choose()
	if errors.Is(err, errNothing) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	p.tick()
	own := p.viewer.Is(engine.Seat(d.Seat))
	for i, h := range p.worlds {
		command := p.command(d, moves[i])
		if !own {
			err = h.post(p.at("/commands"), p.tokens[d.Seat], command, nil)
		} else {
			command["t"] = "act"
			err = p.ear(i, p.viewer).say(command)
		}
		if err != nil {
			return false, err
		}
	}
	return p.told("a move of seat " + fmt.Sprint(d.Seat))
}

// told compares what the viewer hears of an entry; an event that reveals by a rule parts the worlds.
func (p *pair) told(what string) (goOn bool, err error) {
	if err := p.follow(); err != nil {
		return false, err
	}
	if err := p.settle(); err != nil {
		return false, err
	}
	// Who is told what was hidden knows the worlds apart; the others still may not.
	blind := slices.DeleteFunc(slices.Clone(p.viewers), p.reveals)
	if err := p.hear(what, blind); err != nil {
		return false, err
	}
	if len(blind) < len(p.viewers) {
		p.report.Reveals++
		return false, nil
	}
	return !p.over(), nil
}

// ear is a socket of a viewer in one of the worlds.
func (p *pair) ear(world int, v engine.Viewer) *testSocket {
	return p.ears[world][slices.IndexFunc(p.ears[world], func(e *testSocket) bool { return e.viewer == v })]
}

// reveals tells whether the first event in which a viewer's two streams differ is one that makes public what was hidden, and is told in
// both worlds as the title's registry says.
func (p *pair) reveals(v engine.Viewer) bool {
	a, b := p.ear(0, v).frames, p.ear(1, v).frames
	if slices.Equal(a, b) {
		return false
	}
	told := [2][]engine.RedactedEvent{eventsOf(a), eventsOf(b)}
	for i := range min(len(told[0]), len(told[1])) {
		if reflect.DeepEqual(told[0][i], told[1][i]) {
			continue
		}
		t, _ := p.title.Registry().Type(told[0][i].Name)
		return told[0][i].Name == told[1][i].Name && t.Reveals != "" && p.rightly(0, v, told[0][i]) && p.rightly(1, v, told[1][i])
	}
	return false
}

// rightly tells whether the registry lets a viewer be told this of the newest entry of a world.
func (p *pair) rightly(world int, v engine.Viewer, told engine.RedactedEvent) bool {
	records, err := p.worlds[world].records(store.TableID(p.table), p.fold.Seq()-1)
	if err != nil || len(records) == 0 {
		return false
	}
	events, err := p.fold.Decode(records[0].Entry)
	if err != nil {
		return false
	}
	raw, err := json.Marshal(p.fold.Redact(events, v))
	var should []engine.RedactedEvent
	if err != nil || json.Unmarshal(raw, &should) != nil {
		return false
	}
	return slices.ContainsFunc(should, func(s engine.RedactedEvent) bool { return reflect.DeepEqual(s, told) })
}

func eventsOf(frames []string) (list []engine.RedactedEvent) {
	for _, raw := range frames {
		var f frame
		if json.Unmarshal([]byte(raw), &f) == nil && f.T == "update" {
			list = append(list, f.Events...)
		}
	}
	return list
}
