package inbrowser

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// CompareCommand asks whether a record tells the moments that a client was shown while the game was played.
type CompareCommand struct {
	Record  string        `json:"record"`
	Moments []ShownMoment `json:"moments"`
}

// ShownMoment is a moment that the server sent to a client.
type ShownMoment struct {
	Seq    engine.Seq  `json:"seq"`
	Viewer engine.Seat `json:"viewer"` // a seat; -1: a spectator
	View   string      `json:"view"`   // its MomentDigest
	Events string      `json:"events"` // their MomentDigest; empty: it came without its events
}

// MomentDigest is the first half of the SHA-256 of the canonical form of a view or of a list of events, in hex.
func MomentDigest(content any) (string, error) {
	raw, err := codec.Canonical(content)
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:len(sum)/2]), err
}

// Compared is the result of a comparison. Each seq of a shown moment is in one of the lists, which are sorted.
type Compared struct {
	Same      []engine.Seq `json:"same"`
	Different []engine.Seq `json:"different"`
	// Lost are moments that differ, and that a restore of the record replaced.
	Lost []engine.Seq `json:"lost"`
}

func (e *Engine) compare(c CompareCommand, p pause) (Compared, error) {
	opened, err := e.open(OpenCommand{c.Record}, p)
	if err != nil {
		return Compared{}, err
	}
	defer delete(e.games, opened.Game)
	g := e.games[opened.Game]
	restored := engine.Seq(slices.IndexFunc(opened.Entries, func(o EntryOutline) bool {
		return slices.Contains(o.Events, engine.SystemEventName(engine.Restored{}))
	}) + 1) // 0: never
	found := Compared{Same: []engine.Seq{}, Different: []engine.Seq{}, Lost: []engine.Seq{}}
	slices.SortFunc(c.Moments, func(a, b ShownMoment) int { return int(a.Seq) - int(b.Seq) })
	for i, m := range c.Moments {
		same, err := g.tells(m)
		switch {
		case err != nil:
			return found, err
		case same:
			found.Same = append(found.Same, m.Seq)
		case restored > 0 && restored <= m.Seq:
			found.Lost = append(found.Lost, m.Seq)
		default:
			found.Different = append(found.Different, m.Seq)
		}
		if !p(i+1, len(c.Moments)) {
			return found, refused(Canceled, "canceled")
		}
	}
	return found, nil
}

// tells reports whether the game has the moment: an entry beyond its end is none.
func (g *game) tells(m ShownMoment) (bool, error) {
	if m.Seq == 0 || m.Seq > engine.Seq(len(g.records)) || m.Viewer < engine.NoSeat || int(m.Viewer) >= len(g.about.Seats) {
		return false, nil
	}
	f, err := g.at(m.Seq)
	if err != nil {
		return false, err
	}
	v := engine.SeatViewer(m.Viewer)
	view, err := MomentDigest(f.View(v))
	if err != nil || view != m.View || m.Events == "" {
		return view == m.View, err
	}
	list, err := f.Decode(g.records[m.Seq-1].Entry)
	if err != nil {
		return false, err
	}
	events, err := MomentDigest(f.Redact(list, v))
	return events == m.Events, err
}
