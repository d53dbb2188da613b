package export

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"nemeton/engine"
)

// origin checks the start of a fork. The log of its origin passes the same checks as any log, except for those of the end. It ends with the entry that the
// commitment of the fork covers. The check of the rules compares the state.
func (c *checking) origin() *Fault {
	origin := c.begun.Origin
	c.report.Origin = origin
	if origin == nil {
		return nil
	}
	before, err := c.before()
	if origin.Chance != engine.ForkSame && origin.Chance != engine.ForkNew {
		err = fmt.Errorf("the chance %q", origin.Chance)
	}
	if err != nil {
		return fault(CheckOrigin, 1, "%v", err)
	}
	// The steps of the origin are not counted, because the log of the fork says nothing about their number.
	next := func(int, int) bool { return c.next(c.steps, passes*len(c.doc.Entries)) }
	of := &checking{doc: before, title: c.title, cut: true, next: next}
	for _, check := range of.checks() {
		if f := check(); f != nil {
			return fault(CheckOrigin, 1, "%s of entry %d of the origin: %s", f.Check, f.Seq, f.Detail)
		}
	}
	if got := engine.Seq(len(before.Entries)); before.Table != origin.Table || got != origin.Seq {
		return fault(CheckOrigin, 1, "the log is that of table %s up to entry %d, want table %s up to entry %d", before.Table, got, origin.Table, origin.Seq)
	}
	c.report.Older += of.report.Older
	return nil
}

// before is the log of a fork's origin as a document. It lacks the outcome, and the names of persons, which only the record of the origin has.
func (c *checking) before() (d Document, err error) {
	forked, err := forkedOf(c.records[0].Entry)
	if err != nil {
		return d, err
	}
	for _, raw := range forked.Log {
		r, err := engine.ReadRecord(raw)
		if err != nil {
			return d, err
		}
		d.Entries = append(d.Entries, Entry{Entry: r.Bytes, Hash: r.Hash})
	}
	start, err := started(forked.Log)
	if err != nil {
		return d, err
	}
	d.Format, d.Table, d.Title, d.CreatedAt, d.Options = start.Chance, start.Table, start.Title, start.Created, start.Setup.Options
	d.Secret, d.Commitment, d.Contributions, d.Head = hex.EncodeToString(forked.Secret[:]), start.Commitment, start.Contributions, c.begun.Origin.Head
	for i, color := range start.Setup.Colors {
		d.Seats = append(d.Seats, Seat{Seat: engine.Seat(i), Color: color})
		if i < len(start.Bots) {
			d.Seats[i].Bot = start.Bots[i]
		}
	}
	return d, nil
}

// forkedOf is the second event of a fork's first entry.
func forkedOf(first engine.Entry) (f engine.Forked, err error) {
	if len(first.Events) < 2 || first.Events[1].Name != engine.SystemEventName(f) {
		return f, errors.New("the start of a fork without the log of its origin")
	}
	err = json.Unmarshal(first.Events[1].Data, &f)
	return f, err
}

// started is the first event of a log.
func started(log []json.RawMessage) (s engine.Started, err error) {
	if len(log) == 0 {
		return s, errors.New("the origin has no entries")
	}
	var first engine.Entry
	if err := json.Unmarshal(log[0], &first); err != nil {
		return s, err
	}
	if len(first.Events) == 0 {
		return s, errors.New("the first entry of the origin has no event")
	}
	return s, json.Unmarshal(first.Events[0].Data, &s)
}
