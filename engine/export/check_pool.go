package export

import (
	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

func (c *checking) bots() (levels []string) {
	for _, s := range c.doc.Seats {
		levels = append(levels, s.Bot)
	}
	return levels
}

func (c *checking) salts() *Fault {
	for _, r := range c.records {
		if r.Entry.Salt != c.secret.Salt(c.doc.Table, uint64(r.Entry.Seq)) {
			return fault(CheckSalts, r.Entry.Seq, "the salt is not the secret's")
		}
	}
	return nil
}

// names compares the names with the digests in the log. A name that was erased is counted.
func (c *checking) names() *Fault {
	bound := make([][]codec.Optional, len(c.doc.Seats)) // digests by seat and holder
	for i, digest := range c.begun.Names {
		bound[i] = append(bound[i], digest)
	}
	for _, r := range c.records {
		events, err := r.Entry.SystemEvents()
		if err != nil {
			return fault(CheckNames, r.Entry.Seq, "%v", err)
		}
		for _, event := range events {
			if e, ok := event.(engine.HandedOver); ok {
				if e.Seat < 0 || int(e.Seat) >= len(bound) {
					return fault(CheckNames, r.Entry.Seq, "a handover of seat %d", e.Seat)
				}
				bound[e.Seat] = append(bound[e.Seat], e.Name)
			}
		}
	}
	for i, s := range c.doc.Seats {
		names := append([]string{s.Name}, s.Heirs...)
		if len(names) != len(bound[i]) {
			return fault(CheckNames, 0, "seat %d has %d names, the log %d", i, len(names), len(bound[i]))
		}
		for holder, name := range names {
			switch {
			case holder == 0 && s.Bot != "":
				if name != "" {
					return fault(CheckNames, 1, "the bot of seat %d has a name", i)
				}
			case name == "":
				c.report.Erased++
			case c.secret.PersonDigest(c.doc.Table, i, holder, name) != bound[i][holder]:
				return fault(CheckNames, 0, "the log binds another name than %q of seat %d", name, i)
			}
		}
	}
	return nil
}

type pooling struct {
	*checking
	ledger   engine.Ledger
	heads    chance.HeadKey
	restores []int                  // number of restores up to each entry
	signed   map[signedCommand]bool // all signed commands so far
	last     engine.Seat            // whose reveal was the last one
}

type signedCommand struct {
	seat    engine.Seat
	command string
}

func (c *checking) draws() *Fault {
	if err := c.begun.CheckAnswers(); err != nil {
		return fault(CheckProofs, 1, "%v", err)
	}
	p := &pooling{
		checking: c, ledger: engine.NewLedger(c.begun), heads: c.secret.HeadKey(c.doc.Table),
		signed: map[signedCommand]bool{}, last: engine.NoSeat,
	}
	c.report.Seats = make([]SeatReport, len(c.doc.Seats))
	for i, contribution := range c.begun.Contributions {
		c.report.Seats[i].Contributed, c.report.Seats[i].Declined = contribution != "", c.begun.Answers[i].Declined
	}
	for _, r := range c.records {
		if bad := p.entry(r.Entry); bad != nil {
			return bad
		}
		if !c.step() {
			return fault(CheckDraws, r.Entry.Seq, "the check was ended")
		}
	}
	for seat := range c.report.Seats {
		c.report.Seats[seat].Voided = p.ledger.Voided(engine.Seat(seat))
	}
	return nil
}

func (p *pooling) entry(e engine.Entry) *Fault {
	events, err := e.SystemEvents()
	if err != nil {
		return fault(CheckProofs, e.Seq, "%v", err)
	}
	if e.Seat >= engine.Seat(len(p.doc.Seats)) || e.Seat < engine.NoSeat {
		return fault(CheckProofs, e.Seq, "the entry has seat %d", e.Seat)
	}
	if e.Seat >= 0 && e.Actor == engine.ActorPlayer && p.begun.Bots[e.Seat] != "" {
		return fault(CheckProofs, e.Seq, "a person acts on seat %d, which a bot has", e.Seat)
	}
	if err := p.ledger.CheckSignatures(e, events); err != nil {
		return fault(CheckProofs, e.Seq, "%v", err)
	}
	if e.Proof.Signed() && !p.isHead(e) {
		return fault(CheckProofs, e.Seq, "the device signed the head %s of entry %d, which is not of this log", e.Proof.Head, e.Proof.Seq)
	}
	if e.Proof.Signed() {
		command := signedCommand{e.Seat, e.Command}
		if p.signed[command] {
			return fault(CheckProofs, e.Seq, "seat %d signed the command %q for an earlier entry", e.Seat, e.Command)
		}
		p.signed[command] = true
	}
	after, err := p.ledger.After(e, events)
	if err != nil {
		return fault(CheckProofs, e.Seq, "%v", err)
	}
	if e.Proof.HasReveal() {
		p.last = e.Seat
	}
	if fault := p.drawsOf(e, p.ledger.Dice(p.key, e.Seat, e.Proof)); fault != nil {
		return fault
	}
	p.ledger = after
	p.count(e, events)
	return nil
}

func (p *pooling) isHead(e engine.Entry) bool {
	seq := e.Proof.Seq
	return seq >= 1 && seq < e.Seq && e.Proof.Head == p.heads.Short(uint64(seq), p.restores[seq-1], p.records[seq-1].Hash)
}

func (p *pooling) count(e engine.Entry, events []engine.Event) {
	if p.last == engine.NoSeat {
		p.report.Unprotected += len(e.Draws)
	} else {
		p.report.Seats[p.last].Protected += len(e.Draws)
	}
	for _, event := range events {
		switch ev := event.(type) {
		case engine.Restored:
			p.report.Restores++
		case engine.HandedOver:
			p.report.Seats[ev.Seat].Handovers++
		case engine.Enrolled:
			if ev.By == (chance.DeviceKey{}) {
				p.report.Seats[ev.Seat].InWords++
			} else {
				p.report.Seats[ev.Seat].Confirmed++
			}
		}
	}
	p.restores = append(p.restores, p.report.Restores)
	if e.Actor != engine.ActorPlayer || e.Seat < 0 {
		return
	}
	seat := &p.report.Seats[e.Seat]
	if e.Proof.HasReveal() {
		seat.Reveals++
	}
	switch {
	case e.Proof.Signed():
		seat.Signed++
	case e.Kind == engine.KindMove || engine.TakesProof(events):
		seat.Unsigned++
	}
}
