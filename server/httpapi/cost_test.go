package httpapi_test

import (
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
)

// unitCounts count the units that requests are charged.
type unitCounts struct {
	httpapi.Limits
	mu              sync.Mutex
	address, player int
}

func (u *unitCounts) AddressRequest(_ netip.Addr, units int) (time.Duration, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.address += units
	return 0, true
}

func (u *unitCounts) PlayerRequest(_ string, units int) (time.Duration, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.player += units
	return 0, true
}

func (u *unitCounts) Spend(player string, a netip.Addr, units int) {
	_, _ = u.AddressRequest(a, units)
	if player != "" {
		_, _ = u.PlayerRequest(player, units)
	}
}

// taken returns the units since the last call.
func (u *unitCounts) taken() (address, player int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	address, player = u.address, u.player
	u.address, u.player = 0, 0
	return address, player
}

// A long page of tables costs more than a short one.
func TestCosts_Lists(t *testing.T) {
	t.Parallel()
	units := &unitCounts{}
	h := newFixture(t, func(c *httpapi.Config) { units.Limits, c.Limits = c.Limits, units })
	for n := range 8 {
		p := h.guest(fmt.Sprint("Guest ", n))
		for range 5 {
			p.createsWith(map[string]int{"rounds": 2}, 2, "public")
		}
	}
	for query, want := range map[string]int{"?limit=40": 4, "": 3, "?limit=19": 2} {
		units.taken()
		h.nobody().call("GET", "/tables"+query, nil).want(200, "")
		address, _ := units.taken()
		expect.Equal(t, address, want, "a page", query)
	}
}

// Exports, forks and pages of the past of long games cost more.
func TestCosts_LongGames(t *testing.T) {
	t.Parallel()
	units := &unitCounts{}
	h := newFixture(t, func(c *httpapi.Config) { units.Limits, c.Limits = c.Limits, units })
	ada, bob := h.guest("Ada"), h.guest("Bob")
	long := h.started("public", ada, bob)
	for n := range 25 {
		h.clock.Add(time.Second)
		for _, p := range []person{ada, bob} {
			p.call("POST", "/tables/"+long.ID+"/leave", map[string]any{"id": fmt.Sprint("leave-", n)}).want(200, "")
			p.call("POST", "/tables/"+long.ID+"/return", map[string]any{"id": fmt.Sprint("return-", n)}).want(200, "")
		}
	}
	const moment = 101
	over := h.finish(long, ada, bob)
	path := "/tables/" + over.ID
	spent := func(call func()) int {
		units.taken()
		call()
		_, player := units.taken()
		return player
	}
	expect.Equal(t, spent(func() { ada.call("GET", path+"/export", nil).want(200, "") }), 45+over.Seq/25, "an export")
	var fork tableView
	expect.Equal(t, spent(func() {
		fork = ada.call("POST", path+"/fork", map[string]any{"seq": moment, "chance": "new"}).want(201, "").tableView()
	}), 21, "a fork")
	expect.Equal(t, spent(func() { ada.call("POST", path+"/fork", map[string]any{"seq": 1 << 40, "chance": "new"}) }), 20+100, "a fork at no moment")
	contribute(fork, ada)
	bob.call("POST", "/tables/"+fork.ID+"/confirm", nil).want(200, "")
	contribute(fork, bob)
	expect.Equal(t, spent(func() { ada.call("POST", "/tables/"+fork.ID+"/start", nil).want(200, "") }), 3+21, "the start of a fork")
	expect.Equal(t, spent(func() { ada.call("GET", "/tables/"+fork.ID+"/past", nil).want(200, "") }), 21, "the past of a fork")
}

func TestCosts_Charged(t *testing.T) {
	t.Parallel()
	units := &unitCounts{}
	h := newFixture(t, func(c *httpapi.Config) { units.Limits, c.Limits = c.Limits, units })
	ada, bob := h.guest("Ada"), h.guest("Bob")
	path := "/tables/" + h.finish(h.started("public", ada, bob), ada, bob).ID
	units.taken()
	for _, c := range []struct {
		name, method, path string
		person             person
		address, player    int
	}{
		{"a plain call", "GET", "/me", ada, 1, 1},
		{"no route", "GET", "/nowhere", ada, 1, 1},
		{"a log page", "GET", path + "/log", ada, 7, 7},
		{"a log page of nobody", "GET", path + "/log?since=1", h.nobody(), 7, 0},
		{"a page of the past", "GET", path + "/past", ada, 20, 20},
		{"a code with an encoded slash", "GET", "/me/device-requests/ABCD%2FEFGH", ada, 5, 5},
		{"a hint", "POST", path + "/hint", ada, 40, 40},
		{"a socket", "GET", path + "/socket", ada, 10, 10},
		{"an export that is built", "GET", path + "/export", ada, 45, 45},
		{"the export again", "GET", path + "/export", bob, 5, 5},
		{"its head", "HEAD", path + "/export", bob, 5, 5},
	} {
		c.person.call(c.method, c.path, nil)
		if address, player := units.taken(); address != c.address || player != c.player {
			t.Errorf("%s: got %d units of the address and %d of the player, want %d and %d", c.name, address, player, c.address, c.player)
		}
	}
}
