package poolgame

import (
	"errors"
	"io"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/chance"
)

// scene is an event that every game has once, if its title allows it.
type scene struct {
	name string
	from int // number of entries before it
	// play plays it, and returns false if it is not possible now.
	play func(t *table) (done bool, err error)
}

// scenes lists the scenes of a game in their order.
func scenes(plain bool) []scene {
	list := []scene{
		{"take-back", 3, takeBack},
		{"leave", 5, func(t *table) (bool, error) { return true, t.append(t.fold.Leave(0, t.id(), t.now)) }},
		{"return", 6, func(t *table) (bool, error) { return true, t.append(t.fold.Return(0, t.id(), t.now)) }},
		{"takeover", 15, func(t *table) (bool, error) {
			seat := t.fold.OwingSeats()[0]
			if t.isBot(seat) {
				return false, nil
			}
			t.standIn = 1
			return true, t.append(t.fold.TakeOver(seat, BotLevel, t.now))
		}},
		{"return to a stand-in", 16, returnToStandIn},
		{"handover", 20, handOver},
		{"restore", 28, restore},
	}
	if plain {
		return list
	}
	return append(list,
		scene{"recorded void", 8, func(t *table) (bool, error) { return t.lose(0, true) }},
		scene{"silent gap", 10, func(t *table) (bool, error) { return t.lose(1, false) }},
		scene{"confirmed device", 12, func(t *table) (bool, error) { return true, t.enroll(0, true) }},
		scene{"device in words", 22, func(t *table) (bool, error) {
			if t.fold.Handovers(1) == 0 {
				return false, nil
			}
			return true, t.enroll(1, false)
		}},
		scene{"voids of two devices", 30, func(t *table) (bool, error) {
			if _, err := t.lose(0, true); err != nil {
				return false, err
			}
			return t.lose(1, true)
		}},
	)
}

// takeBack lets a person take a step back.
func takeBack(t *table) (bool, error) {
	for seat, p := range t.people {
		if p == nil || t.isBot(engine.Seat(seat)) {
			continue
		}
		c := engine.Command{ID: t.id(), Seat: engine.Seat(seat)}
		if _, err := t.fold.TakeBack(c, t.now); err == nil {
			return true, t.send(c.Seat, c, device.TakeBack, proved)
		}
	}
	return false, nil
}

// returnToStandIn ends the stand-in of a seat after its first moves.
func returnToStandIn(t *table) (bool, error) {
	for seat := range engine.Seat(t.Seats) {
		if t.fold.StandIn(seat) == "" {
			continue
		}
		r, err := t.fold.Return(seat, t.id(), t.now)
		if errors.Is(err, engine.ErrTooFast) { // the stand-in has to move first
			return false, nil
		}
		return true, t.append(r, err)
	}
	return false, nil
}

// handOver gives the second seat to another person. In games with an odd seed that person's name was erased before the export.
func handOver(t *table) (bool, error) {
	const heir = "Person 1, heir"
	if err := t.append(t.fold.HandOver(1, t.secret.PersonDigest(t.start.Table, 1, 1, heir), t.id(), t.now)); err != nil {
		return false, err
	}
	t.people[1].devices, t.seats[1].Heirs = nil, []string{heir}
	if t.Seed%2 == 1 {
		t.seats[1].Heirs = []string{""}
	}
	return true, nil
}

// restore records that the table lost an entry. A reveal went with it.
func restore(t *table) (bool, error) {
	if _, err := t.lose(0, false); err != nil {
		return false, err
	}
	var entropy chance.Entropy
	if _, err := io.ReadFull(t.bytes, entropy[:]); err != nil {
		return false, err
	}
	return true, t.append(t.fold.Restore(entropy, t.now))
}

// enroll adds a device to a seat, which then plays with it.
func (t *table) enroll(seat engine.Seat, confirmed bool) error {
	next, err := device.New(t.start.Table, int(seat), t.bytes)
	if err != nil {
		return err
	}
	p := t.people[seat]
	var by *device.Device
	if confirmed {
		by = p.devices[len(p.devices)-1]
	}
	e, err := next.Enroll(by)
	if err != nil {
		return err
	}
	p.devices = append(p.devices, next)
	return t.append(t.fold.Enroll(engine.Enrolled{Seat: seat, Device: e.Device, Chain: e.Chain, By: e.By, Signature: e.Signature}, t.id(), t.now))
}
