package poolgame_test

import (
	"bytes"
	"testing"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/export"
	"nemeton/testkit/must"
	"nemeton/testkit/poolgame"
	"nemeton/testkit/testsize"
)

// TestPlay: every game holds, has every kind of event, agrees with the memories of its persons, and depends on its options alone.
func TestPlay(t *testing.T) {
	t.Parallel()
	for _, title := range catalog.Titles() {
		info := title.Info()
		for seats := info.MinSeats; seats <= testsize.Pick(info.MinSeats, info.MinSeats+1, info.MaxSeats); seats++ {
			g, raw := play(t, title, poolgame.Options{Seats: seats, Seed: 1})
			got := export.Check(raw, catalog.Find)
			if got.Verdict != export.Holds || got.Restores != 1 || got.Erased != 1 || got.Unprotected == 0 {
				t.Errorf("%s for %d: %+v, fault %+v", info.ID, seats, got, got.Fault)
				continue
			}
			t.Logf("%s for %d: %d entries, %d bytes", info.ID, seats, got.Entries, len(raw))
			first, second := got.Seats[0], got.Seats[1]
			if !first.Contributed || first.Confirmed != 1 || first.Voided != 3 || first.Signed == 0 || first.Unsigned == 0 || first.Reveals <= first.Signed || first.Protected == 0 {
				t.Errorf("%s for %d, the first seat: %+v", info.ID, seats, first)
			}
			if !second.Declined || second.InWords != 1 || second.Handovers != 1 || second.Voided < 1 {
				t.Errorf("%s for %d, the second seat: %+v", info.ID, seats, second)
			}
			for seat, m := range g.Memories {
				if m == nil || seat == 1 { // another person has the second seat
					continue
				}
				if found, err := m.Check(raw); err != nil || found.Lost != 3 || found.Heads != got.Entries {
					t.Errorf("%s for %d, memory of seat %d: %+v, %v", info.ID, seats, seat, found, err)
				}
			}
		}
	}
	o := poolgame.Options{Seats: 3, Seed: 2}
	_, one := play(t, catalog.Titles()[1], o)
	if _, two := play(t, catalog.Titles()[1], o); !bytes.Equal(one, two) {
		t.Error("the same options give two games")
	}
}

// TestPlay_Plain: a game without devices holds too, and nothing protects its draws.
func TestPlay_Plain(t *testing.T) {
	t.Parallel()
	_, raw := play(t, catalog.Titles()[1], poolgame.Options{Seats: 2, Plain: true})
	got := export.Check(raw, catalog.Find)
	if got.Verdict != export.Holds || got.Unprotected != got.Draws || got.Seats[0].Unsigned == 0 || got.Erased != 0 {
		t.Errorf("%+v, fault %+v", got, got.Fault)
	}
}

func play(t *testing.T, title engine.Title, o poolgame.Options) (*poolgame.Game, []byte) {
	t.Helper()
	g := must.Return(poolgame.Play(title, o))(t)
	raw := must.Return(g.Document.Seal())(t)
	return g, raw
}
