package inbrowser_test

import (
	"encoding/json"
	"flag"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/engine/inbrowser"
	"nemeton/testkit/must"
	"nemeton/testkit/testsize"
)

var writeBrowsers = flag.Bool("browsers", false, "write testdata/browsers.json again")

const browsersPath = "testdata/browsers.json"

// forBrowsers are results of this program on its own processor. Tests in browsers compare those of the module (web/e2e/engines/module.test.ts).
type forBrowsers struct {
	Games   []foldedGame `json:"games"`
	Choices []choice     `json:"choices"`
}

// foldedGame is the first game of a file of the corpus.
type foldedGame struct {
	Name    string `json:"name"`
	Entries int    `json:"entries"`
	Bytes   int    `json:"bytes"` // of all entries in canonical form, each as one viewer sees it
	Hash    uint32 `json:"hash"`  // FNV-1a of these bytes
}

// choice is a move of a medium bot with a fixed seed.
type choice struct {
	Game  string      `json:"game"`
	Seq   engine.Seq  `json:"seq"`
	Seat  engine.Seat `json:"seat"`
	Index int         `json:"index"`
	Worth int         `json:"worth"`
}

const (
	choicesOfGame    = 12
	choiceIterations = 40
)

// TestForBrowsers compares the file with the results of today.
func TestForBrowsers(t *testing.T) {
	if testsize.Get() == testsize.Quick {
		t.Skip("part of make test")
	}
	t.Parallel()
	var got forBrowsers
	list, d := records(t), newDesk(t)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		opened := accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: list[name]})
		game, sum := foldedGame{Name: name, Entries: len(opened.Entries)}, fnv.New32a()
		for i := range opened.Entries {
			viewer := engine.Seat(i%(len(opened.Seats)+1) - 1)
			s := accepted[inbrowser.Shown](d, "entry", inbrowser.MomentCommand{Game: opened.Game, Seq: engine.Seq(i + 1), Viewer: viewer})
			text := must.Return(codec.Canonical(s))(t)
			game.Bytes += len(text)
			_, _ = sum.Write(text) // it never fails
		}
		game.Hash = sum.Sum32()
		got.Games = append(got.Games, game)
		if name != "pool-druids-2" && name != "pool-meduris-2" && name != "pool-pangea-2" {
			continue
		}
		for n := range choicesOfGame {
			seq := (n + 1) * len(opened.Entries) / (choicesOfGame + 1)
			for len(opened.Entries[seq-1].Owing) == 0 {
				seq--
			}
			c := choice{Game: name, Seq: engine.Seq(seq), Seat: opened.Entries[seq-1].Owing[0]}
			found := accepted[inbrowser.Choice](d, "choose", inbrowser.ChooseCommand{
				Game: opened.Game, Seq: c.Seq, Seat: c.Seat, Level: "medium", Iterations: choiceIterations, Seed: int64(seq),
			})
			c.Index, c.Worth = found.Index, found.Worth
			got.Choices = append(got.Choices, c)
		}
	}
	text := must.Return(json.MarshalIndent(got, "", " "))(t)
	text = append(text, '\n')
	if *writeBrowsers {
		must.Succeed(t, os.WriteFile(browsersPath, text, 0o644))
	}
	if want, err := os.ReadFile(browsersPath); err != nil || string(want) != string(text) {
		t.Errorf("%s has other content (%v); this writes it: go test ./engine/inbrowser -run ForBrowsers -args -browsers", browsersPath, err)
	}
}

// measured is the record that the benchmarks and docs/performance.md use.
const measured = "pool-meduris-4"

// BenchmarkCheck reports the checked entries of a record a second.
func BenchmarkCheck(b *testing.B) {
	d, record := newDesk(b), records(b)[measured]
	entries := len(accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: record}).Entries)
	for b.Loop() {
		accepted[json.RawMessage](d, "check", inbrowser.CheckCommand{Record: record})
	}
	b.ReportMetric(float64(entries*b.N)/b.Elapsed().Seconds(), "entries/s")
}

// BenchmarkChoose reports the simulated games of a hard bot a second, in the middle of a game.
func BenchmarkChoose(b *testing.B) {
	d := newDesk(b)
	opened := accepted[inbrowser.Opened](d, "open", inbrowser.OpenCommand{Record: records(b)[measured]})
	seq := len(opened.Entries) / 2
	for len(opened.Entries[seq-1].Owing) == 0 {
		seq--
	}
	done := 0
	for b.Loop() {
		done += accepted[inbrowser.Choice](d, "choose", inbrowser.ChooseCommand{
			Game: opened.Game, Seq: engine.Seq(seq), Seat: opened.Entries[seq-1].Owing[0], Level: "hard", Iterations: 200, Seed: 1,
		}).Iterations
	}
	b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "games/s")
}
