package table

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// voided is the highest reveal of a device that a refused command spent.
type voided struct {
	seat    engine.Seat
	device  chance.DeviceKey
	index   int
	command string // the command that may still be sent again with it
}

// key is the base key of the table's draws. It never changes, because secret and start do not.
func (l *live) key() (chance.Key, error) {
	if l.drawKey == nil && l.fold.Seq() > 0 {
		key, err := engine.KeyOf(l.row.Secret, l.fold.Start())
		if err != nil {
			return chance.Key{}, fmt.Errorf("%w: %w", engine.ErrCorrupt, err)
		}
		l.drawKey = &key
	}
	if l.drawKey == nil {
		return chance.Key{}, nil // nothing is drawn before the start
	}
	return *l.drawKey, nil
}

// seal completes a record: the reveals that were voided since the last entry, and the salt.
func (l *live) seal(r engine.Record) (engine.Record, error) {
	if voids := l.voidsFor(r.Entry); len(voids) > 0 {
		e := r.Entry
		e.Voids = voids
		var err error
		if r, err = engine.NewRecord(e); err != nil {
			return engine.Record{}, err
		}
	}
	return r.Salted(l.row.Secret, string(l.id))
}

// voidsFor lists the voided reveals that the next entry records. It forgets those that the log records or exceeds.
func (l *live) voidsFor(e engine.Entry) (list []engine.Void) {
	l.voided = slices.DeleteFunc(l.voided, func(v voided) bool {
		d, ok := l.device(v.seat, v.device)
		return !ok || v.index <= max(d.Index, d.Void)
	})
	for _, v := range l.voided {
		if e.Proof.HasReveal() && e.Seat == v.seat && e.Proof.Device == v.device && e.Proof.Index <= v.index {
			continue // the command was sent again and is accepted now
		}
		list = append(list, engine.Void{Seat: v.seat, Device: v.device, Index: v.index})
	}
	return list
}

func (l *live) device(seat engine.Seat, key chance.DeviceKey) (engine.DeviceState, bool) {
	devices := l.fold.Ledger().Devices(seat)
	at := slices.IndexFunc(devices, func(d engine.DeviceState) bool { return d.Key == key })
	if at < 0 {
		return engine.DeviceState{}, false
	}
	return devices[at], true
}

// voidOf returns the voided reveal of a device that the log does not record yet; the zero value if there is none.
func (l *live) voidOf(seat engine.Seat, key chance.DeviceKey) voided {
	at := slices.IndexFunc(l.voided, func(v voided) bool { return v.seat == seat && v.device == key })
	if at < 0 {
		return voided{}
	}
	return l.voided[at]
}

// noteVoid remembers the reveal of a command that was refused. Nothing else may spend it, because the server has seen it.
func (l *live) noteVoid(req request) {
	proof, err := l.fillIn(req)
	if err != nil || !proof.HasReveal() || l.fold.Ledger().Accepts(req.seat, proof) != nil {
		return
	}
	l.voided = slices.DeleteFunc(l.voided, func(v voided) bool { return v.seat == req.seat && v.device == proof.Device })
	l.voided = append(l.voided, voided{seat: req.seat, device: proof.Device, index: proof.Index, command: req.id})
}

// prove returns the command's proof with its defaults; nil if the command has none. Error: engine.ErrBadProof if a refused command
// spent the reveal, or a signed head is not of this history.
func (l *live) prove(req request) (*engine.Proof, error) {
	p, err := l.fillIn(req)
	if p == nil || err != nil {
		return nil, err
	}
	return p, l.checkSignedHead(p)
}

// fillIn sets the defaults of the command's proof: the seat's only device, and the reveal after the last one. It returns nil if the command
// has no proof. Error: engine.ErrBadProof if a refused command spent the reveal.
func (l *live) fillIn(req request) (*engine.Proof, error) {
	if req.proof == nil {
		return nil, nil
	}
	p := *req.proof
	if devices := l.fold.Ledger().Devices(req.seat); p.Device == (chance.DeviceKey{}) && len(devices) == 1 {
		p.Device = devices[0].Key
	}
	d, _ := l.device(req.seat, p.Device)
	void := l.voidOf(req.seat, p.Device)
	again := void.command == req.id && void.index > max(d.Index, d.Void)
	if p.HasReveal() && p.Index == 0 {
		p.Index = max(d.Index, d.Void, void.index) + 1
		if again {
			p.Index = void.index
		}
	}
	if p.HasReveal() && (p.Index < void.index || p.Index == void.index && !again) {
		return nil, fmt.Errorf("%w: a refused command spent reveal %d", engine.ErrBadProof, p.Index)
	}
	return &p, nil
}

// checkSignedHead checks that the head in a signed command is the one of its entry in this history. Otherwise the record could not show it.
func (l *live) checkSignedHead(p *engine.Proof) error {
	if !p.Signed() {
		return nil
	}
	seen := Point{Seq: p.Seq, Head: p.Head}
	if p.Seq < 1 || p.Seq > l.fold.Seq() {
		return fmt.Errorf("%w: the signed entry %d does not exist", engine.ErrBadProof, p.Seq)
	}
	if l.isPresent(seen) {
		return nil
	}
	records, err := l.read(l.fold.Head(), seen.Seq-1, 1)
	if errors.Is(err, errDiverged) {
		return apperr.Wrap(err, apperr.Unavailable, "the table has just changed; try again")
	}
	if err != nil {
		return err
	}
	if seen.Head != l.shortHead(seen.Seq, records[0].Hash) {
		return fmt.Errorf("%w: the signed head is not that of entry %d", engine.ErrBadProof, p.Seq)
	}
	return nil
}

// voids reports whether a refusal is definite, so that the client does not send the same command again.
func voids(err error) bool {
	switch apperr.CodeOf(err) {
	case apperr.Unavailable, apperr.Overloaded, apperr.Upgrading, apperr.TooFast, apperr.Internal, apperr.Restored:
		return false
	}
	return err != nil
}

// Enroll adds a device to a seat. Errors: bad_proof, no_change, too_fast, table_finished.
func (r *Registry) Enroll(ctx context.Context, id store.TableID, c Command, e engine.Enrolled) (Point, error) {
	e.Seat = c.Seat
	return r.submit(ctx, id, c.system(e), func(l *live, _ *request, now int64) (engine.Record, error) {
		return l.fold.Enroll(e, c.ID, now)
	})
}
