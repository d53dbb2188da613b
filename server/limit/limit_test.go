package limit_test

import (
	"net/netip"
	"strconv"
	"testing"
	"time"

	"nemeton/server/limit"
)

// meter counts refusals by name; its time is set by hand.
type meter struct {
	now     time.Time
	refused map[string]int
}

func (m *meter) Limited(name string) { m.refused[name]++ }

func (m *meter) keeper(l limit.Limits) *limit.Limiter {
	m.now, m.refused = time.Unix(1_000_000, 0), map[string]int{}
	return limit.NewLimiter(l, func() time.Time { return m.now }, m)
}

var (
	home   = netip.MustParseAddr("192.0.2.1")
	school = netip.MustParseAddr("192.0.2.2")
)

func TestKeeper_Rate(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.keeper(limit.Limits{AddressRequests: 60})
	for range 20 {
		if _, ok := k.AddressRequest(home); !ok {
			t.Fatal("a third of a minute's worth at once must pass")
		}
	}
	wait, ok := k.AddressRequest(home)
	if ok || wait <= 0 || wait > time.Second {
		t.Errorf("got %v, %v; want a refusal and to wait up to a second", wait, ok)
	}
	if _, ok := k.AddressRequest(school); !ok {
		t.Error("another address has its own limit")
	}
	m.now = m.now.Add(wait)
	if _, ok := k.AddressRequest(home); !ok {
		t.Error("who waited as told must pass")
	}
	if _, ok := k.AddressRequest(home); ok {
		t.Error("one at a time passes from there on")
	}
	if m.refused["address_requests"] != 2 {
		t.Errorf("got refusals %v, want 2", m.refused)
	}
}

func TestKeeper_ForgetsNobodyEarly(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.keeper(limit.Limits{AddressSignIns: 2})
	take := func() bool { _, ok := k.SignIn(home); return ok }
	for n := range 3 {
		if got := take(); got != (n < 2) {
			t.Fatalf("of three at once, number %d: got %v", n, got)
		}
	}
	for minute := range 59 {
		m.now = m.now.Add(time.Minute)
		if got, want := take(), minute == 29; got != want { // one grows back in half an hour
			t.Fatalf("after %d minutes: got %v, want %v", minute+1, got, want)
		}
	}
}

func TestKeeper_MemoryBounded(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.keeper(limit.Limits{PlayerRequests: 1})
	k.PlayerRequest("0")
	for i := range 1<<17 + 2 { // more than are kept: all pass, and the first was forgotten
		if _, ok := k.PlayerRequest(strconv.Itoa(i + 1)); !ok {
			t.Fatal("each has their own limit")
		}
	}
	if _, ok := k.PlayerRequest("0"); !ok {
		t.Error("a flood of keys must not fill the memory")
	}
}

func TestKeeper_Blocks(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.keeper(limit.Limits{AddressRequests: 1})
	for address, want := range map[string]bool{"2001:db8::1": true} {
		if _, ok := k.AddressRequest(netip.MustParseAddr(address)); ok != want {
			t.Errorf("%s: got %v", address, ok)
		}
	}
	if _, ok := k.AddressRequest(netip.MustParseAddr("2001:db8::ffff:1")); ok {
		t.Error("addresses of one block are one customer's")
	}
	if _, ok := k.AddressRequest(netip.MustParseAddr("2001:db8:0:1::1")); !ok {
		t.Error("another block is another customer's")
	}
	if _, ok := k.AddressRequest(netip.Addr{}); !ok {
		t.Error("no address is an address, too")
	}
}

func TestKeeper_Sockets(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.keeper(limit.Limits{AddressSockets: 3, PlayerSockets: 2})
	first, ok := k.Socket(home, "ada")
	_, second := k.Socket(school, "ada")
	_, third := k.Socket(home, "ada")
	if !ok || !second || third {
		t.Fatalf("got %v, %v, %v; want two sockets of a player", ok, second, third)
	}
	_, nobody := k.Socket(home, "")
	_, ben := k.Socket(home, "ben")
	_, more := k.Socket(home, "")
	if !nobody || !ben || more {
		t.Errorf("got %v, %v, %v; want three sockets of an address", nobody, ben, more)
	}
	first()
	if _, ok := k.Socket(home, "ada"); !ok {
		t.Error("a socket that was closed makes room")
	}
	if m.refused["player_sockets"] != 1 || m.refused["address_sockets"] != 1 {
		t.Errorf("got refusals %v", m.refused)
	}
}

// Without limits nothing is refused; by default a family is not.
func TestKeeper_NeverHurtsAFamily(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]limit.Limits{"none": {}, "by default": limit.Defaults()} {
		var m meter
		k := m.keeper(l)
		for child := range 8 {
			player := strconv.Itoa(child)
			for range 3 { // phones, tablets and a laptop
				if _, ok := k.SignIn(home); !ok {
					t.Fatalf("%s: nobody can sign in", name)
				}
				for range 4 {
					if _, ok := k.Socket(home, player); !ok {
						t.Fatalf("%s: no more pages can be open", name)
					}
				}
			}
			for range 40 {
				_, ok := k.AddressRequest(home)
				_, of := k.PlayerRequest(player)
				_, acts := k.Act(player, home)
				if !ok || !of || !acts {
					t.Fatalf("%s: nobody can play", name)
				}
			}
		}
		if len(m.refused) > 0 {
			t.Errorf("%s: got refusals %v", name, m.refused)
		}
	}
}

// A command that is refused counts for more: who sends nothing else gets through four a second in place of twenty.
func TestKeeper_Faults(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.keeper(limit.Defaults())
	passed := 0
	for range 1000 { // ten seconds of a hundred a second
		m.now = m.now.Add(10 * time.Millisecond)
		if _, ok := k.Act("eve", home); ok {
			passed++
			k.Fault("eve", home)
		}
	}
	if passed < 40 || passed > 60 {
		t.Errorf("got %d commands through in ten seconds, want about 48", passed)
	}
	if _, ok := k.Act("ada", home); !ok {
		t.Error("others do not pay for it")
	}
}

// The opening of a socket counts as ten requests.
func TestKeeper_SocketRequests(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.keeper(limit.Limits{AddressRequests: 60})
	for n := range 3 {
		if _, ok := k.SocketRequest(home); ok != (n < 2) {
			t.Errorf("socket %d: got %v", n, ok)
		}
	}
}
