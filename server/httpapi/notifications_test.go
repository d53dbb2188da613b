package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/receivers"
)

func TestNotifications_Settings(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	var n wire.Notifications
	ada.call("GET", "/me/notifications", nil).want(200, "").into(&n)
	if n.When != "absent" || n.Language != "" || n.Push.Key == "" || n.Mail.Available {
		t.Errorf("got %+v at first", n)
	}
	quiet := map[string]any{"from": "22:00", "to": "08:00", "timeZone": "Europe/Amsterdam"}
	ada.call(http.MethodPatch, "/me/notifications", map[string]any{"when": "always", "muted": []string{"started"}, "quiet": quiet, "language": "nl"}).want(200, "")
	var changed wire.Notifications
	ada.call("GET", "/me/notifications", nil).want(200, "").into(&changed)
	if changed.When != "always" || len(changed.Muted) != 1 || changed.Quiet == nil || changed.Quiet.TimeZone != "Europe/Amsterdam" || changed.Language != "nl" {
		t.Errorf("got %+v", changed)
	}
	changed = wire.Notifications{}
	ada.call(http.MethodPatch, "/me/notifications", map[string]any{"quietOff": true}).want(200, "").into(&changed)
	if changed.Quiet != nil || changed.When != "always" {
		t.Errorf("got %+v", changed)
	}
	for name, bad := range map[string]any{
		"a time zone": map[string]any{"quiet": map[string]any{"from": "22:00", "to": "08:00", "timeZone": "Nowhere"}},
		"a time":      map[string]any{"quiet": map[string]any{"from": "25:00", "to": "08:00", "timeZone": "UTC"}},
		"an occasion": map[string]any{"muted": []string{"birthday"}},
		"a language":  map[string]any{"language": "xx"},
		"when":        map[string]any{"when": "sometimes"},
	} {
		expect.Equal(t, ada.call(http.MethodPatch, "/me/notifications", bad).status, http.StatusUnprocessableEntity, name)
	}
	var channels wire.Channels
	h.nobody().call("GET", "/notifications", nil).want(200, "").into(&channels)
	expect.Equal(t, channels, (wire.Channels{Push: true}))
}

// A page without the socket of the player says by REST that it has attention.
func TestNotifications_Attention(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	until := func() time.Time {
		n := must.Return(h.store.Notifier(t.Context(), store.PlayerID(ada.id)))(t)
		return n.AttentiveUntil
	}
	ada.call(http.MethodPut, "/me/webhook", map[string]any{"url": "http://127.0.0.1:1/x", "format": "standard"}).want(200, "")
	if before := until(); before.After(h.clock.Now()) {
		t.Errorf("got attention until %s before the call", before)
	}
	ada.call(http.MethodPost, "/me/attention", nil).want(204, "")
	if got := until().Sub(h.clock.Now()); got > 75*time.Second || got < 74*time.Second {
		t.Errorf("got attention for %s, want 75 s", got)
	}
}

func TestNotifications_Channels(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben := h.guest("Ada"), h.guest("Ben")
	b := receivers.NewPushService(t).Browser()
	sub := map[string]any{"endpoint": b.Endpoint, "keys": map[string]any{"p256dh": b.P256dh, "auth": b.Auth}}
	devices := func(p person) int {
		var list wire.PushDevices
		p.call("GET", "/me/push", nil).want(200, "").into(&list)
		return len(list.Devices)
	}
	ada.call(http.MethodPost, "/me/push", sub).want(204, "")
	ada.call(http.MethodPost, "/me/push", sub).want(204, "")
	expect.Equal(t, devices(ada), 1, "browsers")
	// The same browser signs in as somebody else.
	ben.call(http.MethodPost, "/me/push", sub).want(204, "")
	if a, b := devices(ada), devices(ben); a != 0 || b != 1 {
		t.Errorf("got %d and %d browsers, want 0 and 1", a, b)
	}
	ben.call(http.MethodDelete, "/me/push", map[string]any{"endpoint": b.Endpoint}).want(204, "")
	ben.call(http.MethodDelete, "/me/push", map[string]any{"endpoint": b.Endpoint}).want(409, "no_change")

	var n wire.Notifications
	ada.call(http.MethodPut, "/me/webhook", map[string]any{"url": "http://127.0.0.1:1/x", "format": "discord"}).want(200, "").into(&n)
	if n.Webhook == nil || n.Webhook.Format != "discord" || !strings.HasPrefix(n.Webhook.Secret, "whsec_") {
		t.Errorf("got %+v", n.Webhook)
	}
	ada.call(http.MethodPost, "/me/webhook/test", nil).want(200, "").into(&n)
	expect.Equal(t, n.Webhook.Failing, "unreachable", n.Webhook)
	if strings.Contains(h.log.String(), "127.0.0.1:1") {
		t.Error("the log contains the address of a webhook")
	}
	ada.call(http.MethodDelete, "/me/webhook", nil).want(204, "")
	ada.call(http.MethodPut, "/me/mail", map[string]any{"address": "ada@example.org"}).want(422, "invalid")
}

// Mail programs send the end of mails as a form, without a session.
func TestNotifications_OneClickEnd(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	r := h.request(http.MethodPost, "/mail/end?token=x.y", "List-Unsubscribe=One-Click")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	h.send(r).want(404, "bad_link")
	h.nobody().call(http.MethodPost, "/mail/confirm", map[string]any{"token": "x.y"}).want(404, "bad_link")
}

func TestNotifications_OverviewAndNudge(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben := h.guest("Ada"), h.guest("Ben")
	table := h.started("public", ada, ben)
	turns := func(p person) int {
		var v wire.Overview
		p.call("GET", "/me/overview", nil).want(200, "").into(&v)
		return len(v.Turns)
	}
	if a, b := turns(ada), turns(ben); a+b == 0 {
		t.Errorf("got %d and %d turns, want one at least", a, b)
	}
	by, seat := ada, "1"
	if turns(ben) == 0 {
		by, seat = ben, "0"
	}
	path := "/tables/" + table.ID + "/seats/" + seat + "/nudge"
	by.call(http.MethodPost, path, nil).want(204, "")
	by.call(http.MethodPost, path, nil).want(429, "too_fast")
}
