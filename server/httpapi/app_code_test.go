package httpapi_test

import (
	"net/http"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nemeton/server/httpapi"
	"nemeton/server/limit"
	"nemeton/testkit/expect"
)

func (p person) appCode() string {
	p.h.t.Helper()
	var link struct {
		Code      string
		ExpiresAt time.Time
	}
	p.call("POST", "/me/app-code", nil).want(201, "").into(&link)
	if !regexp.MustCompile(`^[0-9]{6}$`).MatchString(link.Code) || link.ExpiresAt.Sub(p.h.clock.Now()) > 5*time.Minute {
		p.h.t.Fatalf("got %+v, want six digits that are valid for five minutes", link)
	}
	return link.Code
}

func (h *fixture) enters(code string) answer {
	h.t.Helper()
	return h.nobody().call("POST", "/sessions", map[string]any{"code": code})
}

// wrong returns a code of six digits that differs from the given ones.
func wrong(codes ...string) string {
next:
	for n := 0; ; n++ {
		code := "00000" + strconv.Itoa(n)
		for _, c := range codes {
			if c == code {
				continue next
			}
		}
		return code
	}
}

func TestAppCode(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	code := ada.appCode()
	list := ada.links()
	if len(list) != 1 || list[0].Kind != "app" {
		t.Errorf("got links %+v, want the code for an app", list)
	}
	r := h.request("POST", "/sessions", map[string]any{"code": " " + code[:3] + "-" + code[3:]})
	r.Header.Set("User-Agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148")
	a := h.send(r).want(201, "")
	var in struct {
		Player struct{ ID string }
		Token  string
	}
	a.into(&in)
	cookie, err := http.ParseSetCookie(a.header.Get("Set-Cookie"))
	if err != nil || !cookie.HttpOnly || cookie.Value != in.Token || cookie.MaxAge < 365*24*60*60 || in.Player.ID != ada.id {
		t.Errorf("got %s with cookie %v, want Ada with a lasting cookie out of reach of scripts", a.body, cookie)
	}
	app := person{h: h, id: ada.id, token: in.Token}
	var sessions struct{ Sessions []struct{ Label string } }
	app.call("GET", "/me/sessions", nil).want(200, "").into(&sessions)
	if len(sessions.Sessions) != 2 || sessions.Sessions[0].Label != "iPhone, app" {
		t.Errorf("got sessions %+v, want the app's first", sessions)
	}
	h.enters(code).want(404, "wrong_code") // it works once
}

// People type and paste a code in the digits of their keyboard, and with what came along.
func TestAppCode_AsTyped(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	arabic := func(code string) string {
		return strings.Map(func(r rune) rune { return '٠' + r - '0' }, code)
	}
	wide := func(code string) string { return strings.Map(func(r rune) rune { return '０' + r - '0' }, code) }
	for name, typed := range map[string]func(code string) string{
		"wide digits": wide, "Arabic digits": arabic,
		"a no-break space":    func(code string) string { return code[:3] + "\u00a0" + code[3:] },
		"a wide space":        func(code string) string { return wide(code[:3]) + "\u3000" + wide(code[3:]) },
		"a long dash":         func(code string) string { return code[:3] + "–" + code[3:] },
		"invisible marks":     func(code string) string { return "\u200e\ufeff" + code[:2] + "\u200b" + code[2:] + "\u200f" },
		"a dot and a newline": func(code string) string { return code[:3] + "." + code[3:] + ".\n" },
	} {
		if a := h.enters(typed(ada.appCode())); a.status != 201 {
			t.Errorf("%s: got %d %s, want 201", name, a.status, a.body)
		}
	}
	for name, typed := range map[string]func(code string) string{
		"wide letters": func(code string) string {
			return strings.Map(func(r rune) rune {
				if r == '-' {
					return '－'
				}
				return r + 0xfee0
			}, code)
		},
		"what follows in a sentence": func(code string) string { return "“" + strings.ToLower(code) + "”). " },
	} {
		var link struct{ Code string }
		ada.call("POST", "/me/links", nil).want(201, "").into(&link)
		if a := h.enters(typed(link.Code)); a.status != 201 {
			t.Errorf("%s: got %d %s, want 201", name, a.status, a.body)
		}
	}
}

func TestAppCode_Refusals(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	late := ada.appCode()
	h.clock.Add(5 * time.Minute)
	h.enters(late).want(410, "expired_code")

	replaced := ada.appCode()
	code := ada.appCode()
	if replaced != code {
		h.enters(replaced).want(404, "wrong_code")
	}
	for len(ada.links()) == 0 || !ada.locked() {
		h.enters(wrong(late, replaced, code)).want(404, "wrong_code")
	}
	h.enters(code).want(423, "locked_code")
	again := ada.appCode()
	if ada.locked() {
		t.Error("a new code is locked")
	}
	h.enters(again).want(201, "")

	withdrawn := ada.appCode()
	ada.call("DELETE", "/me/links/"+ada.links()[0].ID, nil).want(204, "")
	h.enters(withdrawn).want(404, "wrong_code")
	for _, other := range []string{"12345", "1234567", "12345a", "１２３４５", "123456123456123456123456123456"} {
		h.enters(other).want(404, "bad_link")
	}
}

func (p person) locked() bool {
	p.h.t.Helper()
	var list struct{ Links []struct{ Locked bool } }
	p.call("GET", "/me/links", nil).want(200, "").into(&list)
	return list.Links[0].Locked
}

// One address guesses less often than locks a code, however long it tries. The codes of everybody else stay valid.
func TestAppCode_OneGuessingAddress(t *testing.T) {
	t.Parallel()
	l := limit.Defaults()
	var seconds atomic.Int64
	h := newFixture(t, func(c *httpapi.Config) {
		now := func() time.Time { return time.Unix(1_000_000+seconds.Load(), 0) }
		c.Limits = limit.NewLimiter(limit.Limits{AddressGuesses: l.AddressGuesses, Guesses: l.Guesses}, now, noMeter{})
		c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	ada := h.guest("Ada")
	for range 2 {
		code := ada.appCode()
		passed := 0
		for range 19 { // a guess every 15 seconds of the five minutes
			seconds.Add(15)
			h.clock.Add(15 * time.Second)
			a := h.from("192.0.2.66", "POST", "/sessions", "", map[string]any{"code": wrong(code)})
			if a.status == http.StatusTooManyRequests {
				a.wantRetryAfter("too_many_guesses")
			} else {
				a.want(404, "wrong_code")
				passed++
			}
		}
		if passed == 0 || passed >= 5 {
			t.Errorf("%d guesses of one address passed, want some, but fewer than lock a code", passed)
		}
		h.from("192.0.2.1", "POST", "/sessions", "", map[string]any{"code": code}).want(201, "")
		h.clock.Add(15 * time.Second)
		seconds.Add(15)
	}
	// The guesser cannot enter a right code either, but a device link works.
	h.from("192.0.2.66", "POST", "/sessions", "", map[string]any{"code": ada.appCode()}).wantRetryAfter("too_many_guesses")
	h.from("192.0.2.66", "POST", "/sessions", "", map[string]any{"code": ada.link()}).want(201, "")
}

// Many addresses that guess at the same time lock a code after a few guesses. None of them gets in, and a new code works from then on.
func TestAppCode_ManyGuessingAddresses(t *testing.T) {
	t.Parallel()
	l := limit.Defaults()
	h := limitedFixture(t, limit.Limits{AddressGuesses: l.AddressGuesses, Guesses: l.Guesses})
	ada := h.guest("Ada")
	code := ada.appCode()
	compared := make(chan int, 64)
	var all sync.WaitGroup
	for n := range 64 {
		all.Go(func() {
			a := h.from("192.0.2."+strconv.Itoa(n), "POST", "/sessions", "", map[string]any{"code": wrong(code)})
			if a.status != http.StatusTooManyRequests {
				compared <- n
			}
		})
	}
	all.Wait()
	expect.Equal(t, len(compared), l.Guesses/3, "guesses were compared with codes")
	if !ada.locked() {
		t.Error("the code is not locked")
	}
	// The limit of all addresses is used up now, which counts no more misses: a new code is not locked, and waits for the next token.
	fresh := ada.appCode()
	h.from("192.0.2.200", "POST", "/sessions", "", map[string]any{"code": fresh}).wantRetryAfter("too_many_guesses")
	if ada.locked() {
		t.Error("refused guesses count as misses")
	}
	h.from("192.0.2.200", "POST", "/sessions", "", map[string]any{"code": ada.link()}).want(201, "")
}
