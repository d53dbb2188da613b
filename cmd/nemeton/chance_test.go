package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/testkit/sqlitetest"
)

// An operator chooses among secrets until the opening suits them, with SQL statements before the start. The table does not start, because a
// player has signed the commitment that the server showed.
func TestApp_SwappedSecret(t *testing.T) {
	t.Parallel()
	address := database(t)
	r := start(t, address)
	id, tokens := newOpenTable(t, r.url)
	at := r.url + "/api/v1/tables/" + id
	change := func(statement string, args ...any) {
		t.Helper()
		sqlitetest.Exec(t, strings.TrimPrefix(address, "sqlite:"), statement, append(args, id)...)
	}
	starts := func(want int, code string) {
		t.Helper()
		if status, text := ask(t, "POST", at+"/start", tokens[0], nil, nil); status != want || !strings.Contains(string(text), code) {
			t.Errorf("start: got %d %s, want %d %s", status, text, want, code)
		}
	}
	ask(t, "POST", at+"/contribution", tokens[0], map[string]any{"contribution": "5a"}, nil)
	var shown struct{ Commitment string }
	ask(t, "GET", at, tokens[1], nil, &shown)
	if status, text := ask(t, "POST", at+"/contribution", tokens[1], signedAnswer(t, id, shown.Commitment, 1), nil); status != 200 {
		t.Fatalf("got %d %s", status, text)
	}
	change("UPDATE tables SET invite = hex(secret) WHERE id = ?")
	for n := range byte(3) {
		change("UPDATE tables SET secret = ? WHERE id = ?", bytes.Repeat([]byte{n}, len(chance.Secret{})))
		starts(409, "not_contributed")
	}
	change("UPDATE tables SET secret = unhex(invite), invite = '' WHERE id = ?")
	starts(200, "running")
}

// signedAnswer is the body of a contribution that a new device signs.
func signedAnswer(t *testing.T, table, commitment string, seat engine.Seat) map[string]any {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	own := hex.EncodeToString(bytes.Repeat([]byte{7}, 32))
	s := engine.AnswerStatement{Table: table, Seat: seat, Contribution: &own, Device: chance.DeviceKey(public)}
	if err := s.Commitment.UnmarshalText([]byte(commitment)); err != nil {
		t.Fatal(err)
	}
	text, err := s.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]any{"contribution": own, "device": hex.EncodeToString(public), "signature": hex.EncodeToString(ed25519.Sign(private, text))}
}
