package enginetest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"nemeton/engine"
)

// writeSamples makes the law "codec" write a sample of every event type that has none for today's version. It never
// overwrites: stored bytes are frozen.
var writeSamples = flag.Bool("samples", false, "write missing samples of stored events under testdata/events")

// codec: what is stored is read back and written the same. Every version of every event type that was ever written has a
// frozen sample in testdata/events/<name>.v<version>.json that still reads; the newest is written the same again.
func codec(x exam) error {
	registry, seen := x.title.Registry(), map[string][]byte{}
	err := x.each(lively, func(g *game, r engine.Record, events []engine.Event) error {
		for i, stored := range r.Entry.Events {
			if strings.HasPrefix(stored.Name, "frame.") {
				continue
			}
			again, err := registry.Encode(events[i])
			if err != nil {
				return err
			}
			if again.Version != stored.Version || !bytes.Equal(again.Data, stored.Data) {
				return fmt.Errorf("event %q is written another way when read back:\n- v%d %s\n+ v%d %s",
					stored.Name, stored.Version, stored.Data, again.Version, again.Data)
			}
			// The longest seen is the best sample: lists are seldom empty in it.
			if name := sampleName(stored.Name, stored.Version); len(stored.Data) > len(seen[name]) {
				seen[name] = stored.Data
			}
		}
		return g.losesNothing()
	})
	if err != nil {
		return err
	}
	return x.samples(seen)
}

// losesNothing compares what Decide says with what would be read back: nothing of an event may be lost in the writing.
func (g *game) losesNothing() error {
	if !g.due() {
		return nil
	}
	registry, state := g.title.Registry(), g.fold.State()
	for _, d := range state.Open() {
		for _, m := range g.some(d.Moves) {
			for _, event := range state.Decide(d, m, engine.NewDice(g.key, g.fold.Seq()+1)) {
				stored, err := registry.Encode(event)
				if err != nil {
					return err
				}
				back, err := registry.Decode(stored)
				if err != nil {
					return err
				}
				if diff := differ(event, back); diff != "" {
					return fmt.Errorf("event %q loses something when stored (-decided +read):\n%s", stored.Name, diff)
				}
			}
		}
	}
	return nil
}

func sampleName(event string, version int) string { return fmt.Sprintf("%s.v%d.json", event, version) }

// samples holds the frozen samples against the registry.
func (x exam) samples(seen map[string][]byte) error {
	dir := filepath.Join(x.Dir, "testdata", "events")
	for name, data := range seen {
		if *writeSamples {
			if err := freeze(filepath.Join(dir, name), data); err != nil {
				return err
			}
		}
	}
	for _, t := range x.title.Registry().Types() {
		for _, version := range t.Versions() {
			if _, err := os.Stat(filepath.Join(dir, sampleName(t.Name, version))); err != nil {
				return fmt.Errorf("no frozen sample of event %q version %d (go test -args -samples writes today's): %w", t.Name, version, err)
			}
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := x.sample(dir, file.Name()); err != nil {
			return err
		}
	}
	return nil
}

func freeze(path string, data []byte) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

var sampleFile = regexp.MustCompile(`^(.+)\.v([0-9]+)\.json$`)

// sample reads one frozen sample; a file that no type reads any more means stored tables that cannot be read.
func (x exam) sample(dir, file string) error {
	parts := sampleFile.FindStringSubmatch(file)
	if parts == nil {
		return fmt.Errorf("%s is no sample of an event: want <name>.v<version>.json", file)
	}
	version, err := strconv.Atoi(parts[2])
	if err != nil {
		return err
	}
	raw, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return err
	}
	raw = bytes.TrimSuffix(raw, []byte("\n"))
	registry := x.title.Registry()
	event, err := registry.Decode(engine.Stored{Name: parts[1], Version: version, Data: raw})
	if err != nil {
		return fmt.Errorf("frozen sample %s: %w", file, err)
	}
	again, err := registry.Encode(event)
	if err != nil {
		return fmt.Errorf("frozen sample %s: %w", file, err)
	}
	if again.Version == version && !bytes.Equal(again.Data, raw) {
		return fmt.Errorf("frozen sample %s is written another way today:\n- %s\n+ %s", file, raw, again.Data)
	}
	return nil
}
