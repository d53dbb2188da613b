package enginetest

import (
	"encoding/json"
	"errors"
	"math/rand/v2"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// poolTable is the id of all tables. So all games can begin with the same devices, whose derivation is slow.
const poolTable = "pool-table"

// poolPlayers are the parts of a game with devices that its log does not state.
type poolPlayers struct {
	devices []*device.Device // by seat: the newest one
	all     map[deviceKey]*device.Device
	encoded deviceCache
	made    int           // number of enrollments and commands
	voids   []engine.Void // for the next entry
}

// deviceKey names a device of a test.
type deviceKey struct {
	seat   engine.Seat
	number int
}

// deviceCache holds encoded devices at their beginning. A law has one for all its games, so that no two laws share memory: then their tests are
// sequential code, which needs no race detector.
type deviceCache map[deviceKey][]byte

// device returns a device, with the reveals that it has spent in this game.
func (p *poolPlayers) device(key deviceKey) *device.Device {
	if p.all[key] == nil {
		p.all[key] = p.encoded.device(key)
	}
	return p.all[key]
}

// device returns a device at its beginning.
func (c deviceCache) device(key deviceKey) *device.Device {
	raw, ok := c[key]
	if !ok {
		d, err := device.New(poolTable, int(key.seat), rand.NewChaCha8([32]byte{byte(key.seat), byte(key.number)}))
		if err != nil {
			panic(err)
		}
		if raw, err = json.Marshal(d); err != nil {
			panic(err)
		}
		c[key] = raw
	}
	d := new(device.Device)
	if err := json.Unmarshal(raw, d); err != nil {
		panic(err)
	}
	return d
}

// Sit completes the start of a table at which persons have all seats. They decline to contribute, and have no devices. It returns the key of
// the table's draws.
func Sit(s *engine.Started, secret chance.Secret) chance.Key {
	seats := s.Setup.Seats()
	s.Chance, s.Contributions, s.Bots = engine.ChanceVersion, make([]string, seats), make([]string, seats)
	s.Names, s.Answers = make([]codec.Optional, seats), make([]engine.Answer, seats)
	for seat := range s.Names {
		s.Names[seat] = secret.PersonDigest(s.Table, seat, 0, "Person")
		s.Answers[seat].Declined = true
	}
	var err error
	if s.Commitment, err = s.Terms().CommitTo(secret); err != nil {
		panic(err)
	}
	key, err := engine.KeyOf(secret, *s)
	if err != nil {
		panic(err)
	}
	return key
}

// sitWithDevices gives every person a device.
func (g *game) sitWithDevices() {
	g.pool = &poolPlayers{all: map[deviceKey]*device.Device{}, encoded: g.devices}
	for seat := range engine.Seat(g.seats) {
		d := g.pool.device(deviceKey{seat, 0})
		a, err := d.Answer(g.start.Commitment.String(), nil)
		if err != nil {
			panic(err)
		}
		g.pool.devices = append(g.pool.devices, d)
		g.start.Answers[seat] = engine.Answer{Declined: true, Device: a.Device, Chain: a.Chain, Signature: a.Signature}
	}
	var err error
	if g.key, err = engine.KeyOf(g.secret, g.start); err != nil {
		panic(err)
	}
}

// sealed adds the voids and the salt to a record.
func (g *game) sealed(r engine.Record) (engine.Record, error) {
	if g.pool != nil && g.pool.voids != nil {
		r.Entry.Voids, g.pool.voids = g.pool.voids, nil
		var err error
		if r, err = engine.NewRecord(r.Entry); err != nil {
			return r, err
		}
	}
	return r.Salted(g.secret, poolTable)
}

// heir is the digest of the next person of a seat.
func (g *game) heir(seat engine.Seat) codec.Optional {
	return g.secret.PersonDigest(poolTable, int(seat), g.fold.Handovers(seat)+1, "Heir")
}

var errNoDevices = errors.New("the game has no devices")

// poolEntry returns an entry that only some tables have: an enrollment or a restore. Sometimes it also voids a reveal. It may be refused.
func (g *game) poolEntry(seat engine.Seat) (engine.Record, error) {
	if g.pool == nil {
		return engine.Record{}, errNoDevices
	}
	switch g.r.IntN(4) {
	case 0:
		return g.fold.Restore(chance.Entropy{byte(g.r.Uint32()), 1}, g.time())
	case 1:
		d := g.pool.devices[seat]
		p, err := d.Prove(device.Command{ID: "refused", Kind: device.Act}, int(g.fold.Seq()), "head")
		if err != nil {
			return engine.Record{}, err
		}
		d.Refused(p, "stale_decision")
		if g.isEnrolled(seat) && len(g.pool.voids) == 0 {
			g.pool.voids = []engine.Void{{Seat: seat, Device: p.Device, Index: p.Index}}
		}
	}
	g.pool.made++
	next := g.pool.device(deviceKey{seat, g.pool.made % 10}) // some come back
	var by *device.Device
	if g.isEnrolled(seat) && g.r.IntN(2) == 0 {
		by = g.pool.devices[seat]
	}
	e, err := next.Enroll(by)
	if err != nil {
		return engine.Record{}, err
	}
	r, err := g.fold.Enroll(engine.Enrolled{Seat: seat, Device: e.Device, Chain: e.Chain, By: e.By, Signature: e.Signature}, "enroll", g.time())
	if err == nil {
		g.pool.devices[seat] = next
	}
	return r, err
}

// isEnrolled reports whether the newest device of a seat may sign now.
func (g *game) isEnrolled(seat engine.Seat) bool {
	for _, d := range g.fold.Ledger().Devices(seat) {
		if d.Key == g.pool.devices[seat].Key() {
			return true
		}
	}
	return false
}

// prove adds a reveal and a signature of the seat's device to most commands.
func (g *game) prove(c engine.Command) (*engine.Proof, error) {
	if g.pool == nil || !g.isEnrolled(c.Seat) || g.r.IntN(4) == 0 {
		return nil, nil
	}
	g.pool.made++
	d := g.pool.devices[c.Seat]
	head := g.fold.ShortHead(g.secret.HeadKey(poolTable))
	p, err := d.Prove(device.Command{ID: c.ID, Kind: device.Act, Decision: string(c.Decision), Move: c.Move}, int(g.fold.Seq()), head)
	if err != nil {
		return nil, err
	}
	d.Accepted(p)
	return &engine.Proof{Device: p.Device, Index: p.Index, Reveal: p.Reveal, Seq: engine.Seq(p.Seq), Head: p.Head, Signature: p.Signature}, nil
}
