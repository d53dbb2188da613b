package limit_test

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"nemeton/server/limit"
	"nemeton/testkit/expect"
)

// The operator sees the limits that were hit, and the addresses and players lately. The memory of keys is bounded.
func TestLimiter_Hits(t *testing.T) {
	t.Parallel()
	var m meter
	k := m.limiter(limit.Limits{AddressSignIns: 1, PlayerSockets: 1})
	k.SignIn(home)
	for n := range 3 {
		m.now = m.now.Add(time.Second)
		k.SignIn(home)
		if n == 1 {
			k.SignIn(school)
			k.SignIn(school)
		}
	}
	k.Socket(home, "ada")
	k.Socket(school, "ada")
	k.Refused(limit.PlayerTables)
	got := fmt.Sprint(k.Hits())
	at := func(n int) time.Time { return time.Unix(1_000_000, 0).Add(time.Duration(n) * time.Second) }
	want := fmt.Sprint([]limit.Hit{
		{Limit: limit.AddressSignIns, Count: 4, Last: at(3), By: []limit.HitBy{{Key: "192.0.2.1", Count: 3, Last: at(3)}, {Key: "192.0.2.2", Count: 1, Last: at(2)}}},
		{Limit: limit.PlayerSockets, Count: 1, Last: at(3), By: []limit.HitBy{{Key: "ada", Count: 1, Last: at(3)}}},
		{Limit: limit.PlayerTables, Count: 1, Last: at(3)},
	})
	expect.Equal(t, got, want)
	for n := range 200 {
		a := netip.AddrFrom4([4]byte{10, 0, 0, byte(n)})
		k.SignIn(a)
		k.SignIn(a)
	}
	if by := k.Hits()[0].By; len(by) != 50 || by[0].Key != "10.0.0.199" || by[49].Key != "10.0.0.150" {
		t.Errorf("got %d keys from %s on, want the 50 newest", len(by), by[0].Key)
	}
}
