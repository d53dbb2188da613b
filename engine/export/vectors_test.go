package export_test

import (
	"encoding/json"
	"os"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// The example document of chance version 2 passes all checks that an unknown title permits.
func TestCheck_ExampleDocument(t *testing.T) {
	t.Parallel()
	raw := must.Return(os.ReadFile("../../docs/fairness-vectors-2.json"))(t)
	var vectors struct {
		Document    json.RawMessage `json:"document"`
		Fingerprint string          `json:"fingerprint"`
	}
	must.Succeed(t, json.Unmarshal(raw, &vectors))
	got := export.Check(vectors.Document, catalog.Find)
	if got.Verdict != export.NotJudged || got.Fault != nil || got.Fingerprint != vectors.Fingerprint {
		t.Fatalf("got %s, %+v, fingerprint %s", got.Verdict, got.Fault, got.Fingerprint)
	}
	ofSeat := []export.SeatReport{
		{Contributed: true, Reveals: 3, Voided: 4, Protected: 5, Signed: 3, Confirmed: 1},
		{Declined: true, Reveals: 1, Protected: 4, Signed: 1, Handovers: 1},
		{},
	}
	if got.Entries != 12 || got.Draws != 14 || got.Unprotected != 5 || got.Restores != 1 || len(got.Seats) != len(ofSeat) {
		t.Errorf("got %+v", got)
	}
	for seat, want := range ofSeat {
		expect.Equal(t, got.Seats[seat], want, "seat", engine.Seat(seat))
	}
}
