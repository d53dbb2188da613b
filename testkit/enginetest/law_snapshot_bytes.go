package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nemeton/engine"
)

// frozenSnapshots checks the snapshots in testdata/snapshots/format<format>-rules<rules><kind>.json; kind is empty or "-pool". The one of today's format and rules still reads and
// encodes to the same bytes, so no encoding changes by accident. Those of other versions are refused as such.
func (x suite) frozenSnapshots(sample []byte, kind string) error {
	version := fmt.Sprintf("format%d-rules%d", engine.SnapshotFormat, x.title.Info().Rules)
	today := version + kind + ".json"
	dir := filepath.Join(x.Dir, "testdata", "snapshots")
	if *writeSamples {
		if err := freeze(filepath.Join(dir, today), sample); err != nil {
			return err
		}
	}
	if _, err := os.Stat(filepath.Join(dir, today)); err != nil {
		return fmt.Errorf("no frozen snapshot %s (this writes it: go test ./engine/%s -run 'TestLaws/.*codec' -args -samples)", today, x.title.Info().ID)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, file := range files {
		raw, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return err
		}
		_, err = engine.RestoreFold(x.title, bytes.TrimSuffix(raw, []byte("\n")))
		isToday := file.Name() == version+".json" || file.Name() == version+"-pool.json"
		switch {
		case isToday && err != nil:
			return fmt.Errorf("frozen snapshot %s: %w; if the encoding changed, raise engine.SnapshotFormat", today, err)
		case !isToday && !errors.Is(err, engine.ErrSnapshotVersion):
			return fmt.Errorf("frozen snapshot %s: got %v, want %v", file.Name(), err, engine.ErrSnapshotVersion)
		}
	}
	return nil
}

// damaged changes the values of a snapshot in turn, and takes every Stride-th of the changes. Reading must not
// panic, and bytes that are read must be those that the result encodes to.
func (x suite) damaged(snapshot []byte) error {
	var content struct {
		Fold json.RawMessage `json:"fold"`
	}
	if err := json.Unmarshal(snapshot, &content); err != nil {
		return err
	}
	var fold any
	if err := json.Unmarshal(content.Fold, &fold); err != nil {
		return err
	}
	var visit func(at any, set func(any)) error
	tried := 0
	try := func(set func(any), was any) error {
		for _, other := range variations(was) {
			if tried++; tried%x.Stride != 0 {
				continue
			}
			set(other)
			bad := sealed(x.title, encode(fold))
			set(was)
			f, err := engine.RestoreFold(x.title, bad)
			if err != nil {
				if !errors.Is(err, engine.ErrCorrupt) {
					return fmt.Errorf("a damaged snapshot: got %v, want %v:\n%s", err, engine.ErrCorrupt, bad)
				}
				continue
			}
			if again, err := f.Snapshot(); err != nil || !bytes.Equal(again, bad) {
				return fmt.Errorf("a damaged snapshot was read and encodes to other bytes, %v:\n- %s\n+ %s", err, bad, again)
			}
		}
		return nil
	}
	visit = func(at any, set func(any)) error {
		if err := try(set, at); err != nil {
			return err
		}
		switch at := at.(type) {
		case map[string]any:
			for _, key := range sortedKeys(at) {
				if err := visit(at[key], func(v any) { at[key] = v }); err != nil {
					return err
				}
			}
		case []any:
			for i := range at {
				if err := visit(at[i], func(v any) { at[i] = v }); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return visit(fold, func(v any) { fold = v })
}
