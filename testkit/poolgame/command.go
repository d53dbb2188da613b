package poolgame

import (
	"encoding/json"
	"fmt"
	"slices"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// way is the part of a proof that a command states.
type way int

const (
	proved   way = iota // a reveal and a signature
	revealed            // a reveal alone
	bare                // neither
)

// step plays one entry: a scene that is due and possible, or a move of a seat that owes a decision.
func (t *table) step() error {
	for at, s := range t.scenes {
		if s.from > len(t.records) || t.standIn > 0 {
			continue
		}
		if done, err := s.play(t); err != nil {
			return fmt.Errorf("%s: %s: %w", t.start.Table, s.name, err)
		} else if done {
			t.scenes = slices.Delete(t.scenes, at, at+1)
			return nil
		}
	}
	owing := t.fold.OwingSeats()
	return t.move(owing[t.rand.IntN(len(owing))])
}

// move plays a move of a seat: by its bot or stand-in, or by its person in one of the ways.
func (t *table) move(seat engine.Seat) error {
	c, err := t.choose(seat)
	if err != nil {
		return err
	}
	if t.isBot(seat) {
		c.Actor = engine.ActorBot
		t.standIn--
		return t.append(t.fold.Decide(c, t.key, t.now))
	}
	how := proved
	switch t.rand.IntN(12) {
	case 0:
		how = revealed
	case 1:
		how = bare
	}
	return t.send(seat, c, device.Act, how)
}

// isBot reports whether a bot or a stand-in plays a seat now.
func (t *table) isBot(seat engine.Seat) bool {
	return t.people[seat] == nil || t.fold.StandIn(seat) != ""
}

// choose chooses a move of a seat that owes a decision.
func (t *table) choose(seat engine.Seat) (engine.Command, error) {
	decision, move, err := t.Choose(t.fold, seat, t.rand)
	if err != nil {
		return engine.Command{}, err
	}
	raw, err := codec.Canonical(move)
	return engine.Command{ID: t.id(), Seat: seat, Actor: engine.ActorPlayer, Decision: decision, Move: raw}, err
}

// id is the id of a new command.
func (t *table) id() string {
	t.made++
	return fmt.Sprintf("%08x-0000-4000-8000-%012x", t.Seed, t.made)
}

// signed is the command as devices know it.
func signed(c engine.Command, kind string) device.Command {
	return device.Command{ID: c.ID, Kind: kind, Decision: string(c.Decision), Move: c.Move}
}

// prove lets the newest device of a person prove a command. ok is false if the person has none.
func (t *table) prove(seat engine.Seat, c engine.Command, kind string) (d *device.Device, p device.Proof, ok bool, err error) {
	person := t.people[seat]
	if len(person.devices) == 0 {
		return nil, p, false, nil
	}
	d = person.devices[len(person.devices)-1]
	p, err = d.Prove(signed(c, kind), int(t.fold.Seq()), t.head())
	return d, p, true, err
}

// send sends a command of a person, which the server accepts.
func (t *table) send(seat engine.Seat, c engine.Command, kind string, how way) error {
	m := t.people[seat].memory
	var by *device.Device
	var proof device.Proof
	if how != bare {
		d, p, ok, err := t.prove(seat, c, kind)
		if err != nil {
			return err
		}
		if ok {
			if how == revealed {
				p.Signature, p.Seq, p.Head = chance.Signature{}, 0, ""
			}
			by, proof = d, p
			c.Proof = &engine.Proof{Device: p.Device, Index: p.Index, Reveal: p.Reveal, Seq: engine.Seq(p.Seq), Head: p.Head, Signature: p.Signature}
			if m != nil {
				m.Send(int(seat), signed(c, kind), p)
			}
		}
	}
	record, err := t.decide(c, kind)
	if err := t.append(record, err); err != nil || by == nil {
		return err
	}
	by.Accepted(proof)
	if m != nil {
		m.Accepted(proof, int(t.fold.Seq()))
	}
	return nil
}

func (t *table) decide(c engine.Command, kind string) (engine.Record, error) {
	if r, ok, err := t.decideEnding(c, kind); ok {
		return r, err
	}
	if kind == device.TakeBack {
		return t.fold.TakeBack(c, t.now)
	}
	return t.fold.Decide(c, t.key, t.now)
}

// lose lets a person reveal for a command that the server refuses. If stated is true, the next entry records the void.
func (t *table) lose(seat engine.Seat, stated bool) (done bool, err error) {
	c := engine.Command{ID: t.id(), Seat: seat, Decision: "0-0", Move: json.RawMessage(`{}`)}
	d, p, ok, err := t.prove(seat, c, device.Act)
	if err != nil || !ok {
		return false, err
	}
	if m := t.people[seat].memory; m != nil {
		m.Send(int(seat), signed(c, device.Act), p)
	}
	d.Refused(p, "stale_decision")
	if stated {
		t.voids = append(t.voids, engine.Void{Seat: seat, Device: p.Device, Index: p.Index})
	}
	return true, nil
}
