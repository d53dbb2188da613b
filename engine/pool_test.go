package engine_test

import (
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// Entries without reveals and draws shift no draw. An operator who inserts them changes nothing.
func TestPool_EntriesWithoutDrawsShiftNothing(t *testing.T) {
	t.Parallel()
	script := func(between func(p *poolTable)) *poolTable {
		p := newPoolTable(t, 1)
		for range 10 {
			between(p)
			p.play("0draw 1draw 2draw")
		}
		return p
	}
	want := script(func(*poolTable) {})
	for name, between := range map[string]func(p *poolTable){
		"moves":         func(p *poolTable) { p.play("0free 1free") },
		"absences":      func(p *poolTable) { p.play("0left 0home") },
		"a take-back":   func(p *poolTable) { p.play("0free 0back") },
		"a stand-in":    func(p *poolTable) { p.add(p.f.TakeOver(1, "easy", int64(len(p.log)))) },
		"a handover":    func(p *poolTable) { p.add(p.f.HandOver(1, codec.Optional{1}, "h", 1e6*int64(len(p.log)))) },
		"a new device":  func(p *poolTable) { p.enrolls(1, byte(len(p.log))) },
		"a void reveal": func(p *poolTable) { p.voids(1, p.f.Ledger().Devices(1)[0].Void+1) },
	} {
		got := script(between)
		if len(got.log) <= len(want.log) {
			t.Errorf("%s: the script inserted nothing", name)
		}
		if !slices.Equal(got.drawn(), want.drawn()) || got.future() != want.future() {
			t.Errorf("%s: got %v, want %v", name, got.drawn(), want.drawn())
		}
	}
}

// enrolls adds a device without a chain, in words.
func (p *poolTable) enrolls(seat engine.Seat, key byte) {
	p.Helper()
	p.add(p.f.Enroll(engine.Enrolled{Seat: seat, Device: chance.DeviceKey{key, 1}}, "e", 1e6*int64(len(p.log))))
}

// voids appends an entry with a void reveal of a seat's first device.
func (p *poolTable) voids(seat engine.Seat, index int) {
	p.Helper()
	r, err := p.voiding(engine.Void{Seat: seat, Device: exampleDevices()[seat].public, Index: index})
	p.add(r, err)
}

// voiding is the record of a move with void reveals.
func (p *poolTable) voiding(voids ...engine.Void) (engine.Record, error) {
	p.Helper()
	r := must.Return(p.f.Decide(p.command(2, "free"), p.key, int64(len(p.log))))(p)
	r.Entry.Voids = voids
	return engine.NewRecord(r.Entry)
}

// A reveal changes all draws from its own entry on, and each of seat, index and value matters.
func TestPool_RevealChangesAllLaterDraws(t *testing.T) {
	t.Parallel()
	first, second := exampleDevices()[0], exampleDevices()[1]
	futures := map[string][4]int{}
	after := func(name string, change func(p *poolTable)) {
		p := newPoolTable(t, 1)
		p.play("0draw")
		change(p)
		futures[name] = p.future()
	}
	after("no reveal", func(p *poolTable) { p.play("0free") })
	after("a reveal of seat 0", func(p *poolTable) { p.acts(0, "free", first, 1) })
	after("a later reveal of seat 0", func(p *poolTable) { p.acts(0, "free", first, 2) })
	after("a reveal of seat 1", func(p *poolTable) { p.acts(1, "free", second, 1) })
	after("both", func(p *poolTable) { p.acts(0, "free", first, 1); p.acts(1, "free", second, 1) })
	after("both, the other way round", func(p *poolTable) { p.acts(1, "free", second, 1); p.acts(0, "free", first, 1) })
	after("a reveal with a take-back", func(p *poolTable) { p.play("0free"); p.takesBack(0, first, 1) })
	after("a restore", func(p *poolTable) { p.restore(1) })
	after("another restore", func(p *poolTable) { p.restore(2) })
	for a, x := range futures {
		for b, y := range futures {
			same := a == b || strings.HasPrefix(a, "a reveal") && strings.HasPrefix(b, "a reveal") && a != "a reveal of seat 1" && b != "a reveal of seat 1"
			for i := range x {
				expect.Equal(t, (x[i] == y[i]), same, "draw", i+1, "after", a, "is", x[i], "and after", b, y[i])
			}
		}
	}
}

// The reveal of an entry counts before the entry's own draws. So the operator cannot know them before the command arrives.
func TestPool_RevealCountsForItsOwnEntry(t *testing.T) {
	t.Parallel()
	p := newPoolTable(t, 1)
	with, without := p.futureWith(0, reveal(exampleDevices()[0], 1)), p.future()
	for i := range with {
		if with[i] == without[i] {
			t.Errorf("draw %d is %d with and without the reveal", i+1, with[i])
		}
	}
	p.acts(0, "free", exampleDevices()[0], 1)
	expect.Equal(t, p.future(), with, "a draw in the next entry")
}

// A take-back takes no reveal back and no number of a draw: no draw is made twice with one key.
func TestPool_TakeBackNeverGoesBack(t *testing.T) {
	t.Parallel()
	first := exampleDevices()[0]
	p := newPoolTable(t, 1)
	p.play("1draw")
	before := p.future()
	p.acts(0, "free", first, 1)
	revealed := p.future()
	p.play("0back")
	if got := p.future(); got != revealed || got == before {
		t.Errorf("a take-back changes the draws to %v; they were %v, and %v before the reveal", got, revealed, before)
	}
	p.acts(0, "free", first, 2)
	p.takesBack(0, first, 3)
	list := p.future()
	p.play("1draw 0free 0back 1draw")
	if got := p.future(); got[0] != list[2] || got[1] != list[3] {
		t.Errorf("after two more draws the next ones are %v, want those of %v from the third on", got, list)
	}
	p.replays()
	p.restores()
}

// The draws of one entry are those that several entries would make: only their number counts.
func TestPool_DrawsAreNumberedOverTheTable(t *testing.T) {
	t.Parallel()
	p := newPoolTable(t, 1)
	dice := p.f.Ledger().Dice(p.key, engine.NoSeat, nil)
	var want []int
	for range 30 {
		want = append(want, dice.Draw("die", 6))
	}
	for range 10 {
		p.play("0draw 1left 1draw 2draw")
	}
	expect.Slice(t, p.drawn(), want)
	if got := dice.Drawn(); len(got) != 30 || got[7] != (chance.Draw{What: "die", Of: 6, Is: want[7]}) {
		t.Errorf("got %v", got)
	}
}

// A fold that was restored from a snapshot has the same future as the original, at each entry.
func TestSnapshot_KeepsTheChance(t *testing.T) {
	t.Parallel()
	first, second, phone := exampleDevices()[0], exampleDevices()[1], exampleDevices()[2]
	p := newPoolTable(t, 1)
	steps := []func(){
		func() { p.acts(0, "draw", first, 1) },
		func() { p.acts(1, "free", second, 3) },
		func() { p.takesBack(1, second, 4) },
		func() { p.voids(0, 5) },
		func() { p.restore(7) },
		func() {
			p.add(p.f.Enroll(engine.Enrolled{Seat: 0, Device: phone.public, Chain: codec.Optional(phone.chain[0])}, "e", 50))
		},
		func() { p.add(p.f.HandOver(1, codec.Optional{1}, "h", 60)) },
		func() { p.acts(0, "draw", phone, 2) },
		func() { p.acts(0, "draw", first, 6) },
	}
	for _, step := range steps {
		step()
		back := &poolTable{&table{TB: t, f: p.reload(p.f), key: p.key, log: p.log, secret: p.secret}, p.heads}
		expect.Equal(t, back.future(), p.future(), "entry", p.f.Seq(), "the restored fold draws")
		for seat := range engine.Seat(3) {
			expect.Slice(t, back.f.Ledger().Devices(seat), p.f.Ledger().Devices(seat), "entry", p.f.Seq(), "the devices of seat", seat)
		}
	}
	p.replays()
	p.restores()
}
