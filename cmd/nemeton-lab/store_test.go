package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"nemeton/testkit/must"
	"nemeton/testkit/pgtest"
)

func TestBenchStore(t *testing.T) {
	t.Parallel()
	t.Run("SQLite, as JSON", func(t *testing.T) {
		t.Parallel()
		var out, errs bytes.Buffer
		if code := run([]string{"bench", "store", "--store", "sqlite", "--tables", "1,4", "--during", "50ms", "--json"}, &out, &errs); code != 0 {
			t.Fatalf("got exit code %d: %s", code, errs.String())
		}
		var got struct {
			Stores []storeResult `json:"stores"`
		}
		must.Succeed(t, json.Unmarshal(out.Bytes(), &got))
		if len(got.Stores) != 1 || len(got.Stores[0].OneRow) != 1 || len(got.Stores[0].Appends) != 2 || got.Stores[0].Appends[1].PerSecond <= 0 {
			t.Errorf("got %s, want one rate of one-row transactions and two measurements", out.String())
		}
	})
	t.Run("a Postgres server, as a table", func(t *testing.T) {
		t.Parallel()
		var out, errs bytes.Buffer
		if code := run([]string{"bench", "store", "--store", pgtest.Server(t), "--tables", "2", "--during", "50ms"}, &out, &errs); code != 0 {
			t.Fatalf("got exit code %d: %s", code, errs.String())
		}
		if !strings.Contains(out.String(), "pgbench, one-row inserts, 32 at once") || !strings.Contains(out.String(), "appends, 2 tables") {
			t.Errorf("got\n%s\nwant pgbench's lines and the appends'", out.String())
		}
	})
	t.Run("an unknown store is refused", func(t *testing.T) {
		t.Parallel()
		var out, errs bytes.Buffer
		if code := run([]string{"bench", "store", "--store", "paper"}, &out, &errs); code != 1 || !strings.Contains(errs.String(), "paper") {
			t.Errorf("got exit code %d: %s", code, errs.String())
		}
	})
}
