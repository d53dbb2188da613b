package admin_test

import (
	"context"
	"crypto/rand"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/admin"
	"nemeton/server/apperr"
	"nemeton/server/limit"
	"nemeton/server/store"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
	"nemeton/texts/sources"
	"nemeton/web"
)

const key = "0123456789abcdef-key"

var now = time.Date(2031, 5, 4, 12, 0, 0, 0, time.UTC)

// fixture is an administration of a server with two tables.
type fixture struct {
	t       *testing.T
	store   store.Store
	handler http.Handler
	server  *fakeServer
	doors   *fakeDoors
	person  store.Player
	now     time.Time
	open    store.Table
	running store.Table
}

// fakeServer records the acts that a server carries out.
type fakeServer struct {
	closed, announced []store.TableID
	chats             []store.TableID
	bans              int
	refuse            error
}

func (s *fakeServer) CloseByOperator(_ context.Context, id store.TableID) error {
	s.closed = append(s.closed, id)
	return s.refuse
}
func (s *fakeServer) Announce(_ context.Context, id store.TableID) {
	s.announced = append(s.announced, id)
}
func (s *fakeServer) ChatChanged(id store.TableID)    { s.chats = append(s.chats, id) }
func (s *fakeServer) BansChanged()                    { s.bans++ }
func (s *fakeServer) StoreWorks(context.Context) bool { return true }

// fakeDoors makes links and codes. It knows the codes that are not revoked.
type fakeDoors struct{ codes []store.DoorCode }

func (*fakeDoors) MakeHostLink(_ context.Context, player store.PlayerID) (string, time.Time, error) {
	if _, err := uuid.Parse(string(player)); err != nil {
		return "", time.Time{}, apperr.New(apperr.UnknownPlayer, "there is no such player")
	}
	return "AAAA-BBBB-CCCC", now.Add(24 * time.Hour), nil
}

func (d *fakeDoors) MakeOperatorCode(_ context.Context, operator, note string, uses int) (string, store.DoorCode, error) {
	c := store.DoorCode{ID: uuid.NewString(), Operator: operator, Note: note, Uses: uses, CreatedAt: now, ExpiresAt: now.Add(time.Hour)}
	d.codes = append(d.codes, c)
	return "DDDD-EEEE-FFFF", c, nil
}

func (d *fakeDoors) Codes(context.Context, store.PlayerID) ([]store.DoorCode, error) {
	return d.codes, nil
}

func (d *fakeDoors) Revoke(_ context.Context, _ store.PlayerID, id string) error {
	n := len(d.codes)
	if d.codes = slices.DeleteFunc(d.codes, func(c store.DoorCode) bool { return c.ID == id }); len(d.codes) == n {
		return apperr.New(apperr.BadLink, "there is no such code; it may be used up, revoked or expired")
	}
	return nil
}

type noMeter struct{}

func (noMeter) Limited(string) {}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t, store: sqlitetest.Open(t), server: &fakeServer{}, doors: &fakeDoors{}, now: now}
	clock := func() time.Time { return f.now }
	person := store.Player{ID: store.PlayerID(uuid.NewString()), Name: "Ada <b>", CreatedAt: now}
	f.must(f.store.CreatePlayer(t.Context(), person, store.Session{ID: uuid.NewString(), TokenHash: [32]byte{1}, SeenAt: now.Add(-time.Hour), Label: "secret-label"}))
	f.person = person
	table := func(state store.State, invite string) store.Table {
		row := store.Table{
			ID: store.TableID(uuid.NewString()), Title: "meduris", State: state, Visibility: store.Private, Invite: invite, Host: person.ID,
			Seats: []store.Seat{{Color: "red", Player: person.ID}, {Color: "blue", Bot: "medium"}}, Options: engine.Options{}, CreatedAt: now, UpdatedAt: now,
			Secret: chance.Secret{1, 2, 3}, Owing: []engine.Seat{0},
		}
		f.must(f.store.CreateTable(t.Context(), row, ""))
		return row
	}
	f.open, f.running = table(store.Open, "invite-of-the-open-one"), table(store.Running, "invite-of-the-running-one")
	keys, err := admin.ParseKeys("# people\nada " + key + "\n")
	f.must(err)
	service := admin.NewService(admin.Config{
		Store: f.store, Now: clock, NewID: func() string { return uuid.Must(uuid.NewV7()).String() }, Log: zerolog.Nop(), Version: "v9", Kind: "SQLite", Backups: t.TempDir(),
		Trusted: []netip.Prefix{netip.MustParsePrefix("203.0.113.5/32")}, Server: f.server, Doors: f.doors, Texts: sources.New(web.TitleTexts),
		Node: func() admin.Node {
			return admin.Node{ID: "n", Name: "here", Version: "v9", Started: now, Sockets: 2, Players: map[string]int{string(person.ID): 2}, Limits: []admin.Limit{{Limit: "guesses", Count: 3, Last: now, By: []admin.LimitBy{{Key: "192.0.2.1", Count: 3, Last: now}}}}}
		},
	})
	f.handler = admin.NewHandler(admin.HandlerConfig{
		TitleOf: func(id string) string { return "Name of " + id },
		Service: service, Keys: keys, AllowHost: func(host string) bool { return strings.HasPrefix(host, "127.0.0.1") }, Now: clock, Entropy: rand.Reader, Log: zerolog.Nop(),
		Guess: limit.NewLimiter(limit.Limits{AddressGuesses: 16}, clock, noMeter{}).Guess,
	})
	return f
}

func (f *fixture) must(err error) {
	f.t.Helper()
	must.Succeed(f.t, err)
}

// request is a request to the admin address.
type request struct {
	method, path, body string
	header             map[string]string
}

func (f *fixture) send(q request) *httptest.ResponseRecorder {
	f.t.Helper()
	r := httptest.NewRequestWithContext(f.t.Context(), q.method, "http://127.0.0.1:9090"+q.path, strings.NewReader(q.body))
	r.RemoteAddr = "127.0.0.1:5000"
	for name, value := range q.header {
		r.Header.Set(name, value)
		if name == "Host" {
			r.Host = value
		}
	}
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, r)
	return w
}

// call sends a call of the API with the key.
func (f *fixture) call(method, path, body string) (int, string) {
	f.t.Helper()
	return f.text(f.send(request{method, "/admin/api/" + path, body, map[string]string{"Authorization": "Bearer " + key}}))
}

func (f *fixture) text(w *httptest.ResponseRecorder) (int, string) { return w.Code, w.Body.String() }

// browser is a signed-in browser.
type browser struct {
	*fixture
	cookie, token string
}

func (f *fixture) signIn() browser {
	f.t.Helper()
	r := f.send(request{"POST", "/admin/sign-in", url.Values{"key": {key}}.Encode(), map[string]string{"Content-Type": "application/x-www-form-urlencoded"}})
	c, err := http.ParseSetCookie(r.Header().Get("Set-Cookie"))
	if r.Code != http.StatusSeeOther || err != nil {
		f.t.Fatalf("sign in: got status %d and cookie %v", r.Code, err)
	}
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/admin/" {
		f.t.Errorf("got cookie %v", c)
	}
	b := browser{f, c.Name + "=" + c.Value, ""}
	_, page := b.get("/admin/")
	b.token = regexp.MustCompile(`name="token" value="([^"]+)"`).FindStringSubmatch(page)[1]
	return b
}

func (b browser) get(path string) (int, string) {
	b.t.Helper()
	return b.text(b.send(request{"GET", path, "", map[string]string{"Cookie": b.cookie}}))
}

// post sends a form with the token of the browser and returns the status and the place that it leads to, or the page.
func (b browser) post(path string, form url.Values, header map[string]string) (int, string) {
	b.t.Helper()
	if !form.Has("token") {
		form.Set("token", b.token)
	}
	all := map[string]string{"Cookie": b.cookie, "Content-Type": "application/x-www-form-urlencoded", "Origin": "http://127.0.0.1:9090", "Sec-Fetch-Site": "same-origin"}
	maps.Copy(all, header)
	r := b.send(request{"POST", path, form.Encode(), all})
	if to := r.Header().Get("Location"); to != "" {
		return r.Code, to
	}
	return b.text(r)
}

func (f *fixture) acts() []store.Act {
	f.t.Helper()
	list, err := f.store.Acts(f.t.Context(), store.Act{}, 100)
	f.must(err)
	return list
}

func codeIn(body string) apperr.Code {
	if m := regexp.MustCompile(`"code":"([a-z_]+)"`).FindStringSubmatch(body); m != nil {
		return apperr.Code(m[1])
	}
	return ""
}
