package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/must"
)

// Position reads a table from a file: an engine.Position as JSON, indented in any way. SavePosition writes such files; change them by hand
// if a test needs a position that is hard to reach.
func Position(t testing.TB, title engine.Title, path string) *Table {
	t.Helper()
	_, state, err := readPosition(title, path)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return &Table{TB: t, State: state}
}

func readPosition(title engine.Title, path string) (setup engine.Setup, s engine.State, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return setup, nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	var p engine.Position
	if err := decoder.Decode(&p); err != nil {
		return setup, nil, err
	}
	if p.State, err = codec.Canonical(p.State); err != nil {
		return setup, nil, err
	}
	s, err = p.Read(title)
	return p.Setup, s, err
}

// SavePosition writes a position to a file. It never overwrites one. Call it once, from a test that sets the position up.
func SavePosition(t testing.TB, title engine.Title, setup engine.Setup, state engine.State, path string) {
	t.Helper()
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s exists, %v", path, err)
	}
	p := must.Return(engine.NewPosition(title, setup, state))(t)
	raw := must.Return(indentPosition(p))(t)
	must.Succeed(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Succeed(t, os.WriteFile(path, raw, 0o644))
}

// indentPosition puts each member of the position and of its state on a line.
func indentPosition(p engine.Position) ([]byte, error) {
	var out bytes.Buffer
	lines := func(raw []byte, indent string) error {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(raw, &members); err != nil {
			return err
		}
		out.WriteString("{")
		for i, key := range sortedKeys(members) {
			if i > 0 {
				out.WriteString(",")
			}
			out.WriteString("\n" + indent + string(encode(key)) + ": ")
			out.Write(members[key])
		}
		return nil
	}
	raw, err := codec.Canonical(struct {
		Format int          `json:"format"`
		Title  string       `json:"title"`
		Rules  int          `json:"rules"`
		Setup  engine.Setup `json:"setup"`
	}{p.Format, p.Title, p.Rules, p.Setup})
	if err != nil {
		return nil, err
	}
	if err := lines(raw, "  "); err != nil {
		return nil, err
	}
	out.WriteString(",\n  \"state\": ")
	if err := lines(p.State, "    "); err != nil {
		return nil, err
	}
	out.WriteString("\n  }\n}\n")
	return out.Bytes(), nil
}
