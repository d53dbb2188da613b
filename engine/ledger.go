package engine

import (
	"errors"
	"fmt"
	"slices"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// maxDevices is the number of devices of a seat that may sign. One more replaces the oldest.
const maxDevices = 8

// Ledger follows the chance of a table through its log: the pool, and the devices of each seat with their reveals. It
// needs no rules, so that draws and proofs of unknown titles can be checked, too.
type Ledger struct {
	table string `state:"derived"`
	pool  chance.Pool
	seats []seatDevices // never changed in place
}

func (l *Ledger) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"pool": &l.pool, "seats": &l.seats}
}

// seatDevices are the devices of a seat, the oldest first.
type seatDevices struct {
	devices []device
	ended   []device // that may not sign any more and have spent reveals. Their chains go on if they come back, so that no reveal counts twice
}

func (s *seatDevices) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"devices": &s.devices, "ended": &s.ended}
}

// device is a device of a seat and the position in its hash chain.
type device struct {
	key      chance.DeviceKey
	anchor   codec.Optional // of the chain; empty without one
	last     codec.Hash     // the last accepted value of the chain; the anchor at first
	index    int            // of last
	void     int            // the highest index that is known to be void
	accepted int            // number of accepted reveals
}

func (d *device) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"key": &d.key, "anchor": &d.anchor, "last": &d.last, "index": codec.Within(&d.index, 0, chance.ChainLength),
		"void": codec.Within(&d.void, 0, chance.ChainLength), "accepted": codec.Within(&d.accepted, 0, chance.ChainLength),
	}
}

func newDevice(key chance.DeviceKey, anchor codec.Optional) device {
	return device{key: key, anchor: anchor, last: codec.Hash(anchor)}
}

func (d device) chained() bool { return d.anchor != codec.Optional{} }

// spent is the highest index that no further reveal may have.
func (d device) spent() int { return max(d.index, d.void) }

// NewLedger is the ledger of a table at its start.
func NewLedger(start Started) Ledger {
	l := Ledger{table: start.Table, pool: chance.NewPool(), seats: make([]seatDevices, start.Setup.Seats())}
	for i := range l.seats {
		answer := start.answer(Seat(i))
		if answer.Device != (chance.DeviceKey{}) {
			l.seats[i].devices = []device{newDevice(answer.Device, answer.Chain)}
		}
	}
	return l
}

// DeviceState is a device of a seat that may sign.
type DeviceState struct {
	Key      chance.DeviceKey
	Chained  bool
	Index    int // of the last accepted reveal
	Void     int // the highest index that is known to be void
	Accepted int // number of accepted reveals
}

// Voided is the number of reveals that were spent without an effect, as far as the log shows.
func (d DeviceState) Voided() int { return max(d.Index, d.Void) - d.Accepted }

// Devices lists the devices of a seat that may sign, the oldest first.
func (l Ledger) Devices(seat Seat) (list []DeviceState) {
	if seat < 0 || int(seat) >= len(l.seats) {
		return nil
	}
	for _, d := range l.seats[seat].devices {
		list = append(list, DeviceState{Key: d.key, Chained: d.chained(), Index: d.index, Void: d.void, Accepted: d.accepted})
	}
	return list
}

// Voided is the number of reveals of a seat that were spent without an effect, as far as the log shows.
func (l Ledger) Voided(seat Seat) (n int) {
	for _, list := range [][]device{l.seats[seat].devices, l.seats[seat].ended} {
		for _, d := range list {
			n += d.spent() - d.accepted
		}
	}
	return n
}

// Dice is the chance of the next entry, whose command has the given proof (nil without one). The proof must have been accepted.
func (l Ledger) Dice(base chance.Key, seat Seat, proof *Proof) *chance.Dice {
	p := l.pool
	if proof.HasReveal() {
		p = p.Revealed(int(seat), proof.Index, proof.Reveal)
	}
	return p.Dice(base)
}

// at is the index of a seat's device; -1 if it has none with that key.
func (l Ledger) at(seat Seat, key chance.DeviceKey) int {
	if seat < 0 || int(seat) >= len(l.seats) {
		return -1
	}
	return slices.IndexFunc(l.seats[seat].devices, func(d device) bool { return d.key == key })
}

// Accepts checks the device and the reveal of a proof for a command of a seat, not the signature. Error: ErrBadProof.
func (l Ledger) Accepts(seat Seat, proof *Proof) error {
	if err := proof.check(); err != nil {
		return err
	}
	at := l.at(seat, proof.Device)
	if at < 0 {
		return fmt.Errorf("%w: the seat has no such device", ErrBadProof)
	}
	if !proof.HasReveal() {
		return nil
	}
	d := l.seats[seat].devices[at]
	chain := chance.ChainID{Table: l.table, Seat: int(seat), Device: d.key}
	switch {
	case !d.chained():
		return fmt.Errorf("%w: the device has no hash chain", ErrBadProof)
	case proof.Index <= d.spent():
		return fmt.Errorf("%w: reveal %d was spent", ErrBadProof, proof.Index)
	case !chain.Leads(d.index, d.last, proof.Index, codec.Hash(proof.Reveal)):
		return fmt.Errorf("%w: the value is not reveal %d of the device's chain", ErrBadProof, proof.Index)
	}
	return nil
}

// After is the ledger after one more entry with these decoded events. Error: ErrCorrupt if no server would have stored the entry's proof, voids or
// devices. Signatures are not checked.
func (l Ledger) After(e Entry, events []Event) (Ledger, error) {
	l.seats = slices.Clone(l.seats)
	if err := checkPlaces(e, events); err != nil {
		return l, fmt.Errorf("%w: entry %d: %w", ErrCorrupt, e.Seq, err)
	}
	if err := l.void(e.Voids); err != nil {
		return l, err
	}
	if e.Proof != nil {
		if err := l.reveal(e); err != nil {
			return l, err
		}
	}
	l.pool.Advance(len(e.Draws))
	for _, event := range events {
		switch ev := event.(type) {
		case Restored:
			l.pool = l.pool.Restored(ev.Entropy)
		case Enrolled:
			if err := l.enroll(ev); err != nil {
				return l, err
			}
		case HandedOver:
			if ev.Seat < 0 || int(ev.Seat) >= len(l.seats) || ev.Name == (codec.Optional{}) {
				return l, fmt.Errorf("%w: a handover of seat %d without a name or a seat", ErrCorrupt, ev.Seat)
			}
			l.end(ev.Seat, len(l.seats[ev.Seat].devices))
		}
	}
	return l, nil
}

// checkPlaces checks that proofs, voids and system events are in entries that can have them.
func checkPlaces(e Entry, events []Event) error {
	for i, event := range events {
		allowed := e.Kind == KindSystem
		switch event.(type) {
		case Started:
			allowed = e.Kind == KindStart && i == 0
		case Forked:
			start, follows := events[0].(Started)
			allowed = i == 1 && follows && start.Origin != nil
		}
		if SystemEventName(event) != "" && !allowed {
			return fmt.Errorf("the event %q in an entry of kind %q", SystemEventName(event), e.Kind)
		}
	}
	switch {
	case e.Proof != nil && e.Kind != KindMove && !TakesProof(events):
		return errors.New("a proof of a command that takes none")
	case e.Voids != nil && (e.Kind == KindStart || len(e.Voids) == 0):
		return errors.New("void reveals before the first command, or an empty list of them")
	}
	return nil
}

func (l *Ledger) reveal(e Entry) error {
	if e.Actor != ActorPlayer {
		return fmt.Errorf("%w: entry %d of the actor %q with a proof", ErrCorrupt, e.Seq, e.Actor)
	}
	if err := l.Accepts(e.Seat, e.Proof); err != nil {
		return fmt.Errorf("%w: entry %d: %w", ErrCorrupt, e.Seq, err)
	}
	if !e.Proof.HasReveal() {
		return nil
	}
	l.pool = l.pool.Revealed(int(e.Seat), e.Proof.Index, e.Proof.Reveal)
	l.change(e.Seat, e.Proof.Device, func(d *device) {
		d.index, d.last = e.Proof.Index, codec.Hash(e.Proof.Reveal)
		d.accepted++
	})
	return nil
}

func (l *Ledger) void(list []Void) error {
	for _, v := range list {
		at := l.at(v.Seat, v.Device)
		if at < 0 || !l.seats[v.Seat].devices[at].chained() {
			return fmt.Errorf("%w: a void reveal of an unknown device of seat %d", ErrCorrupt, v.Seat)
		}
		d := l.seats[v.Seat].devices[at]
		if v.Index > min(d.index+chance.MaxChainGap, chance.ChainLength) {
			return fmt.Errorf("%w: reveal %d of seat %d is void, and no server would have taken it after %d", ErrCorrupt, v.Index, v.Seat, d.index)
		}
		if v.Index <= d.spent() {
			return fmt.Errorf("%w: reveal %d of seat %d was spent before it was void", ErrCorrupt, v.Index, v.Seat)
		}
		l.change(v.Seat, v.Device, func(d *device) { d.void = v.Index })
	}
	return nil
}

func (l *Ledger) enroll(e Enrolled) error {
	if l.at(e.Seat, e.Device) >= 0 || e.Device == (chance.DeviceKey{}) || int(e.Seat) >= len(l.seats) || e.Seat < 0 {
		return fmt.Errorf("%w: a device of seat %d that is none, or is there already", ErrCorrupt, e.Seat)
	}
	l.end(e.Seat, max(0, len(l.seats[e.Seat].devices)+1-maxDevices))
	s, added := &l.seats[e.Seat], newDevice(e.Device, e.Chain)
	if at := slices.IndexFunc(s.ended, func(d device) bool { return d.key == added.key && d.anchor == added.anchor }); at >= 0 {
		added = s.ended[at]
		s.ended = slices.Delete(slices.Clone(s.ended), at, at+1)
	}
	s.devices = append(slices.Clip(s.devices), added)
	return nil
}

func (l *Ledger) end(seat Seat, n int) {
	s := &l.seats[seat]
	for _, d := range s.devices[:n] {
		if d.spent() > 0 {
			s.ended = append(slices.Clip(s.ended), d)
		}
	}
	s.devices = s.devices[n:]
}

func (l *Ledger) change(seat Seat, key chance.DeviceKey, change func(*device)) {
	devices := slices.Clone(l.seats[seat].devices)
	change(&devices[l.at(seat, key)])
	l.seats[seat].devices = devices
}

// fits reports whether the ledger, read from a snapshot, belongs to a table with this start.
func (l Ledger) fits(start Started) bool {
	for _, s := range l.seats {
		for _, d := range slices.Concat(s.devices, s.ended) {
			if d.key == (chance.DeviceKey{}) || d.accepted > d.index || !d.chained() && d.spent() > 0 {
				return false
			}
		}
		if len(s.devices) > maxDevices || slices.ContainsFunc(s.ended, func(d device) bool { return d.spent() == 0 }) {
			return false
		}
	}
	return len(l.seats) == start.Setup.Seats()
}
