package inbrowser

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/export"
)

// stride is the number of entries between two folds that a game keeps, so that any moment is near one of them.
const stride = 16

// game is an open record or local table.
type game struct {
	title   engine.Title
	about   export.Document // without its entries
	secret  chance.Secret
	key     chance.Key
	records []engine.Record
	outline []EntryOutline
	marks   []*engine.Fold // after every stride entries; the first is before the start
	newest  *engine.Fold
	cursor  *engine.Fold // the last moment that was asked for
}

// EntryOutline is an entry as a list of all entries shows it.
type EntryOutline struct {
	Kind   engine.Kind   `json:"kind"`
	Seat   engine.Seat   `json:"seat"`
	Actor  engine.Actor  `json:"actor"`
	Time   int64         `json:"time"`   // milliseconds since 1970 UTC
	Events []string      `json:"events"` // their names
	Owing  []engine.Seat `json:"owing"`  // the seats that owe a decision after it
	Scores []int         `json:"scores"` // after it, as far as they are public then, by seat
}

// newGame returns a game without entries.
func (e *Engine) newGame(about export.Document) (*game, error) {
	title, ok := e.find(about.Title)
	if !ok {
		return nil, refused("unknown_title", "there is no title %q", about.Title)
	}
	g := &game{title: title, about: about, newest: engine.NewFold(title)}
	g.about.Entries = nil
	g.marks = []*engine.Fold{g.newest.Clone()}
	raw, err := hex.DecodeString(about.Secret)
	if err != nil || len(raw) != len(g.secret) {
		return nil, refused(Unreadable, "the secret is not 64 hex digits")
	}
	copy(g.secret[:], raw)
	return g, nil
}

// add adds a game and returns what the caller gets to know of it.
func (e *Engine) add(g *game) Opened {
	e.last++
	e.games[e.last] = g
	return g.opened(e.last)
}

func (g *game) opened(id int) Opened {
	return Opened{
		Game: id, Table: g.about.Table, Title: g.about.Title, Options: g.about.Options, Seats: g.about.Seats, CreatedAt: g.about.CreatedAt,
		Entries: g.outline, Outcome: g.newest.Outcome(), Rules: g.title.Info().Rules,
	}
}

func (e *Engine) game(id int) (*game, error) {
	g, ok := e.games[id]
	if !ok {
		return nil, refused(BadCommand, "there is no game %d", id)
	}
	return g, nil
}

// append adds an entry to the end.
func (g *game) append(r engine.Record) error {
	events, err := g.newest.Apply(r)
	if err != nil {
		return err
	}
	if len(g.records) == 0 {
		if g.key, err = engine.KeyOf(g.secret, g.newest.Start()); err != nil {
			return fmt.Errorf("%w: %w", engine.ErrCorrupt, err)
		}
	}
	g.records = append(g.records, r)
	line := EntryOutline{Kind: r.Entry.Kind, Seat: r.Entry.Seat, Actor: r.Entry.Actor, Time: r.Entry.Time, Events: make([]string, len(events)), Owing: []engine.Seat{}}
	for i, event := range r.Entry.Events {
		line.Events[i] = event.Name
	}
	line.Owing = append(line.Owing, g.newest.OwingSeats()...)
	line.Scores = g.newest.State().Standing(nil).Scores
	g.outline = append(g.outline, line)
	if len(g.records)%stride == 0 {
		g.marks = append(g.marks, g.newest.Clone())
	}
	return nil
}

// read appends entries in canonical form.
func (g *game) read(list []export.Entry, p pause) error {
	for i, one := range list {
		r, err := engine.ReadRecord(one.Entry)
		if err != nil {
			return refused(Unreadable, "entry %d: %v", i+1, err)
		}
		if r.Hash != one.Hash {
			return refused("damaged", "entry %d has another hash", i+1)
		}
		if err := g.append(r); err != nil {
			return err
		}
		if !p(i+1, len(list)) {
			return refused(Canceled, "canceled")
		}
	}
	if len(g.records) == 0 {
		return refused(Unreadable, "there are no entries")
	}
	return nil
}

// at returns the table after entry seq; the caller does not change it.
func (g *game) at(seq engine.Seq) (*engine.Fold, error) {
	if seq > engine.Seq(len(g.records)) || seq == 0 {
		return nil, refused(BadCommand, "there is no entry %d", seq)
	}
	from := g.marks[int(seq)/stride]
	if c := g.cursor; c != nil && c.Seq() <= seq && c.Seq() > from.Seq() {
		from = c
	}
	if from.Seq() == seq {
		return from, nil
	}
	now := from.Clone()
	for _, r := range g.records[from.Seq():seq] {
		if _, err := now.Apply(r); err != nil {
			return nil, err
		}
	}
	g.cursor = now
	return now, nil
}

// OpenCommand opens a record: the text of an export. It checks the chain of entries alone; see CheckCommand.
type OpenCommand struct {
	Record string `json:"record"`
}

// Opened is an open game.
type Opened struct {
	Game      int             `json:"game"` // its number in later commands
	Table     string          `json:"table"`
	Title     string          `json:"title"`
	Rules     int             `json:"rules"` // version of the rules of this program
	Options   engine.Options  `json:"options"`
	Seats     []export.Seat   `json:"seats"`
	CreatedAt int64           `json:"createdAt"`
	Entries   []EntryOutline  `json:"entries"` // by seq, from 1
	Outcome   *engine.Outcome `json:"outcome"` // null: it goes on
}

func (e *Engine) open(c OpenCommand, p pause) (Opened, error) {
	doc, err := export.Read([]byte(c.Record))
	if err != nil {
		return Opened{}, refused(Unreadable, "%v", err)
	}
	return e.restore(doc, p)
}

func (e *Engine) restore(doc export.Document, p pause) (Opened, error) {
	g, err := e.newGame(doc)
	if err != nil {
		return Opened{}, err
	}
	if err := g.read(doc.Entries, p); err != nil {
		return Opened{}, err
	}
	return e.add(g), nil
}

// GameCommand names a game or a lesson.
type GameCommand struct {
	Game int `json:"game"`
}

func (e *Engine) closeGame(c GameCommand, _ pause) (GameCommand, error) {
	delete(e.games, c.Game)
	delete(e.courses, c.Game)
	return c, nil
}

// text is an entry as its log holds it.
func text(r engine.Record) export.Entry {
	return export.Entry{Entry: json.RawMessage(r.Bytes), Hash: r.Hash}
}
