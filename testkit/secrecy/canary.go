package secrecy

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"nemeton/engine"
	"nemeton/testkit/memlog"
)

// Canary plays whole games of the title, each on one server. It searches everything that viewers receive, the server's log at debug level,
// and its metrics for hidden data. A *Found error names the data and its place. Options.States counts the searched entries; games that
// have begun are played to their ends or to Options.MaxEntries.
func Canary(start Start, title engine.Title, o Options) (Report, error) {
	log := &memlog.Log{}
	o.Log = log
	x := &check{Options: o, start: start, title: title, report: Report{Requests: map[string]int{}}}
	info := title.Info()
	for n := 0; x.report.States < o.States; n++ {
		g, err := x.newGame(o.Seed+uint64(n), info.MinSeats+(n+1)%(info.MaxSeats-info.MinSeats+1))
		if err != nil {
			return x.report, err
		}
		x.report.Games++
		c := &canary{game: g, log: log, sockets: map[engine.Viewer]*testSocket{}, marks: map[engine.Viewer]*marks{}}
		err = c.play()
		for _, e := range c.sockets {
			e.cut()
		}
		x.report.RequestCount += g.server.requests
		if err = errors.Join(err, g.close()); err != nil {
			return x.report, err
		}
	}
	return x.report, nil
}

// Found is the error of hidden data in a place that somebody could read.
type Found struct {
	Where   string // the game, the seq and the reader
	Request string
	Mark    string
}

func (f *Found) Error() string {
	return fmt.Sprintf("%s: %s contains hidden data: %s", f.Where, f.Request, f.Mark[:min(len(f.Mark), 300)])
}

// canary is one game whose output is searched.
type canary struct {
	*game
	log     *memlog.Log
	sockets map[engine.Viewer]*testSocket
	marks   map[engine.Viewer]*marks
	stage   *engine.Fold // the table before the entries whose marks were not updated yet
}

// play plays the game to its end.
func (c *canary) play() error {
	for n, v := range c.viewers() {
		c.marks[v] = newMarks()
		query := "&since=0"
		if n%2 == 0 {
			query = []string{"&patch=1&effects=1", "&steps=1&effects=1"}[n/2%2]
		}
		e, err := c.server.listen(c.table, c.token(v), c.query(v)+query, false)
		if err != nil {
			return err
		}
		c.sockets[v] = e
	}
	if err := c.hideSecrets(); err != nil {
		return err
	}
	for last := engine.Seq(0); !c.over() && (c.MaxEntries == 0 || last < c.MaxEntries); {
		if err := c.updateMarks(last); err != nil {
			return err
		}
		last = c.fold.Seq()
		if err := c.search(); err != nil {
			return err
		}
		c.report.States++
		if err := c.playMove(); err != nil {
			return err
		}
	}
	return nil
}

// playMove answers a decision, by socket or by REST.
func (c *canary) playMove() error {
	d, moves, err := c.openDecision(c.server)
	if err != nil || len(moves) == 0 {
		return errors.Join(err, errors.New("an owing seat has no moves"))
	}
	c.tick()
	command := c.command(d, moves[0][c.r.IntN(len(moves[0]))])
	v := engine.SeatViewer(engine.Seat(d.Seat))
	if c.r.IntN(2) == 0 {
		command["t"] = "act"
		err = c.sockets[v].command(command)
	} else {
		err = c.server.post(c.tablePath("/commands"), c.token(v), command, nil)
	}
	return errors.Join(err, c.applyNewEntries())
}

// search searches everything sent since the last call, and sends requests.
func (c *canary) search() error {
	for _, v := range c.viewers() {
		e := c.sockets[v]
		if err := e.settle(); err != nil {
			return err
		}
		if err := c.check(v, "a socket", strings.Join(e.takeMessages(), "\n")); err != nil {
			return err
		}
		for i, d := range (&pair{game: c.game, viewer: v}).requestCases(v) {
			if d.rare && c.r.IntN(40) > 0 || i >= alwaysRequested && !c.AllRequests && c.r.IntN(8) > 0 {
				continue
			}
			a, err := c.server.request(d.method, d.path, c.token(v), d.body)
			if err != nil {
				return err
			}
			if err := c.check(v, d.name, a.raw); err != nil {
				return err
			}
			c.report.Requests[d.name]++
		}
	}
	nobody := engine.Spectator()
	if err := c.check(nobody, "the log", c.log.Take()); err != nil {
		return err
	}
	metrics := c.server.server.Metrics()
	if c.Leak.Metrics != nil {
		metrics = c.Leak.Metrics(metrics, c.server.title)
	}
	return c.check(nobody, "the metrics", metrics)
}

func (c *canary) check(v engine.Viewer, source, text string) error {
	c.report.Compared++
	mark, found := c.marks[v].find(text)
	if head := c.fold.Head(); !found {
		mark = hex.EncodeToString(head[:])
		found = strings.Contains(text, mark)
	}
	if found {
		where := fmt.Sprintf("%s, %d seats, seed %d, viewer %s, entry %d", c.title.Info().ID, c.seats, c.seed, v, c.fold.Seq())
		return &Found{Where: where, Request: source, Mark: mark}
	}
	return nil
}

// updateMarks adds the data that the entries after last revealed to each viewer, and the data that they hid.
func (c *canary) updateMarks(last engine.Seq) error {
	for _, v := range c.viewers() {
		// Moves that the rules forbid a seat can be those of another one. Compare finds out whether they depend on hidden data.
		_, forbidden := c.fold.Refusals(v)
		known, err := json.Marshal([]any{c.fold.View(v).Title, c.fold.Decisions(v), forbidden})
		if err != nil {
			return err
		}
		c.marks[v].allow(string(known))
		effects, err := c.fold.AppendDecisions(nil, v, true)
		if err != nil {
			return err
		}
		c.marks[v].allow(string(effects))
	}
	if err := c.updateMarksFromEvents(last); err != nil {
		return err
	}
	for _, seat := range c.viewers() {
		if _, ok := seat.Seat(); !ok {
			continue
		}
		view, err := json.Marshal([]any{c.fold.View(seat).Title, c.fold.Decisions(seat)})
		if err != nil {
			return err
		}
		own := parts(view)
		for _, v := range c.viewers() {
			c.marks[v].hide(own...)
		}
	}
	return nil
}

// updateMarksFromEvents allows each viewer its redacted events, and hides the parts of the full events.
func (c *canary) updateMarksFromEvents(last engine.Seq) error {
	records, err := c.server.records(c.tableID(), last)
	if err != nil {
		return err
	}
	for _, r := range records {
		events, err := c.fold.Decode(r.Entry)
		if err != nil {
			return err
		}
		for _, v := range c.viewers() {
			redacted, err := json.Marshal(c.fold.Redact(events, v))
			if err != nil {
				return err
			}
			c.marks[v].allow(string(redacted))
		}
		if err := c.allowStages(r, events); err != nil {
			return err
		}
		encoded, err := encodings(r.Entry.Events, events)
		if err != nil {
			return err
		}
		for _, m := range c.marks {
			m.hide(encoded...)
		}
	}
	return nil
}

// allowStages allows each viewer the views between the events of an entry.
func (c *canary) allowStages(r engine.Record, events []engine.Event) error {
	if c.stage == nil {
		c.stage = engine.NewFold(c.title)
	}
	if c.stage.Seq() > 0 {
		for _, after := range c.stage.AfterEach(events) {
			for _, v := range c.viewers() {
				known, err := json.Marshal(after.View(v).Title)
				if err != nil {
					return err
				}
				c.marks[v].allow(string(known))
			}
		}
	}
	next := c.stage.Clone()
	_, err := next.Apply(r)
	c.stage = next
	return err
}

// encodings returns the parts of an entry's events, as stored and as in an unredacted message.
func encodings(stored []engine.Stored, events []engine.Event) (texts []string, err error) {
	for _, e := range stored {
		texts = append(texts, parts(e.Data)...)
	}
	for _, e := range events {
		raw, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		texts = append(texts, parts(raw)...)
	}
	return texts, nil
}
