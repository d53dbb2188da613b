package telemetry_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"

	"nemeton/server/telemetry"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"open postgres://ada:hush@db.example:5432/nemeton?sslmode=disable": "open postgres://***@db.example:5432/nemeton?sslmode=disable",
		`parse "nats://ada:hu@sh@%zz": invalid URL`:                        `parse "nats://***@%zz": invalid URL`,
		"postgres://ada:hu/sh?x@db":                                        "postgres://***@db",
		"postgres://db/x?password=hush&sslmode=disable":                    "postgres://db/x?password=***&sslmode=disable",
		"host=db password=hush user=ada":                                   "host=db password=*** user=ada",
		"--secret-key=hush --addr=:80":                                     "--secret-key=*** --addr=:80",
		"https://games.example/t/1":                                        "https://games.example/t/1",
		"no address, 3 = 3":                                                "no address, 3 = 3",
	} {
		expect.Equal(t, telemetry.Redact(in), want, in)
	}
}

// Log lines contain no passwords of addresses, whichever library wrote them into its error. They stay JSON.
func TestNewLog_Redacts(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	log := must.Return(telemetry.NewLog(&out, "info"))(t)
	log.Error().Err(errors.New(`parse "nats://ada:hush@%zz": cannot connect to postgres://ada:hush@db/x?password=hush`)).Str("table", "t").Msg("tcp://ada:hush@nats")
	var line map[string]string
	must.Succeed(t, json.Unmarshal(out.Bytes(), &line), out.String())
	if strings.Contains(out.String(), "hush") || line["table"] != "t" || line["message"] != "tcp://***@nats" {
		t.Errorf("got %s", out.String())
	}
}

// The command line on the admin address has the names of flags alone.
func TestAdmin_CommandLine(t *testing.T) {
	t.Parallel()
	status, text := get(t, telemetry.Admin(telemetry.NewMetrics()), "/debug/pprof/cmdline")
	if status != http.StatusOK || !strings.HasPrefix(text, os.Args[0]) || strings.Contains(text, "=") {
		t.Errorf("got %d %q, want the program without values", status, text)
	}
	got := telemetry.WithoutValues([]string{
		"nemeton", "serve", "--database=postgres://ada:hush@db/x", "--secret-key", "hush hush hush hush", "--nats", "nats://ada:hush@n", "--addr=:80", "--secret-key=-hush", "hush",
	})
	expect.Equal(t, strings.Join(got, " "), "nemeton serve --database --secret-key --nats --addr --secret-key")
}
