package main

import (
	"bytes"
	"net"
	"strings"
	"testing"

	"nemeton/cmd/nemeton/internal/wiring"
	"nemeton/testkit/expect"
)

func TestRun(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args string
		code int
		out  string // expected in the output
	}{
		"version":              {"version", 0, "nemeton.v1"},
		"help":                 {"--help", 0, "serve"},
		"help without dashes":  {"help", 0, "serve"},
		"help of a command":    {"help key rotate", 0, "Usage: nemeton key rotate"},
		"help of serving":      {"serve --help", 0, "NEMETON_DATABASE"},
		"no command":           {"", 2, ""},
		"an unknown command":   {"dance", 2, "dance"},
		"an unknown flag":      {"serve --dance", 2, "dance"},
		"limits that are no":   {"serve --limits perhaps", 2, "limits"},
		"a proxy that is none": {"serve --trusted-proxies nowhere", 2, "trusted-proxies"},
		"fewer bots than none": {"serve --bot-workers=-3", 2, "--bot-workers: -3 is less than 0"},
		"a time before now":    {"serve --bot-think=-2s", 2, "--bot-think: -2s is less than 0"},
		"a drain that is long": {"serve --drain-wait 20s", 1, "--drain-wait: 20s is longer than 5s"},
		"a million bots":       {"serve --bot-workers 1000000", 1, "--bot-workers: 1000000 are more than 1000"},
		"another door":         {"serve --door-members", 1, "--door-members has no use without --door invite"},
		"mails from nowhere":   {"serve --mail-from a@b.example", 1, "--mail-from has no use without --smtp"},
		"a hello to nobody":    {"serve --smtp-hello b.example", 1, "--smtp-hello has no use without --smtp"},
		"no provider":          {"serve --oidc-client x", 1, "--oidc-client has no use without --oidc-issuer"},
		"a secret of none":     {"serve --oidc-secret x", 1, "--oidc-secret has no use without --oidc-issuer"},
		"a name of none":       {"serve --oidc-name x", 1, "--oidc-name has no use without --oidc-issuer"},
		"no NATS":              {"serve --nats-ca main.go", 1, "--nats-ca has no use without --nats"},
		"a role of no use":     {"serve --migrate-database postgres://x", 1, "--migrate-database has no use without --database postgres://..."},
		"no administration":    {"serve --admin-key 0123456789abcdef", 1, "--admin-key has no use without --admin-addr"},
		"a limit of none":      {"serve --limits off --limit-guesses 5", 1, "--limit-... has no use without --limits on"},
		"keys for nobody":      {"serve --admin-key-file main.go", 1, "--admin-key-file has no use without --admin-addr"},
		"no such database":     {"migrate --database oracle:x", 1, "oracle"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			code := run(strings.Fields(c.args), &out, &errs)
			if text := out.String() + errs.String(); code != c.code || !strings.Contains(text, c.out) {
				t.Errorf("got exit code %d and %q, want %d and %q in it", code, text, c.code, c.out)
			}
		})
	}
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	db := database(t)
	for range 2 {
		var out, errs bytes.Buffer
		if code := run([]string{"migrate", "--database", db}, &out, &errs); code != 0 || !strings.Contains(out.String(), "up to date") {
			t.Errorf("got exit code %d, %q and %q, want 0 and up to date", code, out.String(), errs.String())
		}
	}
}

func TestGreeting(t *testing.T) {
	t.Parallel()
	for want, addr := range map[string]net.TCPAddr{
		"http://localhost:8080":      {IP: net.IPv6unspecified, Port: 8080},
		"http://localhost:81":        {IP: net.IPv4(127, 0, 0, 1), Port: 81},
		"http://192.0.2.7:80":        {IP: net.IPv4(192, 0, 2, 7), Port: 80},
		"http://[2001:db8::1]:12345": {IP: net.ParseIP("2001:db8::1"), Port: 12345},
	} {
		expect.Equal(t, wiring.Greeting(&addr, false)[0], "Nemeton is ready: "+want, &addr)
	}
	if got := wiring.Greeting(&net.TCPAddr{IP: net.IPv6unspecified, Port: 8080}, true); len(got) != 2 || strings.Contains(got[1], "http://") {
		t.Errorf("in a container: got %q, want the address of this machine alone", got)
	}
}
