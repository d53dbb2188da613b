package table_test

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/server/store"
	"nemeton/server/table"
	"nemeton/server/wire"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/tabletest"
)

// shownPast reads all pages of the past of a viewer and returns each entry with its events and the content after it, as JSON.
func shownPast(t *testing.T, h *tabletest.Fixture, r *table.Registry, read func(since engine.Seq) (json.RawMessage, error)) (contents, events []string) {
	t.Helper()
	for more := true; more; {
		raw := must.Return(read(engine.Seq(len(contents))))(t)
		var page wire.Past
		must.Succeed(t, json.Unmarshal(raw, &page))
		var now []byte
		for i, one := range page.Updates {
			f := h.Decode(one)
			if f.T != "update" || f.Seq != engine.Seq(len(contents)+1) {
				t.Fatalf("got %s %d, want update %d", f.T, f.Seq, len(contents)+1)
			}
			var u wire.Update
			must.Succeed(t, json.Unmarshal(one, &u))
			seen := u.Events
			if whole := u.View != nil; whole {
				now = mustJSON(t, map[string]any{"view": u.View, "decisions": u.Decisions})
			} else {
				list := []json.RawMessage{}
				for _, step := range u.Steps {
					list, now = append(list, step.Event), applyPatch(t, now, step.Patch)
				}
				seen, now = mustJSON(t, list), applyPatch(t, now, u.Patch)
			}
			if i == 0 && u.View == nil {
				t.Fatalf("the first update of a page is not whole: %s", one)
			}
			contents, events = append(contents, string(now)), append(events, string(seen))
		}
		more = page.More
	}
	return contents, events
}

func applyPatch(t *testing.T, to []byte, raw json.RawMessage) []byte {
	t.Helper()
	p := must.Return(jsonpatch.DecodePatch(raw))(t)
	to = must.Return(p.Apply(to))(t)
	return to
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	return must.Return(json.Marshal(v))(t)
}

// The past of a viewer is what the sockets of that viewer were sent, entry by entry, and nothing that became open later.
func TestPast_IsWhatTheViewerWasShown(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 3)
	viewers := map[engine.Viewer]table.SubscribeRequest{
		engine.SeatViewer(0): {Player: h.Players[0]}, engine.SeatViewer(2): {Player: h.Players[2]}, engine.Spectator(): {},
	}
	live := map[engine.Viewer]*tabletest.Subscriber{}
	for v, request := range viewers {
		live[v] = h.Subscribe(r, id, request)
		h.Next(live[v], "snapshot")
	}
	last := h.PlayOut(r, id) + 1

	for v := range viewers {
		contents, events := shownPast(t, h, r, func(since engine.Seq) (json.RawMessage, error) {
			page, _, err := h.Registry().Past(context.Background(), id, v, since)
			return page, err
		})
		if len(contents) != last {
			t.Fatalf("%v: got %d entries, want %d", v, len(contents), last)
		}
		for seq := 2; seq <= last; seq++ {
			f := h.Next(live[v], "update")
			var sent wire.Update
			must.Succeed(t, json.Unmarshal([]byte(f.Raw), &sent))
			want := string(mustJSON(t, map[string]any{"view": sent.View, "decisions": sent.Decisions}))
			if got := contents[seq-1]; !jsonpatch.Equal([]byte(got), []byte(want)) {
				t.Fatalf("%v: entry %d is\n%s\nand was\n%s", v, seq, got, want)
			}
			if got := events[seq-1]; !jsonpatch.Equal([]byte(got), sent.Events) {
				t.Fatalf("%v: the events of entry %d are\n%s\nand were\n%s", v, seq, got, sent.Events)
			}
		}
	}
}

func TestPast_Pages(t *testing.T) {
	t.Parallel()
	h := tabletest.New(t)
	r := h.Registry()
	id := h.Running(r, 2)
	h.Step(r, id, 0)
	for name, c := range map[string]struct {
		since engine.Seq
		want  int
	}{"from the beginning": {0, 2}, "the newest entry": {1, 1}, "nothing after it": {2, 0}, "ahead of the log": {99, 0}, "among the largest numbers": {math.MaxUint64 - 62, 0}} {
		raw, folded, err := r.Past(context.Background(), id, engine.Spectator(), c.since)
		must.Succeed(t, err, name)
		var page wire.Past
		if err := json.Unmarshal(raw, &page); err != nil || len(page.Updates) != c.want || page.More {
			t.Errorf("%s: got %s, want %d updates", name, raw, c.want)
		}
		expect.Equal(t, c.want > 0, folded == 2, name, folded, "entries were folded")
	}
	open := h.Open(2)
	if raw, _, err := r.Past(context.Background(), open, engine.Spectator(), 0); err != nil || string(raw) != `{"updates":[],"more":false}` {
		t.Errorf("an open table: got %s, %v", raw, err)
	}
}

// BenchmarkPast reads the last page of the past of a whole game on SQLite, as a seat: it folds the whole log, and shows 64 entries.
func BenchmarkPast(b *testing.B) {
	for _, title := range catalog.Titles() {
		info := title.Info()
		b.Run(info.ID, func(b *testing.B) {
			h := tabletest.New(b)
			r, id := runningTitle(b, h, info, info.MinSeats)
			last := engine.Seq(h.PlayOut(r, id) + 1)
			var page json.RawMessage
			for b.Loop() {
				var err error
				if page, _, err = r.Past(b.Context(), id, engine.SeatViewer(0), last-min(last, 64)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(last), "entries")
			b.ReportMetric(float64(len(page)), "bytes")
		})
	}
}

// runningTitle starts a table of a title of the catalog, with the first players of the fixture.
func runningTitle(t testing.TB, h *tabletest.Fixture, info engine.Info, seats int) (*table.Registry, store.TableID) {
	t.Helper()
	r := h.Registry(func(c *table.Config) { c.Title, c.Node.Reads = catalog.Find, engine.ReadsOf(catalog.Titles()) })
	return r, h.Running(r, seats, func(row *store.Table) {
		options := must.Return(engine.Options{}.Complete(info.Options))(t)
		row.Title, row.Options, row.Seats = info.ID, options, nil
		for i, color := range info.ColorsFor(seats)[:seats] {
			row.Seats = append(row.Seats, store.Seat{Color: color, Player: h.Players[i]})
		}
	})
}
