package audit_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/audit"
	"nemeton/server/store"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// damagedStore is a store that reads a damaged entry.
type damagedStore struct {
	store.Store
	after engine.Seq
}

func (s damagedStore) Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	list, err := s.Store.Read(ctx, id, after, limit)
	if err == nil && after <= s.after {
		return nil, fmt.Errorf("%w: a bit flipped", engine.ErrCorrupt)
	}
	return list, err
}

func TestRunning(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	open := h.Running(r, 2)
	hidden := h.Running(r, 3, func(row *store.Table) { row.Visibility, row.Invite = store.Private, "invite" })
	done := h.Running(r, 2)
	h.PlayOut(r, done)
	for _, id := range []store.TableID{open, hidden} {
		for n := range 5 {
			h.Step(r, id, n)
		}
	}
	find := func(title engine.Title) func(string) (engine.Title, bool) {
		return func(id string) (engine.Title, bool) { return title, id == "toy" && title != nil }
	}
	for name, c := range map[string]struct {
		store   store.Store
		find    func(string) (engine.Title, bool)
		verdict audit.Verdict
	}{
		"the same rules":  {h.Store, find(toy.Title{}), audit.Same},
		"other rules":     {h.Store, find(toy.Broken(toy.CountLeaks)), audit.Other},
		"no such title":   {h.Store, find(nil), audit.Unknown},
		"a damaged entry": {damagedStore{h.Store, 0}, find(toy.Title{}), audit.Damaged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := map[store.TableID]audit.Finding{}
			err := audit.Running(t.Context(), c.store, c.find, func(f audit.Finding) error {
				got[f.Table] = f
				return nil
			})
			if err != nil || len(got) != 2 {
				t.Fatalf("%d tables, %v; want the two running ones, the private one too: %+v", len(got), err, got)
			}
			for id, f := range got {
				if f.Verdict != c.verdict || id == done {
					t.Errorf("got %+v, want %s", f, c.verdict)
				}
			}
		})
	}
}

// played is a server with a table at which three moves were made, and its entries.
func played(t *testing.T) (*tabletest.Fixture, store.TableID, []engine.Record) {
	t.Helper()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	for n := range 3 {
		h.Step(r, id, n)
	}
	records := must.Return(h.Store.Read(t.Context(), id, 0, 100))(t)
	return h, id, records
}

// TestRunning_Restored: an entry after a restore is decided again with the same draws, and a restore by other means is found.
func TestRunning_Restored(t *testing.T) {
	t.Parallel()
	h, id, records := played(t)
	row := must.Return(h.Store.Table(t.Context(), id))(t)
	for name, c := range map[string]struct {
		mixed   bool // the move after the restore draws with the new key
		verdict audit.Verdict
	}{
		"the new key": {true, audit.Same},
		"the old key": {false, audit.Other},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := restoredLog(t, records, row.Secret, c.mixed)
			err := audit.Running(t.Context(), fixedLog{h.Store, log}, toyTitle, func(f audit.Finding) error {
				expect.Equal(t, f.Verdict, c.verdict)
				return nil
			})
			must.Succeed(t, err)
		})
	}
}

// TestRunning_RulesVersions: rules versions that no program would have written are damage, even if the rules would decide the same, and
// even if the title is unknown.
func TestRunning_RulesVersions(t *testing.T) {
	t.Parallel()
	h, _, records := played(t)
	nobody := func(string) (engine.Title, bool) { return nil, false }
	third := func(string) (engine.Title, bool) { return rules{toy.Title{}, 3}, true }
	for name, c := range map[string]struct {
		versions []int // of the first entries; the last one counts for all others
		find     func(string) (engine.Title, bool)
		verdict  audit.Verdict
		seq      engine.Seq
	}{
		"today's":                      {[]int{1}, toyTitle, audit.Same, 0},
		"older":                        {[]int{1}, third, audit.Same, 0},
		"older, then today's":          {[]int{1, 1, 3}, third, audit.Same, 0},
		"none":                         {[]int{1, 0, 1}, toyTitle, audit.Damaged, 2},
		"newer":                        {[]int{1, 1, 2}, toyTitle, audit.Damaged, 3},
		"backwards":                    {[]int{1, 3, 2}, third, audit.Damaged, 3},
		"none, of no title":            {[]int{0}, nobody, audit.Damaged, 1},
		"backwards, of no title":       {[]int{5, 4}, nobody, audit.Damaged, 2},
		"any that grows, of no title":  {[]int{5, 6}, nobody, audit.Unknown, 0},
		"older, of which one is newer": {[]int{2, 4}, third, audit.Damaged, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log []engine.Record
			var head codec.Hash
			for i, r := range records {
				r.Entry.Prev, r.Entry.Rules = head, c.versions[min(i, len(c.versions)-1)]
				sealed := must.Return(engine.NewRecord(r.Entry))(t)
				log, head = append(log, sealed), sealed.Hash
			}
			err := audit.Running(t.Context(), fixedLog{h.Store, log}, c.find, func(f audit.Finding) error {
				if f.Verdict != c.verdict || f.Seq != c.seq {
					t.Errorf("got %+v, want %s at %d", f, c.verdict, c.seq)
				}
				return nil
			})
			must.Succeed(t, err)
		})
	}
}

// rules is a title whose rules have another version.
type rules struct {
	engine.Title
	version int
}

func (r rules) Info() engine.Info {
	info := r.Title.Info()
	info.Rules = r.version
	return info
}

func toyTitle(id string) (engine.Title, bool) { return toy.Title{}, id == "toy" }

// fixedLog is a store whose tables all have the same log.
type fixedLog struct {
	store.Store
	log []engine.Record
}

func (s fixedLog) Read(_ context.Context, _ store.TableID, after engine.Seq, limit int) ([]engine.Record, error) {
	rest := s.log[min(int(after), len(s.log)):]
	return rest[:min(limit, len(rest))], nil
}

// restoredLog returns the records, a restore, and moves until one has drawn.
func restoredLog(t *testing.T, records []engine.Record, secret chance.Secret, mixed bool) []engine.Record {
	t.Helper()
	f, log := engine.NewFold(toy.Title{}), slices.Clone(records)
	apply := func(r engine.Record, err error) engine.Record {
		t.Helper()
		if err == nil && r.Entry.Salt == (codec.Optional{}) {
			r, err = r.Salted(secret, f.Start().Table)
		}
		if err == nil {
			_, err = f.Apply(r)
		}
		must.Succeed(t, err)
		return r
	}
	for _, r := range records {
		apply(r, nil)
	}
	key := must.Return(engine.KeyOf(secret, f.Start()))(t)
	entropy := chance.Entropy{1, 2, 3}
	log = append(log, apply(f.Restore(entropy, 1)))
	die := func(key chance.Key) int { return f.Ledger().Dice(key, engine.NoSeat, nil).Draw("die", 6) }
	for {
		base := key
		for i := byte(0); !mixed && die(base) == die(key); i++ {
			base = chance.Key{i} // any key that gives another number
		}
		seat := f.OwingSeats()[0]
		for _, d := range f.Decisions(engine.SeatViewer(seat)) {
			if d.Seat != seat {
				continue
			}
			move := must.Return(codec.Canonical(d.Moves[len(d.Moves)-1]))(t)
			r := apply(f.Decide(engine.Command{ID: "m", Seat: seat, Actor: engine.ActorPlayer, Decision: d.ID, Move: move}, base, 2))
			log = append(log, r)
			if len(r.Entry.Draws) > 0 && r.Entry.Draws[0].Of > 1 {
				return log
			}
			break
		}
	}
}
