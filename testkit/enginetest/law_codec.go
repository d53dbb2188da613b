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

// writeSamples makes the law codec write a sample of every event type that has none for today's version. It never
// overwrites a file, because stored bytes are frozen.
var writeSamples = flag.Bool("samples", false, "write missing samples of stored events under testdata/events")

// codecLaw: a stored event reads back and encodes to the same bytes. Every version of every event type has a frozen sample
// in testdata/events/<name>.v<version>.json that still reads; the newest version also encodes to the same bytes.
func codecLaw(x suite) error {
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
				return fmt.Errorf("event %q encodes to other bytes when read back:\n- v%d %s\n+ v%d %s",
					stored.Name, stored.Version, stored.Data, again.Version, again.Data)
			}
			// The longest event is the best sample, because its lists are rarely empty.
			if name := sampleName(stored.Name, stored.Version); len(stored.Data) > len(seen[name]) {
				seen[name] = stored.Data
			}
		}
		return g.roundTrips()
	})
	if err != nil {
		return err
	}
	return x.samples(seen)
}

// roundTrips compares the events of Decide with their stored form read back: no member may be lost.
func (g *game) roundTrips() error {
	if !g.due() {
		return nil
	}
	registry, state := g.title.Registry(), g.fold.State()
	for _, d := range state.Open() {
		for _, m := range g.some(d.Moves) {
			for _, event := range state.Decide(d, m, Loose(uint64(g.fold.Seq()))) {
				stored, err := registry.Encode(event)
				if err != nil {
					return err
				}
				back, err := registry.Decode(stored)
				if err != nil {
					return err
				}
				if diff := diffValues(event, back); diff != "" {
					return fmt.Errorf("event %q loses data when stored (-decided +read):\n%s", stored.Name, diff)
				}
			}
		}
	}
	return nil
}

func sampleName(event string, version int) string { return fmt.Sprintf("%s.v%d.json", event, version) }

// samples checks that every event type has frozen samples, and that all samples read.
func (x suite) samples(seen map[string][]byte) error {
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
				return fmt.Errorf("no frozen sample of event %q version %d (this writes missing ones: go test ./engine/%s -run TestLaws/codec -args -samples)",
					t.Name, version, x.title.Info().ID)
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

// sample reads one frozen sample. If it does not read, stored tables do not read either.
func (x suite) sample(dir, file string) error {
	parts := sampleFile.FindStringSubmatch(file)
	if parts == nil {
		return fmt.Errorf("the file name %s is not <name>.v<version>.json", file)
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
		return fmt.Errorf("frozen sample %s encodes to other bytes today:\n- %s\n+ %s", file, raw, again.Data)
	}
	return nil
}
