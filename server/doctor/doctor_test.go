package doctor_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"nemeton/server/doctor"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/privateca"
)

// check compares findings with the wanted levels, and requires advice with everything but OK. Each wanted element is LEVEL CHECK PART-OF-THE-TEXT.
func check(t *testing.T, what string, got []doctor.Finding, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %d findings %+v, want %q", what, len(got), got, want)
		return
	}
	for i, f := range got {
		level, rest, _ := strings.Cut(want[i], " ")
		name, part, _ := strings.Cut(rest, " ")
		if string(f.Level) != level || f.Check != name || !strings.Contains(f.Text, part) || (f.Do == "") != (f.Level == doctor.OK) {
			t.Errorf("%s: got %+v, want %q", what, f, want[i])
		}
	}
}

// sound is an SQLite database without a fault.
func sound() store.Inspection {
	return store.Inspection{
		Engine: "SQLite 3", Version: 7, Newest: 7, Readers: 7, Settings: map[string]string{"journal_mode": "wal"},
		File: &store.InspectedFile{Path: "/d/nemeton.db", Mode: 0o600, Locked: true},
	}
}

func TestStore_SQLite(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		change func(*store.Inspection)
		want   []string
	}{
		"sound":          {func(*store.Inspection) {}, []string{"OK store a server uses it", "OK schema version 7"}},
		"without server": {func(i *store.Inspection) { i.File.Locked = false }, []string{"OK store no server uses it", "OK schema 7"}},
		"missing":        {func(i *store.Inspection) { i.File.Missing = true }, []string{"WARNING store does not exist"}},
		"a closed folder": {func(i *store.Inspection) { i.File.Missing, i.File.FolderClosed = true, errors.New("may not write") },
			[]string{"PROBLEM store may not write", "WARNING store does not exist"}},
		"readable by others": {func(i *store.Inspection) { i.File.Mode = 0o644 }, []string{"WARNING store mode 0644", "OK store writable", "OK schema 7"}},
		"read-only":          {func(i *store.Inspection) { i.Unwritable = errors.New("readonly") }, []string{"PROBLEM store readonly", "OK schema 7"}},
		"killed":             {func(i *store.Inspection) { i.Untried = "its server was killed" }, []string{"WARNING store killed", "OK schema 7"}},
		"no log":             {func(i *store.Inspection) { i.Settings["journal_mode"] = "delete" }, []string{"WARNING store journal delete", "OK store writable", "OK schema 7"}},
		"older":              {func(i *store.Inspection) { i.Version = 5 }, []string{"OK store writable", "WARNING schema migrations 6 to 7"}},
		"newer, usable":      {func(i *store.Inspection) { i.Version, i.Readers = 9, 6 }, []string{"OK store writable", "OK schema newer"}},
		"too new":            {func(i *store.Inspection) { i.Version, i.Readers = 9, 9 }, []string{"OK store writable", "PROBLEM schema needs programs that know 9"}},
	} {
		i := sound()
		c.change(&i)
		check(t, what, doctor.Store(i, nil, false), c.want...)
	}
	check(t, "unreachable", doctor.Store(store.Inspection{}, fmt.Errorf("%w: refused", store.ErrUnavailable), false), "PROBLEM store refused")
	check(t, "damaged", doctor.Store(store.Inspection{}, store.ErrDamaged, false), "PROBLEM store damaged")
}

func TestStore_Postgres(t *testing.T) {
	t.Parallel()
	const good, durable, schema = "OK store reachable and writable", "OK durability fsync", "OK schema version 7"
	for what, c := range map[string]struct {
		change   func(*store.Inspection)
		separate bool
		want     []string
	}{
		"sound":         {func(*store.Inspection) {}, false, []string{good, durable, schema}},
		"read-only":     {func(i *store.Inspection) { i.Postgres.ReadOnly = true }, false, []string{"PROBLEM store read-only", durable, schema}},
		"unwritable":    {func(i *store.Inspection) { i.Unwritable = errors.New("denied") }, false, []string{"PROBLEM store denied", durable, schema}},
		"old":           {func(i *store.Inspection) { i.Number = 140010 }, false, []string{good, "PROBLEM store older than 15", durable, schema}},
		"rights":        {func(i *store.Inspection) { i.Postgres.Lacking = []string{"tables"} }, true, []string{good, "PROBLEM store tables", durable, schema}},
		"superuser":     {func(i *store.Inspection) { i.Postgres.Superuser = true }, false, []string{good, "WARNING store superuser", durable, schema}},
		"pooler":        {func(i *store.Inspection) { i.Warnings = []string{"set timeouts"} }, false, []string{good, durable, schema, "WARNING store setting"}},
		"fsync off":     {func(i *store.Inspection) { i.Settings["fsync"] = "off" }, false, []string{good, "PROBLEM durability fsync", schema}},
		"pages":         {func(i *store.Inspection) { i.Settings["full_page_writes"] = "off" }, false, []string{good, "PROBLEM durability full_page_writes", schema}},
		"commit off":    {func(i *store.Inspection) { i.Settings["synchronous_commit"] = "off" }, false, []string{good, "PROBLEM durability synchronous_commit is off", schema}},
		"loose standby": {func(i *store.Inspection) { i.Postgres.Standbys = 1 }, false, []string{good, "WARNING durability failover can lose", schema}},
		"no standby":    {func(i *store.Inspection) { i.Settings["synchronous_standby_names"] = "b" }, false, []string{good, "PROBLEM durability no standby", schema}},
		"standby":       {func(i *store.Inspection) { i.Settings["synchronous_standby_names"] = "b"; i.Postgres.Standbys = 1 }, false, []string{good, "OK durability 1 standbys", schema}},
		"local commits": {func(i *store.Inspection) {
			i.Settings["synchronous_standby_names"] = "b"
			i.Settings["synchronous_commit"] = "local"
		}, false, []string{good, "WARNING durability local", schema}},
		"another standby": {func(i *store.Inspection) {
			i.Settings["synchronous_standby_names"] = "b"
			i.Postgres.Standbys, i.Postgres.StandbysShown = 1, true
		}, false, []string{good, "PROBLEM durability none of 1", schema}},
		"older":             {func(i *store.Inspection) { i.Version = 6 }, false, []string{good, durable, "WARNING schema 7 to 7"}},
		"older, not owner":  {func(i *store.Inspection) { i.Version = 6; i.Postgres.Lacking = []string{"x"} }, false, []string{good, "PROBLEM store x", durable, "WARNING schema may not make"}},
		"older, with owner": {func(i *store.Inspection) { i.Version = 6; i.Postgres.Lacking = []string{"x"} }, true, []string{good, "PROBLEM store x", durable, "WARNING schema are missing"}},
	} {
		i := store.Inspection{
			Engine: "Postgres 15.4", Number: 150004, Version: 7, Newest: 7, Readers: 7, Postgres: &store.InspectedPostgres{Role: "nemeton"},
			Settings: map[string]string{"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "synchronous_standby_names": ""},
		}
		c.change(&i)
		check(t, what, doctor.Store(i, nil, c.separate), c.want...)
	}
}

func TestPasskeys(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		counts map[string]int
		name   string
		want   string
	}{
		"none":              {nil, "games.example", "OK passkeys none are stored"},
		"of this name":      {map[string]int{"games.example": 3}, "games.example", "OK passkeys 3 belong to games.example; if --public-url moves to another name, they work on only with --passkey-name games.example"},
		"of another name":   {map[string]int{"old.example": 2, "games.example": 3}, "games.example", "WARNING passkeys 2 of 5 belong to another name than games.example, and are of no use there: old.example (2)"},
		"without a name":    {map[string]int{"games.example": 1}, "", "WARNING passkeys 1 are stored"},
		"none, and no name": {map[string]int{}, "", "OK passkeys none"},
	} {
		check(t, what, []doctor.Finding{doctor.Passkeys(c.counts, c.name)}, c.want)
	}
}

func TestMachine(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	one := func(f doctor.Finding) []doctor.Finding { return []doctor.Finding{f} }
	check(t, "clock", one(doctor.Clock("x", now, now.Add(-2*time.Second), time.Second)), "OK clock x")
	check(t, "clock", one(doctor.Clock("x", now, now.Add(10*time.Second), time.Second)), "WARNING clock 10s")
	check(t, "clock", one(doctor.Clock("x", now, now.Add(-time.Hour), 0)), "PROBLEM clock 1h0m0s")
	check(t, "space", one(doctor.Space("/d", 1<<40, nil)), "OK disk 1024 GB")
	check(t, "space", one(doctor.Space("/d", 600<<20, nil)), "WARNING disk 600 MB")
	check(t, "space", one(doctor.Space("/d", 1<<20, nil)), "PROBLEM disk 1 MB")
	check(t, "space", one(doctor.Space("/d", 0, errors.New("gone"))), "WARNING disk gone")
	check(t, "backup", one(doctor.Backup("/b", time.Time{}, now)), "WARNING backup none")
	check(t, "backup", one(doctor.Backup("/b", now.Add(-72*time.Hour), now)), "WARNING backup 72 hours")
	check(t, "backup", one(doctor.Backup("/b", now.Add(-5*time.Hour), now)), "OK backup 5 hours")
	check(t, "limits", doctor.LimitsOf("it", doctor.Limits{Files: 65536, Backlog: 4096}), "OK limits no limit of memory")
	check(t, "limits", doctor.LimitsOf("it", doctor.Limits{Files: 65536, Memory: 1 << 30}), "OK limits 1024 MB")
	check(t, "limits", doctor.LimitsOf("it", doctor.Limits{Files: 1024, Memory: 64 << 20, Backlog: 128}), "WARNING limits 1024 files", "WARNING limits 64 MB", "WARNING limits 128 connections")
	check(t, "version", one(doctor.Versions("a", "a")), "OK version a")
	check(t, "version", one(doctor.Versions("a", "b")), "WARNING version b")
	check(t, "service", one(doctor.Service("nats", nil, "x")), "OK nats reachable")
	check(t, "service", one(doctor.Service("nats", errors.New("refused"), "x")), "PROBLEM nats refused")
	check(t, "key", one(doctor.KeyFile("k", 0o600)), "OK tls private")
	check(t, "key", one(doctor.KeyFile("k", 0o644)), "PROBLEM tls every user")
}

func TestCertificate(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	ca, now := privateca.New(t), time.Now()
	chain := ca.Chain([]string{"a.example"}, now.Add(-time.Minute), now.Add(90*day))
	one := func(f doctor.Finding) []doctor.Finding { return []doctor.Finding{f} }
	check(t, "good", one(doctor.Certificate("a.example", chain, now, ca.Pool())), "OK tls 89 days")
	check(t, "none", one(doctor.Certificate("a.example", nil, now, ca.Pool())), "PROBLEM tls no certificate")
	check(t, "another name", one(doctor.Certificate("b.example", chain, now, ca.Pool())), "PROBLEM tls not for b.example")
	check(t, "soon", one(doctor.Certificate("a.example", chain, now.Add(80*day), ca.Pool())), "WARNING tls 9 days")
	for left, want := range map[time.Duration]string{15*day + time.Second: "OK tls 15 days", 15*day - time.Second: "WARNING tls ends in 14 days"} {
		check(t, "a sixth", one(doctor.Certificate("a.example", ca.Chain([]string{"a.example"}, now, now.Add(90*day)), now.Add(90*day-left), ca.Pool())), want)
	}
	check(t, "over", one(doctor.Certificate("a.example", chain, now.Add(91*day), ca.Pool())), "PROBLEM tls expired")
	check(t, "later", one(doctor.Certificate("a.example", chain, now.Add(-day), ca.Pool())), "PROBLEM tls valid from")
	check(t, "private", one(doctor.Certificate("a.example", chain, now, nil)), "WARNING tls without a chain")
	check(t, "http", one(doctor.PlainHTTP("http://a.example", false)), "WARNING tls phones get no notifications")
	check(t, "http", one(doctor.PlainHTTP("http://nas", true)), "OK tls private network")
	check(t, "unreached", one(doctor.Unreached("https://a.example", errors.New("refused"))), "PROBLEM address refused")
	for host, local := range map[string]bool{"localhost": true, "192.168.1.4": true, "nas.local": true, "fd00::1": true, "a.example": false, "203.0.113.9": false} {
		expect.Equal(t, doctor.IsLocal(host), local, host, "local")
	}
}

func TestProxy(t *testing.T) {
	t.Parallel()
	good := doctor.SeenRequest{Address: "203.0.113.9", Peer: "10.0.0.2", Host: "a.example", Secure: true, Proxied: true, Forwarded: true}
	for what, c := range map[string]struct {
		change func(*doctor.SeenRequest)
		want   []string
	}{
		"sound":     {func(*doctor.SeenRequest) {}, []string{"OK proxy through the trusted proxy 10.0.0.2"}},
		"no proxy":  {func(s *doctor.SeenRequest) { s.Proxied, s.Forwarded = false, false }, []string{"OK proxy no proxy"}},
		"untrusted": {func(s *doctor.SeenRequest) { s.Proxied, s.Secure = false, false }, []string{"PROBLEM proxy not in --trusted-proxies"}},
		"no client": {func(s *doctor.SeenRequest) { s.Address = s.Peer }, []string{"PROBLEM proxy does not name its clients"}},
		"no scheme": {func(s *doctor.SeenRequest) { s.Secure = false }, []string{"PROBLEM proxy is https"}},
		"the host":  {func(s *doctor.SeenRequest) { s.Host = "127.0.0.1:8080" }, []string{"PROBLEM proxy 127.0.0.1:8080"}},
	} {
		s := good
		c.change(&s)
		check(t, what, doctor.Proxy(&url.URL{Scheme: "https", Host: "A.example"}, s), c.want...)
	}
	check(t, "a name", []doctor.Finding{doctor.WrongHost("a.example")}, "PROBLEM address refuses requests")
}

func TestMail(t *testing.T) {
	t.Parallel()
	fault := errors.New("550 need a full name")
	for stage, do := range map[string]string{"connect": "firewall", "tls": "STARTTLS", "greeting": "ask its operator", "hello": "--smtp-hello", "authentication": "password", "sender": "--mail-from", "": "--smtp"} {
		got := doctor.Mail(stage, fault)
		check(t, stage, []doctor.Finding{got}, "PROBLEM mail 550 need a full name")
		if !strings.Contains(got.Do, do) || stage != "authentication" && strings.Contains(got.Do, "password") {
			t.Errorf("%s: got the advice %q, want %q", stage, got.Do, do)
		}
	}
	check(t, "works", []doctor.Finding{doctor.Mail("", nil)}, "OK mail takes mails")
}

func TestUpgrade(t *testing.T) {
	t.Parallel()
	const at = "https://a.example"
	check(t, "sockets", []doctor.Finding{
		doctor.Upgrade(at, doctor.Answer{Status: 101}), doctor.Upgrade(at, doctor.Answer{Status: 403, Code: "cross_origin", Detail: "the port differs"}), doctor.Upgrade(at, doctor.Answer{Status: 429, Code: "too_fast", Detail: "too many"}),
		doctor.Upgrade(at, doctor.Answer{Status: 502}), doctor.Upgrade(at, doctor.Answer{Status: 400, Code: "malformed", Detail: "no handshake"}),
	}, "OK sockets can open live", "PROBLEM sockets another site: the port differs", "PROBLEM sockets refuses sockets: too many", "PROBLEM sockets answered with 502", "PROBLEM sockets answered with 400")
}

func TestPrint(t *testing.T) {
	t.Parallel()
	all := append(doctor.Store(sound(), nil, false), doctor.Backup("/b", time.Time{}, time.Now()))
	var text, object bytes.Buffer
	must.Succeed(t, errors.Join(doctor.Print(&text, all), doctor.PrintJSON(&object, all)))
	if got := text.String(); !strings.HasPrefix(got, "OK       store: ") || !strings.Contains(got, "\nWARNING  backup: there is none in /b\n           -> run nemeton backup") {
		t.Errorf("got %s", got)
	}
	var read struct {
		OK       bool             `json:"ok"`
		Findings []doctor.Finding `json:"findings"`
	}
	if err := json.Unmarshal(object.Bytes(), &read); err != nil || !read.OK || len(read.Findings) != 3 || doctor.Bad(all) != 0 {
		t.Errorf("got %+v, %v", read, err)
	}
	all = append(all, doctor.WrongHost("x"))
	expect.Equal(t, doctor.Bad(all), 1, "problems")
}
