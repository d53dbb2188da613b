package blackbox_test

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"nemeton/bench/traffic"
	"nemeton/client/device"
	"nemeton/engine/chance"
	"nemeton/play"
	"nemeton/testkit/testsize"
)

// The tests of this file and of fairness_draws_test.go are attacks on the chance of a table. Two more of that list are tested
// elsewhere: unknown rules versions by TestAttacks of engine/export, and records whose rules the browser does not judge by the web client's tests.

// fairTable is a table's description as far as these tests read it.
type fairTable struct {
	Table struct {
		ID         string `json:"id"`
		Commitment string `json:"commitment"`
		Chance     int    `json:"chance"`
		Seats      []struct {
			Contributed bool `json:"contributed"`
		} `json:"seats"`
	} `json:"table"`
}

// seat is a player at an open table, with a device and a memory.
type seat struct {
	t      *testing.T
	url    string
	number int
	player traffic.Guest
	table  string
	device *device.Device // nil: the answer is not signed
	memory *device.Memory
}

// call sends a request and returns the code of its refusal; empty if it succeeded.
func (s *seat) call(method, path string, body, out any) (code string) {
	s.t.Helper()
	err := s.player.Call(s.t.Context(), method, path, body, out)
	var refused *traffic.Refused
	if !errors.As(err, &refused) {
		if err != nil {
			s.t.Fatal(err)
		}
		return ""
	}
	var problem struct {
		Code string `json:"code"`
	}
	if _, text, found := strings.Cut(refused.Text, "{"); !found || json.Unmarshal([]byte("{"+text), &problem) != nil {
		s.t.Fatal(err)
	}
	return problem.Code
}

func (s *seat) path(rest string) string { return "/tables/" + s.table + rest }

// answer contributes to the chance of the table, for the commitment that the player remembers.
func (s *seat) answer() (code string) {
	s.t.Helper()
	contribution := []byte{1, 2, 3, byte(s.number)}
	body := map[string]any{"contribution": "010203"}
	if s.device != nil {
		a, err := s.device.Answer(s.memory.Commitment, contribution)
		if err != nil {
			s.t.Fatal(err)
		}
		return s.call(http.MethodPost, s.path("/contribution"), a, nil)
	}
	return s.call(http.MethodPost, s.path("/contribution"), body, nil)
}

// seated creates an open table of two players and lets both see its commitment.
func seated(t *testing.T, p *process, signed bool) [2]*seat {
	t.Helper()
	var both [2]*seat
	for i := range both {
		player, err := traffic.NewGuest(t.Context(), p.url, []string{"Ada", "Ben"}[i])
		if err != nil {
			t.Fatal(err)
		}
		s := &seat{t: t, url: p.url, number: i, player: player}
		both[i] = s
		var got fairTable
		path, body := "/tables", map[string]any{"title": "druids", "seats": 2}
		if i > 0 {
			s.table = both[0].table
			path, body = s.path("/seats"), map[string]any{"seat": i}
		}
		if code := s.call(http.MethodPost, path, body, &got); code != "" || got.Table.Chance != 2 || len(got.Table.Commitment) != 64 {
			t.Fatalf("seat %d: code %q, %+v; want a table of chance version 2 with its commitment", i, code, got)
		}
		s.table = got.Table.ID
		s.memory = device.NewMemory(s.table)
		if err := s.memory.SeeCommitment(got.Table.Commitment); err != nil {
			t.Fatal(err)
		}
		if !signed {
			continue
		}
		if s.device, err = device.New(s.table, i, rand.Reader); err != nil {
			t.Fatal(err)
		}
	}
	return both
}

// An operator exchanges the secret of an open table in the database. Signed answers are worth nothing for another commitment, and the table
// does not start. Players without a device notice the other commitment.
func TestFairness_SwappedSecret(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		p := serve(t, database)
		signed, unsigned := seated(t, p, true), seated(t, p, false)
		for _, s := range append(signed[:], unsigned[:]...) {
			if code := s.answer(); code != "" {
				t.Fatalf("an answer was refused: %s", code)
			}
		}
		p.kill()
		v := newVandal(t, database)
		another := chance.Secret{42}
		for _, s := range []*seat{signed[0], unsigned[0]} {
			v.does("UPDATE tables SET secret = %s WHERE id = '%s'", v.blob(another[:]), s.table)
		}
		if err := v.db.Close(); err != nil {
			t.Fatal(err)
		}
		p.restart()

		if code := signed[0].call(http.MethodPost, signed[0].path("/start"), struct{}{}, nil); code != "not_contributed" {
			t.Errorf("the start of players with devices: code %q, want not_contributed", code)
		}
		if code := signed[0].answer(); code != "bad_proof" {
			t.Errorf("an answer to the first commitment: code %q, want bad_proof", code)
		}
		if code := unsigned[0].call(http.MethodPost, unsigned[0].path("/start"), struct{}{}, nil); code != "" {
			t.Errorf("the start of players without devices: code %q, want none", code)
		}
		for _, s := range append(signed[:], unsigned[:]...) {
			var now struct {
				Commitment string `json:"commitment"`
			}
			if code := s.call(http.MethodGet, s.path(""), nil, &now); code != "" {
				t.Fatal(code)
			}
			var d *device.Difference
			if err := s.memory.SeeCommitment(now.Commitment); !errors.As(err, &d) || d.Check != device.CheckCommitment {
				t.Errorf("the memory of a player: got %v, want that the commitment differs", err)
			}
		}
	})
}

// The call that draws the secret takes no contribution, and neither does the call that takes a seat. Only after both, a seat contributes, and the
// table starts.
func TestFairness_EarlyContribution(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	p := sharedOn(t, "sqlite")
	for _, contribution := range []any{"00ff", "", nil, 7, map[string]any{}} {
		s := seated(t, p, true)[0]
		for _, c := range []struct {
			path string
			body map[string]any
		}{
			{"/tables", map[string]any{"title": "druids", "seats": 2, "contribution": contribution}},
			{s.path("/seats"), map[string]any{"color": "red", "contribution": contribution}},
		} {
			if code := s.call(http.MethodPost, c.path, c.body, nil); code != "invalid" {
				t.Errorf("%s with the contribution %v: code %q, want invalid", c.path, contribution, code)
			}
		}
	}

	// One person and a bot: the server knows the commitment before any contribution exists.
	host := seated(t, p, true)[0]
	var alone fairTable
	if code := host.call(http.MethodPost, "/tables", map[string]any{"title": "druids", "seats": 2}, &alone); code != "" {
		t.Fatal(code)
	}
	host.table = alone.Table.ID
	host.memory = device.NewMemory(host.table)
	if err := host.memory.SeeCommitment(alone.Table.Commitment); err != nil {
		t.Fatal(err)
	}
	var err error
	if host.device, err = device.New(host.table, 0, rand.Reader); err != nil {
		t.Fatal(err)
	}
	if code := host.call(http.MethodPost, host.path("/bots"), map[string]any{"level": "easy"}, nil); code != "" {
		t.Fatal(code)
	}
	if code := host.call(http.MethodPost, host.path("/start"), struct{}{}, nil); code != "not_contributed" {
		t.Errorf("the start before the contribution: code %q, want not_contributed", code)
	}
	if code := host.answer(); code != "" {
		t.Errorf("the contribution: code %q, want none", code)
	}
	var now fairTable
	if code := host.call(http.MethodPost, host.path("/start"), struct{}{}, &now); code != "" || now.Table.Commitment != alone.Table.Commitment || !now.Table.Seats[0].Contributed {
		t.Errorf("the start after the contribution: code %q, %+v; want the same commitment", code, now)
	}
}

// Leaving and returning between the moves changes no draw: a computation from the record that skips all such entries gives the same dice.
func TestFairness_ShiftedDraws(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	p := sharedOn(t, "sqlite")
	var record []byte
	run(t, play.Options{
		URLs: []string{p.url}, Title: "druids", Seats: 2, Seed: 12, KeepGuests: true,
		Ended: func(l play.Transcript) error { record = l.Export; return nil },
	})
	game := readGame(t, record)
	skipped := 0
	for _, e := range game.entries {
		if e.Kind == "frame" && len(e.Draws) == 0 && e.Proof == nil {
			skipped++
		}
	}
	if skipped == 0 {
		t.Errorf("%d entries without reveal and draw, want some that could shift draws", skipped)
	}
	drawn, protected := game.draws(t, true)
	if drawn < 20 || protected < drawn/2 {
		t.Errorf("%d draws, %d of them after a reveal; want a whole game", drawn, protected)
	}
	t.Logf("%d draws, %d after a reveal, %d entries that shift nothing", drawn, protected, skipped)

	// The computation notices a die of another face.
	other := readGame(t, record)
	for i := range other.entries {
		if len(other.entries[i].Draws) > 0 && other.entries[i].Draws[0].Of > 1 {
			other.entries[i].Draws[0].Is = (other.entries[i].Draws[0].Is + 1) % other.entries[i].Draws[0].Of
			break
		}
	}
	if again, _ := other.draws(t, false); again == drawn {
		t.Error("a changed die was not noticed")
	}
}
