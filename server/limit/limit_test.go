package limit_test

import (
	"net/netip"
	"strconv"
	"testing"
	"time"

	"nemeton/server/limit"
	"nemeton/testkit/expect"
)

// meter counts refusals by name; tests set its time.
type meter struct {
	now     time.Time
	refused map[string]int
}

func (m *meter) Limited(name string) { m.refused[name]++ }

func (m *meter) limiter(l limit.Limits) *limit.Limiter {
	m.now, m.refused = time.Unix(1_000_000, 0), map[string]int{}
	return limit.NewLimiter(l, func() time.Time { return m.now }, m)
}

var (
	home   = netip.MustParseAddr("192.0.2.1")
	school = netip.MustParseAddr("192.0.2.2")
)

func TestLimiter_Rate(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{AddressRequests: 60})
	for range 20 {
		if _, ok := k.AddressRequest(home, 1); !ok {
			t.Fatal("a burst of a third of a minute's requests must pass")
		}
	}
	wait, ok := k.AddressRequest(home, 1)
	if ok || wait <= 0 || wait > time.Second {
		t.Errorf("got %v, %v; want a refusal and a wait of up to a second", wait, ok)
	}
	if _, ok := k.AddressRequest(school, 1); !ok {
		t.Error("another address has its own limit")
	}
	m.now = m.now.Add(wait)
	if _, ok := k.AddressRequest(home, 1); !ok {
		t.Error("a request after the wait must pass")
	}
	if _, ok := k.AddressRequest(home, 1); ok {
		t.Error("from then on one request at a time passes")
	}
	expect.Equal(t, m.refused["address_requests"], 2, "refusals", m.refused)
}

func TestLimiter_ForgetsNobodyEarly(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{AddressSignIns: 2})
	take := func() bool { _, ok := k.SignIn(home); return ok }
	for n := range 3 {
		if got := take(); got != (n < 2) {
			t.Fatalf("of three at once, number %d: got %v", n, got)
		}
	}
	for minute := range 59 {
		m.now = m.now.Add(time.Minute)
		if got, want := take(), minute == 29; got != want { // one token is added in half an hour
			t.Fatalf("after %d minutes: got %v, want %v", minute+1, got, want)
		}
	}
}

func TestLimiter_MemoryBounded(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{PlayerRequests: 1})
	k.PlayerRequest("0", 1)
	for i := range 1<<17 + 2 { // more keys than are kept: all pass, and the first is dropped
		if _, ok := k.PlayerRequest(strconv.Itoa(i+1), 1); !ok {
			t.Fatal("each key has a limit of its own")
		}
	}
	if _, ok := k.PlayerRequest("0", 1); !ok {
		t.Error("a flood of keys must not fill the memory")
	}
}

func TestLimiter_Blocks(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{AddressRequests: 1})
	for address, want := range map[string]bool{"2001:db8::1": true} {
		expect.Equal(t, expect.Second(k.AddressRequest(netip.MustParseAddr(address), 1)), want, address)
	}
	if _, ok := k.AddressRequest(netip.MustParseAddr("2001:db8::ffff:1"), 1); ok {
		t.Error("addresses of one block count together")
	}
	if _, ok := k.AddressRequest(netip.MustParseAddr("2001:db8:0:1::1"), 1); !ok {
		t.Error("another block must count apart")
	}
	if _, ok := k.AddressRequest(netip.Addr{}, 1); !ok {
		t.Error("the invalid address counts, too")
	}
}

// A /56 block has four times the allowance of a /64, however many of its 256 blocks a client uses.
func TestLimiter_WideBlocks(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{AddressRequests: 6, AddressSignIns: 2, AddressSockets: 2, AddressConnections: 2})
	at := func(block, n int) netip.Addr { // an address in a /64 of its own, in 2001:db8:0:BLOCK00::/56
		return netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, 0, byte(block), byte(n), 15: 1})
	}
	rate := func(take func(netip.Addr) (time.Duration, bool)) func(netip.Addr) bool {
		return func(a netip.Addr) bool { _, ok := take(a); return ok }
	}
	for name, take := range map[limit.Name]func(netip.Addr) bool{
		limit.AddressRequests: rate(func(a netip.Addr) (time.Duration, bool) { return k.AddressRequest(a, 1) }),
		limit.AddressSignIns:  rate(k.SignIn),
		limit.AddressSockets:  func(a netip.Addr) bool { _, ok := k.Socket(a, ""); return ok },
		limit.AddressConnections: func(a netip.Addr) bool {
			_, ok := k.Connection(a)
			return ok
		},
	} {
		passed := 0
		for n := range 256 {
			if take(at(0, n)) {
				passed++
			}
		}
		if passed != 8 || m.refused[string(name)] != 248 {
			t.Errorf("%s: got %d passed and %d refused, want 8 from a block of which each address may have 2", name, passed, m.refused[string(name)])
		}
		for n := range 3 {
			expect.Equal(t, take(at(1, 0)), (n < 2), name, "in another /56, number", n, "of one /64")
		}
		if !take(at(1, 1)) {
			t.Errorf("%s: a refused /64 must not use up its neighbors' allowance", name)
		}
	}
	// A closed connection makes room in both.
	leave, ok := k.Connection(at(2, 0))
	if !ok {
		t.Fatal("got a refusal, want a connection")
	}
	leave()
	for n := range 8 {
		if _, ok := k.Connection(at(2, n)); !ok {
			t.Errorf("connection %d: a closed one must make room", n)
		}
	}
}

func TestLimiter_Sockets(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{AddressSockets: 3, PlayerSockets: 2})
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
		t.Error("closing a socket must make room")
	}
	if m.refused["player_sockets"] != 1 || m.refused["address_sockets"] != 1 {
		t.Errorf("got refusals %v", m.refused)
	}
}

// Without limits nothing is refused. The defaults do not refuse a large family.
func TestLimiter_DefaultsAllowAFamily(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]limit.Limits{"none": {}, "by default": limit.Defaults()} {
		var m meter
		k := m.limiter(l)
		for child := range 8 {
			player := strconv.Itoa(child)
			for range 3 { // phones, tablets and a laptop
				if _, ok := k.SignIn(home); !ok {
					t.Fatalf("%s: a sign-in was refused", name)
				}
				for range 4 {
					if _, ok := k.Socket(home, player); !ok {
						t.Fatalf("%s: a page was refused", name)
					}
				}
			}
			for range 40 {
				_, ok := k.AddressRequest(home, 1)
				_, of := k.PlayerRequest(player, 1)
				_, acts := k.Act(player, home)
				if !ok || !of || !acts {
					t.Fatalf("%s: a move was refused", name)
				}
			}
			for what, units := range map[string]int{"a socket": 10, "a page of the log": 7, "a hint": 40} {
				_, ok := k.AddressRequest(home, units)
				if _, of := k.PlayerRequest(player, units); !ok || !of {
					t.Fatalf("%s: %s was refused", name, what)
				}
			}
		}
		if len(m.refused) > 0 {
			t.Errorf("%s: got refusals %v", name, m.refused)
		}
	}
}

// A refused command counts for more: a client that sends nothing else gets four a second through, instead of twenty.
func TestLimiter_Faults(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Defaults())
	passed := 0
	for range 1000 { // ten seconds with a hundred a second
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
		t.Error("another player must not be affected")
	}
}

// Requests count by their cost. A request that costs more than the burst passes when the bucket is full.
func TestLimiter_Cost(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{AddressRequests: 60, PlayerRequests: 60})
	for n := range 3 {
		wait, ok := k.AddressRequest(home, 10)
		if ok != (n < 2) || !ok && (wait < 9*time.Second || wait > 10*time.Second) {
			t.Errorf("request %d of 10 units: got %v, %v; want two, then a wait of 10 s", n, wait, ok)
		}
	}
	for want := range 2 {
		expect.Equal(t, expect.Second(k.PlayerRequest("ada", 1000)), want == 0, "a request above the burst")
	}
	m.now = m.now.Add(20 * time.Second)
	if _, ok := k.PlayerRequest("ada", 1000); !ok {
		t.Error("the bucket is full again")
	}
}

// An expensive request is paid for afterwards: the next one waits for the whole cost.
func TestLimiter_Spend(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{AddressRequests: 60, PlayerRequests: 60})
	k.AddressRequest(home, 15)
	k.Spend("ada", home, 15)
	if wait, ok := k.AddressRequest(home, 1); ok || wait < 10*time.Second {
		t.Errorf("got %v, %v; want the address to wait for 11 units", wait, ok)
	}
	if _, ok := k.PlayerRequest("ada", 6); ok {
		t.Error("the player has 5 units left, not 6")
	}
	k.Spend("", school, 1)
	if _, ok := k.AddressRequest(school, 19); !ok {
		t.Error("an anonymous request counts for its address alone")
	}
}

// Guesses count for the address, or the /56 of an IPv6 address, and for all addresses together. A right code gives its token back.
func TestLimiter_Guess(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{AddressGuesses: 12, Guesses: 15})
	guess := func(a string) bool { _, _, ok := k.Guess(netip.MustParseAddr(a)); return ok }
	for range 9 {
		refund, _, ok := k.Guess(home)
		if !ok {
			t.Fatal("a right code must not count")
		}
		refund()
	}
	for n := range 4 {
		expect.Equal(t, guess("192.0.2.1"), (n < 3), "number", n, "of an address")
	}
	for _, a := range []string{"2001:db8:0:1::1", "2001:db8:0:2::1"} {
		if !guess(a) {
			t.Errorf("%s must have an allowance", a)
		}
	}
	if guess("192.0.2.9") {
		t.Error("more than a third of the guesses of all addresses passed at once")
	}
	if got := m.refused["address_guesses"] + m.refused["guesses"]; m.refused["guesses"] != 1 || got != 2 {
		t.Errorf("got refusals %v, want one of each limit", m.refused)
	}
	m.now = m.now.Add(5 * time.Minute)
	// The refused address has its whole allowance: the refusal of all addresses took nothing of it.
	if !guess("192.0.2.9") || guess("192.0.2.9") {
		t.Error("15 guesses an hour are one in four minutes")
	}
	m.now = m.now.Add(time.Hour)
	for n := range 4 {
		expect.Equal(t, guess("2001:db8:0:"+strconv.Itoa(n)+"::1"), (n < 3), "number", n, "of a /56")
	}
}
