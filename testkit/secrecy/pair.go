package secrecy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/store"
)

// pair is two servers that one viewer may not distinguish.
type pair struct {
	*game
	viewer      engine.Viewer
	viewers     []engine.Viewer // the viewer and, if it has a seat, a spectator
	sampled     *instance
	instances   [2]*instance     // the first server first
	sockets     [2][]*testSocket // by server: sockets with whole views, sockets with patches, and event streams
	differs     bool             // some seat's view differs between the servers
	secret      chance.Secret
	commitments [2]string // by server
}

// errNoPair means that no second server can start from this state; a later one may work.
var errNoPair = errors.New("no sampled state for a second server")

// newPair starts a second server for a viewer from the current state. Both servers start anew.
func (g *game) newPair(v engine.Viewer) (*pair, error) {
	state := g.fold.State().(*State)
	if state.events <= g.maxEvents {
		return nil, errNoPair // the event count is not unique, because of a take-back
	}
	p := &pair{game: g, viewer: v, viewers: []engine.Viewer{v}}
	if _, seated := v.Seat(); seated {
		p.viewers = append(p.viewers, engine.Spectator())
	}
	sample, err := p.sample()
	if err != nil {
		return nil, err
	}
	p.sampled = &instance{
		start: g.start, path: filepath.Join(filepath.Dir(g.server.path), "other.db"), title: g.server.title.WithSampled(state.events, sample),
		otherSecret: true, piped: g.server.piped, leak: g.Leak, clock: g.clock, log: g.Log, timedOut: &g.timedOut,
	}
	if err := g.restart(p.sampled); err != nil {
		return nil, err
	}
	p.sampled.ids.continueFrom(&g.server.ids)
	if err := p.sampled.open(g.entropy()); err != nil {
		return nil, err
	}
	p.instances = [2]*instance{g.server, p.sampled}
	if err := p.readSecret(); err != nil {
		return nil, errors.Join(err, p.end())
	}
	return p, nil
}

// readSecret reads the secret of the table and derives the commitments of both servers.
func (p *pair) readSecret() error {
	row, err := p.server.store.Table(context.Background(), store.TableID(p.table))
	p.secret = row.Secret
	for i, s := range []chance.Secret{row.Secret, flipSecret(row.Secret)} {
		row.Secret = s
		c, wrong := row.Commitment()
		p.commitments[i], err = c.String(), errors.Join(err, wrong)
	}
	return err
}

// sample samples a state from the viewer's knowledge. It prefers a state that differs from the true one.
func (p *pair) sample() (sampled engine.State, err error) {
	truth := p.fold.State().(*State).State
	for range 4 {
		sampled, err = p.title.Sample(p.fold.Knowledge(p.viewer), p.r)
		if err != nil {
			return nil, err
		}
		for s := range p.seats {
			v := engine.SeatViewer(engine.Seat(s))
			p.differs = p.differs || !reflect.DeepEqual(truth.View(v), sampled.View(v))
		}
		if p.differs {
			break
		}
	}
	return sampled, nil
}

// end closes the viewers' sockets and stops the second server.
func (p *pair) end() error {
	for _, ears := range p.sockets {
		for _, e := range ears {
			e.cut()
		}
	}
	for i, h := range p.instances {
		if h != nil && h.server.Stop != nil && p.sockets[i] != nil {
			h.sockets.wait(0)
		}
	}
	return p.sampled.close()
}

// compareRequest runs do on both servers and compares the results.
func (p *pair) compareRequest(name string, do func(server int, h *instance) (string, error)) error {
	var responses [2]string
	for i, h := range p.instances {
		var err error
		if responses[i], err = do(i, h); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return p.compareText(name, responses[0], responses[1])
}

// Difference is the error of two servers that a viewer can distinguish.
type Difference struct {
	Where   string // the game and the seq
	Request string
	True    string
	Other   string
}

func (d *Difference) Error() string {
	at := 0
	for at < min(len(d.True), len(d.Other)) && d.True[at] == d.Other[at] {
		at++
	}
	around := func(s string) string { return s[max(0, at-60):min(len(s), max(0, at-60)+240)] }
	return fmt.Sprintf("%s: %s differs between the servers, from byte %d (of %d and %d):\n- %s\n+ %s",
		d.Where, d.Request, at, len(d.True), len(d.Other), around(d.True), around(d.Other))
}

// compareText compares the data of both servers, with commitments, signatures and short heads masked.
func (p *pair) compareText(source, a, b string) error {
	p.report.Compared++
	for _, text := range []string{a, b} {
		if mark, found := p.findMark(text); found {
			return &Difference{Where: p.where(), Request: source + ", which contains " + mark, True: a, Other: b}
		}
	}
	a, headsA := maskHeads(a)
	b, headsB := maskHeads(b)
	if head, found := unblinded(headsA, headsB); found {
		return &Difference{Where: p.where(), Request: source + ", whose head " + head + " does not depend on the secret", True: a, Other: b}
	}
	if a == b {
		return nil
	}
	if b = strings.ReplaceAll(b, p.commitments[1], p.commitments[0]); a == b {
		return nil
	}
	return &Difference{Where: p.where(), Request: source, True: a, Other: b}
}

func (p *pair) where() string {
	return fmt.Sprintf("%s, %d seats, seed %d, viewer %s, entry %d", p.title.Info().ID, p.seats, p.seed, p.viewer, p.fold.Seq())
}

// choose chooses a decision and its moves on both servers: a move that both have, or errNoPair. If the answer is secret, the moves may
// differ.
func (p *pair) choose() (d decision, moves [2]json.RawMessage, err error) {
	d, lists, err := p.openDecision(p.instances[0], p.instances[1])
	if err != nil {
		return d, moves, err
	}
	if len(lists) < 2 {
		return d, moves, errNoPair
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
		return d, moves, errNoPair
	}
	m := shared[p.r.IntN(len(shared))]
	return d, [2]json.RawMessage{m, m}, nil
}

// act answers a decision on both servers and compares the messages. It reports whether the pair goes on.
func (p *pair) act() (goOn bool, err error) {
	d, moves, err := p.choose()
	if errors.Is(err, errNoPair) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	p.tick()
	own := p.viewer.Is(engine.Seat(d.Seat))
	for i, h := range p.instances {
		command := p.command(d, moves[i])
		if !own {
			err = h.post(p.tablePath("/commands"), p.tokens[d.Seat], command, nil)
		} else {
			command["t"] = "act"
			err = p.socket(i, p.viewer).command(command)
		}
		if err != nil {
			return false, err
		}
	}
	return p.compareEntry("a move of seat " + fmt.Sprint(d.Seat))
}

// compareEntry compares the viewers' messages after an entry. The pair ends if a revealing event distinguishes the servers.
func (p *pair) compareEntry(occasion string) (goOn bool, err error) {
	if err := p.applyNewEntries(); err != nil {
		return false, err
	}
	if err := p.settle(); err != nil {
		return false, err
	}
	// A viewer that has received the revealed data may distinguish the servers; the others may not.
	stillEqual := slices.DeleteFunc(slices.Clone(p.viewers), p.reveals)
	if err := p.compareSockets(occasion, stillEqual); err != nil {
		return false, err
	}
	if len(stillEqual) < len(p.viewers) {
		p.report.Reveals++
		return false, nil
	}
	return !p.over(), nil
}

// reveals reports whether the first different event of a viewer's two streams reveals hidden data, and was redacted correctly on both
// servers.
func (p *pair) reveals(v engine.Viewer) bool {
	a, b := p.socket(0, v).messages, p.socket(1, v).messages
	if slices.Equal(a, b) {
		return false
	}
	events := [2][]engine.RedactedEvent{eventsOf(a), eventsOf(b)}
	for i := range min(len(events[0]), len(events[1])) {
		if reflect.DeepEqual(events[0][i], events[1][i]) {
			continue
		}
		t, _ := p.title.Registry().Type(events[0][i].Name)
		return events[0][i].Name == events[1][i].Name && t.Reveals != "" && p.isPermitted(0, v, events[0][i]) && p.isPermitted(1, v, events[1][i])
	}
	return false
}

// isPermitted reports whether the registry permits an event of the newest entry for a viewer.
func (p *pair) isPermitted(server int, v engine.Viewer, event engine.RedactedEvent) bool {
	records, err := p.instances[server].records(store.TableID(p.table), p.fold.Seq()-1)
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
	return slices.ContainsFunc(should, func(s engine.RedactedEvent) bool { return reflect.DeepEqual(s, event) })
}

func eventsOf(frames []string) (list []engine.RedactedEvent) {
	for _, raw := range frames {
		var f serverMessage
		if json.Unmarshal([]byte(raw), &f) == nil && f.T == "update" {
			list = append(list, f.Events...)
			for _, step := range f.Steps {
				list = append(list, step.Event)
			}
		}
	}
	return list
}
