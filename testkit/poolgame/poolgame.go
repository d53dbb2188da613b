package poolgame

import (
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"nemeton/client/device"
	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/clock"
	"nemeton/engine/codec"
	"nemeton/engine/export"
)

// longest is the largest number of entries in a game.
const longest = 10_000

// pause is the time between two entries, in milliseconds. It keeps every tempo of the engine.
const pause = 60_000

// created is the time of creation of every table, in milliseconds since 1970 UTC.
const created = 1_800_000_000_000

// BotLevel is the level of the bots and stand-ins.
const BotLevel = "medium"

// Options choose a game.
type Options struct {
	Seats int
	Seed  uint64
	// Plain means that no person has a device.
	Plain  bool
	Choose Chooser // nil: Random
	// Ending adds an early end to the game.
	Ending Ending
	// Pace holds the options of a pace with clocks, such as Live; nil: none.
	Pace engine.Options
	Fork *Fork // the moment at which the game begins; nil: its title's start
}

// Ending is the way in which a game ends before its rules end it.
type Ending int

// The endings.
const (
	Played  Ending = iota // none
	Stopped               // a proposal to stop is declined, and a second one agreed
	Gives                 // seat 1 concedes; with two seats, that is the end
	Closed                // the operator closes the table
)

// Game is a finished game.
type Game struct {
	Document export.Document
	Secret   chance.Secret
	Start    engine.Started
	Records  []engine.Record
	// Memories are those of the persons at the start, by seat; nil for bots and for persons without a device.
	Memories []*device.Memory
}

// Play plays a game to its end. Error: the game does not end, or lacks an event that its title allows.
func Play(title engine.Title, o Options) (*Game, error) {
	t, err := begin(title, o)
	for err == nil && t.fold.Outcome() == nil {
		if len(t.records) > longest {
			return nil, fmt.Errorf("%s does not end", t.start.Table)
		}
		err = t.step()
	}
	if err != nil {
		return nil, err
	}
	for _, s := range t.scenes {
		if s.name != "take-back" {
			return nil, fmt.Errorf("%s ended before its %s", t.start.Table, s.name)
		}
	}
	return t.game(), nil
}

// person is the holder of a seat, with their devices in the order of enrollment. The newest device plays.
type person struct {
	devices []*device.Device
	memory  *device.Memory
}

// table is a game being played.
type table struct {
	Options
	title   engine.Title
	fold    *engine.Fold
	start   engine.Started
	secret  chance.Secret
	key     chance.Key
	rand    *rand.Rand
	bytes   io.Reader // entropy of devices and restores
	now     int64
	made    int // commands
	people  []*person
	seats   []export.Seat
	records []engine.Record
	voids   []engine.Void // of refused commands, for the next entry
	scenes  []scene       // that are still to come
	standIn int           // moves that a stand-in still plays

	timedOut bool // a seat, at a table with clocks
}

// begin answers for all seats and starts the table.
func begin(title engine.Title, o Options) (*table, error) {
	if o.Choose == nil {
		o.Choose = Random
	}
	info := title.Info()
	var seed [32]byte
	copy(seed[:], fmt.Sprintf("%s %d %d %v", info.ID, o.Seats, o.Seed, o.Plain))
	t := &table{
		Options: o, title: title, fold: engine.NewFold(title), rand: rand.New(rand.NewChaCha8(seed)), bytes: rand.NewChaCha8(seed),
		now: created + pause, people: make([]*person, o.Seats), scenes: append(scenes(o.Plain), endings(o.Ending)...),
	}
	options, err := engine.Options{}.Complete(info.Options)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("pool-%s-%d-%d", info.ID, o.Seats, o.Seed)
	if pace := clock.PaceOf(o.Pace); pace.HasClocks() {
		name, options = name+"-"+pace.Kind.String(), withPace(options, o.Pace)
		t.scenes = slices.DeleteFunc(t.scenes, func(s scene) bool { return s.name == "takeover" || s.name == "return to a stand-in" })
		t.scenes = append(t.scenes, clockScenes(pace)...)
	}
	if o.Fork != nil {
		name = fmt.Sprintf("fork-%d-%s", o.Fork.Seq, name)
	}
	if _, err := io.ReadFull(t.bytes, t.secret[:]); err != nil {
		return nil, err
	}
	t.start = engine.Started{
		Table: name, Title: info.ID,
		Setup:  engine.Setup{Colors: info.ColorsFor(o.Seats)[:o.Seats], Options: options},
		Chance: engine.ChanceVersion, Created: created, Contributions: make([]string, o.Seats), Names: make([]codec.Optional, o.Seats),
		Bots: make([]string, o.Seats), Answers: make([]engine.Answer, o.Seats),
		Origin: o.Fork.origin(),
	}
	if t.start.Commitment, err = t.start.Terms().CommitTo(t.secret); err != nil {
		return nil, err
	}
	for seat := range engine.Seat(o.Seats) {
		if err := t.sit(seat); err != nil {
			return nil, err
		}
	}
	if t.key, err = engine.KeyOf(t.secret, t.start); err != nil {
		return nil, err
	}
	return t, t.append(t.first())
}

// sit seats a bot on the third seat, and persons on all others. The second one declines, and the fourth one has no device.
func (t *table) sit(seat engine.Seat) error {
	s := export.Seat{Seat: seat, Color: t.start.Setup.Colors[seat]}
	if seat == 2 {
		s.Bot, t.start.Bots[seat] = BotLevel, BotLevel
		t.seats = append(t.seats, s)
		return nil
	}
	s.Name = fmt.Sprintf("Person %d", seat)
	t.seats = append(t.seats, s)
	t.start.Names[seat] = t.secret.PersonDigest(t.start.Table, int(seat), 0, s.Name)
	t.people[seat] = &person{}
	var contribution []byte
	if seat != 1 {
		contribution = []byte{0xab, byte(seat), byte(t.Seed)}
		t.start.Contributions[seat] = hex.EncodeToString(contribution)
	}
	t.start.Answers[seat].Declined = contribution == nil
	if t.Plain || seat == 3 {
		return nil
	}
	d, err := device.New(t.start.Table, int(seat), t.bytes)
	if err != nil {
		return err
	}
	a, err := d.Answer(t.start.Commitment.String(), contribution)
	if err != nil {
		return err
	}
	t.start.Answers[seat].Device, t.start.Answers[seat].Chain, t.start.Answers[seat].Signature = a.Device, a.Chain, a.Signature
	m := device.NewMemory(t.start.Table)
	t.people[seat] = &person{devices: []*device.Device{d}, memory: m}
	m.Answered(int(seat), a)
	return m.SeeCommitment(t.start.Commitment.String())
}

// append seals a record as a server does, applies it, and shows its head to all persons.
func (t *table) append(r engine.Record, err error) error {
	if err != nil {
		return err
	}
	if r.Entry.Kind != engine.KindStart && len(t.voids) > 0 {
		r.Entry.Voids, t.voids = t.voids, nil
		if r, err = engine.NewRecord(r.Entry); err != nil {
			return err
		}
	}
	if r, err = r.Salted(t.secret, t.start.Table); err != nil {
		return err
	}
	if _, err := t.fold.Apply(r); err != nil {
		return err
	}
	t.records = append(t.records, r)
	t.now += pause
	for _, p := range t.people {
		if p == nil || p.memory == nil {
			continue
		}
		if err := p.memory.SeeHead(int(t.fold.Seq()), t.head()); err != nil {
			return err
		}
	}
	return nil
}

// head is the short head of the newest entry.
func (t *table) head() string {
	return t.fold.ShortHead(t.secret.HeadKey(t.start.Table))
}

// game is the finished game.
func (t *table) game() *Game {
	g := &Game{Secret: t.secret, Start: t.start, Records: t.records, Document: export.Document{
		Format: export.Format, Table: t.start.Table, Title: t.start.Title, CreatedAt: created, Options: t.start.Setup.Options,
		Seats: slices.Clone(t.seats), Outcome: t.fold.Outcome(), Secret: hex.EncodeToString(t.secret[:]), Commitment: t.start.Commitment,
		Contributions: t.start.Contributions, Head: t.fold.Head(),
	}}
	for _, r := range t.records {
		g.Document.Entries = append(g.Document.Entries, export.Entry{Entry: r.Bytes, Hash: r.Hash})
	}
	for _, p := range t.people {
		var m *device.Memory
		if p != nil {
			m = p.memory
		}
		g.Memories = append(g.Memories, m)
	}
	return g
}
