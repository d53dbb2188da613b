package httpapi_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The calls that draw the secret, or first show its commitment, take no contribution: the server would see it too early.
func TestContribution_NotInOtherCalls(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben := h.guest("Ada"), h.guest("Ben")
	r := ada.creates(2, "public")
	for _, member := range []string{
		`"contribution":"5a"`, `"contribution":""`, `"contribution":null`, `"contribution":7`, `"contribution":{}`, `"contribution":["5a"]`,
		`"contribution":false`, `"Contribution":"5a"`, `"contr\u0069bution":null`,
	} {
		ada.call("POST", "/tables", `{"title":"toy","seats":2,`+member+`}`).want(422, "invalid")
		ben.call("POST", "/tables/"+r.ID+"/seats", `{`+member+`}`).want(422, "invalid")
		ada.call("PATCH", "/tables/"+r.ID, `{"seats":3,`+member+`}`).want(422, "invalid")
		ada.call("POST", "/tables/"+r.ID+"/fork", `{"seq":1,"chance":"new",`+member+`}`).want(422, "invalid")
	}
	expect.Equal(t, ada.sees(r.ID).Seats[1].Player, nil, "a refused call")
	// Members with other names are ignored, as everywhere.
	ben.call("POST", "/tables/"+r.ID+"/seats", `{"contributions":"5a"}`).want(201, "")
}

func TestContribution(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben := h.guest("Ada"), h.guest("Ben")
	r := ada.creates(2, "private")
	if len(r.Commitment) != 64 || r.Chance == 0 {
		t.Fatalf("got commitment %q and chance %d of the new table", r.Commitment, r.Chance)
	}
	expect.Equal(t, ben.sits(r).Commitment, r.Commitment, "commitment")
	path := "/tables/" + r.ID + "/contribution"
	for name, body := range map[string]string{
		"nothing":                   `{}`,
		"no bytes":                  `{"contribution":""}`,
		"half a byte":               `{"contribution":"5"}`,
		"no hex":                    `{"contribution":"xy"}`,
		"upper case":                `{"contribution":"5A"}`,
		"too long":                  `{"contribution":"` + strings.Repeat("5a", 65) + `"}`,
		"a number":                  `{"contribution":5}`,
		"a device without proof":    `{"contribution":"5a","device":"` + strings.Repeat("5a", 32) + `"}`,
		"a proof without device":    `{"contribution":null,"signature":"` + strings.Repeat("5a", 64) + `"}`,
		"a chain without device":    `{"contribution":null,"chain":"` + strings.Repeat("5a", 32) + `"}`,
		"a short device":            `{"contribution":null,"device":"5a","signature":"` + strings.Repeat("5a", 64) + `"}`,
		"a device that is a number": `{"contribution":null,"device":5}`,
	} {
		if got := ada.call("POST", path, body); got.status != 422 || got.code() != "invalid" {
			t.Errorf("%s: got %d %s, want invalid", name, got.status, got.body)
		}
	}

	now := ada.call("POST", path, `{"contribution":"5a"}`).want(200, "").tableView()
	if !now.Seats[0].Contributed || now.Seats[1].Contributed {
		t.Errorf("got seats %+v, want that seat 0 alone has contributed", now.Seats)
	}
	now = ben.call("POST", path, `{"contribution":null}`).want(200, "").tableView()
	if !now.Seats[1].Contributed {
		t.Error("a player who declined has answered")
	}
}

func TestContribution_Signature(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	r := ada.creates(2, "public")
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	own := "5a"
	s := engine.AnswerStatement{
		Table: r.ID, Seat: 0, Contribution: &own, Chain: codec.Optional{1}, Device: chance.DeviceKey(private.Public().(ed25519.PublicKey)),
	}
	must.Succeed(t, s.Commitment.UnmarshalText([]byte(r.Commitment)))
	text := must.Return(s.Bytes())(t)
	chain, _ := s.Chain.MarshalText()
	body := map[string]any{
		"contribution": own, "device": s.Device.String(), "chain": string(chain), "signature": hex.EncodeToString(ed25519.Sign(private, text)),
	}
	path := "/tables/" + r.ID + "/contribution"
	body["contribution"] = "5b"
	ada.call("POST", path, body).want(409, "bad_proof")
	body["contribution"] = own
	ada.call("POST", path, body).want(200, "")
}
