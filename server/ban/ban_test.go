package ban_test

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/ban"
	"nemeton/server/store"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

func TestParseRange(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"192.0.2.7": "192.0.2.7/32", "::ffff:192.0.2.7": "192.0.2.7/32", "192.0.2.7/24": "192.0.2.0/24",
		"2001:db8:1:2:3::4": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "2001:db8::1/128": "2001:db8::1/128", "2001:db8::/32": "2001:db8::/32",
		"": "", "example.org": "", "192.0.2.7/33": "", "192.0.2.0/-1": "", "::ffff:192.0.2.0/120": "", "192.0.2": "",
	} {
		got, err := ban.ParseRange(text)
		if (err == nil) != (want != "") || err == nil && got.String() != want {
			t.Errorf("%q: got %v, %v; want %q", text, got, err, want)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("203.0.113.5/32")}
	for text, free := range map[string]bool{
		"192.0.2.7/32": true, "2001:db8::/64": true, "203.0.113.6/32": true, "198.0.0.0/8": true,
		"203.0.113.0/24": false, "127.0.0.1/32": false, "::1/128": false, "0.0.0.0/0": false, "::/0": false, "192.168.1.9/32": false, "172.31.0.1/32": false,
		"2000::/3": false, "fd00::1/128": false, "100.64.1.1/32": false,
	} {
		err := ban.Check(netip.MustParsePrefix(text), trusted)
		if (err == nil) != free || err != nil && !errors.Is(err, ban.ErrProtected) {
			t.Errorf("%s: got %v, want free: %v", text, err, free)
		}
	}
}

// A node notices the bans of other nodes within the interval, and at once if it is told. A ban ends at its time, without a read.
func TestList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, applied := sqlitetest.Open(t), 0
		l := ban.NewList(ban.Config{Store: s, Now: time.Now, Every: 3 * time.Second, Apply: func() { applied++ }, Log: zerolog.Nop()})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		ended := make(chan struct{})
		go func() { defer close(ended); l.Run(ctx) }()
		synctest.Wait()
		home := netip.MustParseAddr("192.0.2.7")
		if l.Banned(home) || applied != 0 {
			t.Error("banned without a ban")
		}
		put := func(text, id string, ends time.Time) {
			b := store.Ban{Range: netip.MustParsePrefix(text), CreatedAt: time.Now(), EndsAt: ends}
			must.Succeed(t, s.Ban(ctx, b, store.Act{ID: id, At: time.Now()}))
		}
		put("192.0.2.0/24", "1", time.Now().Add(time.Minute))
		time.Sleep(3 * time.Second) //nolint:forbidigo // virtual time
		synctest.Wait()
		if !l.Banned(home) || !l.Banned(netip.MustParseAddr("::ffff:192.0.2.8")) || l.Banned(netip.MustParseAddr("192.0.3.1")) || applied == 0 {
			t.Errorf("after an interval: got %v, and %d times applied", l.Banned(home), applied)
		}
		put("2001:db8::/64", "2", time.Time{})
		l.Changed()
		synctest.Wait()
		if !l.Banned(netip.MustParseAddr("2001:db8::9")) || l.Banned(netip.MustParseAddr("2001:db8:0:1::9")) {
			t.Error("a change was not read at once")
		}
		must.Succeed(t, s.Close())
		time.Sleep(50 * time.Second) //nolint:forbidigo // virtual time
		if !l.Banned(home) {
			t.Error("without the store, the last bans count")
		}
		time.Sleep(10 * time.Second) //nolint:forbidigo // virtual time
		if l.Banned(home) || !l.Banned(netip.MustParseAddr("2001:db8::9")) || l.Banned(netip.Addr{}) {
			t.Error("a ban ends at its time")
		}
		cancel()
		<-ended
	})
}
