package inbrowser

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
)

// NewCommand starts a local table. Its chance is that of a table of the server, whose host is this program.
type NewCommand struct {
	Table         string         `json:"table"` // its id
	Title         string         `json:"title"`
	Options       engine.Options `json:"options"`
	Seats         []NewSeat      `json:"seats"`
	Secret        string         `json:"secret"`           // 64 hex digits
	Contributions []string       `json:"contributions"`    // hex, by seat; empty without one
	Time          int64          `json:"time"`             // milliseconds since 1970 UTC
	Lesson        string         `json:"lesson,omitempty"` // text of a lesson whose short game this is; its record proves no chance
}

// NewSeat is a seat of a new table.
type NewSeat struct {
	Color string `json:"color"`
	Name  string `json:"name"` // empty for a bot
	Bot   string `json:"bot"`  // level; empty for a person
}

// Begun is a new game with its first entries.
type Begun struct {
	Opened
	Added []export.Entry `json:"added"`
}

func (e *Engine) begin(c NewCommand, _ pause) (Begun, error) {
	about := export.Document{
		Format: export.Format, Table: c.Table, Title: c.Title, CreatedAt: c.Time, Secret: c.Secret, Contributions: c.Contributions,
	}
	g, err := e.newGame(about)
	if err != nil {
		return Begun{}, err
	}
	info := g.title.Info()
	if g.about.Options, err = c.Options.Complete(info.Options); err != nil {
		return Begun{}, refused("bad_options", "%v", err)
	}
	colors := info.ColorsFor(len(c.Seats))
	if colors == nil || len(c.Contributions) != len(c.Seats) {
		return Begun{}, refused("bad_seats", "no table has %d seats and %d contributions", len(c.Seats), len(c.Contributions))
	}
	start := engine.Started{
		Table: c.Table, Title: c.Title, Setup: engine.Setup{Options: g.about.Options}, Contributions: c.Contributions,
		Chance: engine.ChanceVersion, Created: c.Time, Answers: make([]engine.Answer, len(c.Seats)),
	}
	for i, s := range c.Seats {
		if !slices.Contains(colors, s.Color) || slices.Contains(start.Setup.Colors, s.Color) {
			return Begun{}, refused("bad_color", "seat %d has the color %q", i, s.Color)
		}
		if _, err := bot.ParseLevel(s.Bot); s.Bot != "" && (err != nil || s.Name != "") {
			return Begun{}, refused("bad_seats", "seat %d is a bot %q with the name %q", i, s.Bot, s.Name)
		}
		person := codec.Optional{}
		if s.Bot == "" {
			start.Answers[i].Declined = c.Contributions[i] == ""
			person = g.secret.PersonDigest(c.Table, i, 0, s.Name)
		}
		start.Setup.Colors = append(start.Setup.Colors, s.Color)
		start.Names, start.Bots = append(start.Names, person), append(start.Bots, s.Bot)
		g.about.Seats = append(g.about.Seats, export.Seat{Seat: engine.Seat(i), Color: s.Color, Name: s.Name, Bot: s.Bot})
	}
	if start.Commitment, err = start.Terms().CommitTo(g.secret); err != nil {
		return Begun{}, err
	}
	g.about.Commitment = start.Commitment
	if g.key, err = engine.KeyOf(g.secret, start); err != nil {
		return Begun{}, err
	}
	list, err := e.opening(c, g, start)
	if err != nil {
		return Begun{}, err
	}
	begun := Begun{Added: make([]export.Entry, len(list))}
	for i, r := range list {
		begun.Added[i] = text(r)
		if err := g.append(r); err != nil {
			return Begun{}, err
		}
	}
	begun.Opened = e.add(g)
	return begun, nil
}

// opening returns the first records of a new table.
func (e *Engine) opening(c NewCommand, g *game, start engine.Started) ([]engine.Record, error) {
	salted := func(r engine.Record) (engine.Record, error) { return r.Salted(g.secret, g.about.Table) }
	if c.Lesson != "" {
		_, l, err := e.readLesson(c.Title, c.Lesson)
		if err != nil {
			return nil, err
		}
		return l.Records(g.title, start, salted)
	}
	first, err := engine.Begin(g.title, start, g.key, c.Time)
	if err == nil {
		first, err = salted(first)
	}
	return []engine.Record{first}, err
}

// add salts a record that the rules decided, and appends it.
func (g *game) add(r engine.Record) (export.Entry, error) {
	r, err := r.Salted(g.secret, g.about.Table)
	if err != nil {
		return export.Entry{}, err
	}
	return text(r), g.append(r)
}

// ResumeCommand opens a stored local table.
type ResumeCommand struct {
	Game export.Document `json:"game"` // the answer to RecordCommand, with the entries that were added since
}

func (e *Engine) resume(c ResumeCommand, p pause) (Opened, error) { return e.restore(c.Game, p) }

// BranchCommand makes a local table from the first entries of a game: the person of a seat plays on against bots. Later draws are new.
type BranchCommand struct {
	Game    int         `json:"game"`
	Seq     engine.Seq  `json:"seq"`  // the last entry of the game that the table has
	Seat    engine.Seat `json:"seat"` // of the person
	Level   string      `json:"level"`
	Entropy string      `json:"entropy"` // 64 hex digits
	Time    int64       `json:"time"`    // milliseconds since 1970 UTC
}

func (e *Engine) branch(c BranchCommand, p pause) (Begun, error) {
	from, err := e.game(c.Game)
	if err != nil {
		return Begun{}, err
	}
	if c.Seq < 1 || c.Seq > engine.Seq(len(from.records)) {
		return Begun{}, refused(BadCommand, "there is no entry %d", c.Seq)
	}
	if _, err := bot.ParseLevel(c.Level); err != nil {
		return Begun{}, refused(BadCommand, "%v", err)
	}
	g, err := e.newGame(from.about)
	if err != nil {
		return Begun{}, err
	}
	var list []export.Entry
	for _, r := range from.records[:c.Seq] {
		list = append(list, text(r))
	}
	if err := g.read(list, p); err != nil {
		return Begun{}, err
	}
	var entropy chance.Entropy
	if err := entropy.UnmarshalText([]byte(c.Entropy)); err != nil {
		return Begun{}, refused(BadCommand, "%v", err)
	}
	g.about.Outcome, g.about.Signature = nil, nil
	steps := []func() (engine.Record, error){func() (engine.Record, error) { return g.newest.Restore(entropy, c.Time) }}
	for i, s := range g.about.Seats {
		seat := engine.Seat(i)
		switch {
		case seat == c.Seat && s.Bot != "":
			return Begun{}, refused("not_your_decision", "a bot has seat %d", seat)
		case seat == c.Seat && g.newest.StandIn(seat) != "":
			steps = append(steps, func() (engine.Record, error) { return g.newest.Return(seat, "return", c.Time) })
		case seat != c.Seat && s.Bot == "" && g.newest.StandIn(seat) == "":
			steps = append(steps, func() (engine.Record, error) { return g.newest.TakeOver(seat, c.Level, c.Time) })
		}
	}
	for _, step := range steps {
		r, err := step()
		if err != nil {
			return Begun{}, err
		}
		added, err := g.add(r)
		if err != nil {
			return Begun{}, err
		}
		list = append(list, added)
	}
	return Begun{e.add(g), list}, nil
}

// ActCommand is a command of a seat of a local table.
type ActCommand struct {
	Game     int               `json:"game"`
	Seat     engine.Seat       `json:"seat"`
	Do       string            `json:"act"` // "act", "takeback" or "concede"
	ID       string            `json:"id"`  // of the command, unique for its seat
	Decision engine.DecisionID `json:"decision"`
	Move     json.RawMessage   `json:"move"`
	Level    string            `json:"level"` // of the bot that plays on after a concession
	Time     int64             `json:"time"`  // milliseconds since 1970 UTC
}

// Added is an entry that a command added.
type Added struct {
	Seq   engine.Seq   `json:"seq"`
	Entry export.Entry `json:"entry"`
}

func (e *Engine) act(c ActCommand, _ pause) (Added, error) {
	g, err := e.seated(c.Game, c.Seat)
	if err != nil {
		return Added{}, err
	}
	command := engine.Command{ID: c.ID, Seat: c.Seat, Actor: engine.ActorPlayer, Decision: c.Decision, Move: c.Move}
	if g.plays(c.Seat) != "" {
		command.Actor = engine.ActorBot
	}
	var r engine.Record
	switch c.Do {
	case "act":
		r, err = g.newest.Decide(command, g.key, c.Time)
	case "takeback":
		r, err = g.newest.Unlimited().TakeBack(command, c.Time)
	case "concede":
		r, err = g.newest.Concede(command, c.Level, c.Time)
	default:
		err = refused(BadCommand, "there is no act %q", c.Do)
	}
	if err != nil {
		return Added{}, err
	}
	added, err := g.add(r)
	return Added{Seq: r.Entry.Seq, Entry: added}, err
}

// seated returns a game that has the seat.
func (e *Engine) seated(id int, seat engine.Seat) (*game, error) {
	g, _, err := e.seen(id, seat)
	if err == nil && seat < 0 {
		err = refused(BadCommand, "there is no seat %d", seat)
	}
	return g, err
}

// plays is the level of the bot that plays a seat now; empty: a person plays it.
func (g *game) plays(seat engine.Seat) string {
	if level := g.about.Seats[seat].Bot; level != "" {
		return level
	}
	return g.newest.StandIn(seat)
}

// ChooseCommand asks for the move of a bot at a seat that owes a decision. The bot knows what the seat knows.
type ChooseCommand struct {
	Game       int         `json:"game"`
	Seq        engine.Seq  `json:"seq"` // after which entry; 0: the newest
	Seat       engine.Seat `json:"seat"`
	Level      string      `json:"level"`      // empty: that of the bot at the seat
	Iterations int         `json:"iterations"` // at most; 0: as many as the level has
	Time       int         `json:"time"`       // at most, in milliseconds; 0: no limit
	Seed       int64       `json:"seed"`
}

// Choice is the move of a bot.
type Choice struct {
	Decision   engine.DecisionID `json:"decision"`
	Move       json.RawMessage   `json:"move"`
	Index      int               `json:"index"`  // of the move among those of the decision
	Second     int               `json:"second"` // of the second best; -1: none was tried
	Iterations int               `json:"iterations"`
	Worth      int               `json:"worth"` // expected payoff in thousandths; 0 without a search
}

func (e *Engine) choose(c ChooseCommand, p pause) (Choice, error) {
	g, err := e.seated(c.Game, c.Seat)
	if err != nil {
		return Choice{}, err
	}
	f := g.newest
	if c.Seq != 0 {
		if f, err = g.at(c.Seq); err != nil {
			return Choice{}, err
		}
	}
	if c.Level == "" {
		c.Level = g.plays(c.Seat)
	}
	level, err := bot.ParseLevel(c.Level)
	if err != nil {
		return Choice{}, refused(BadCommand, "%v", err)
	}
	budget, began, canceled := level.Budget(), e.now(), false
	if c.Iterations > 0 {
		budget.Iterations = min(budget.Iterations, c.Iterations)
	}
	budget.Stop = func(done int) bool {
		canceled = !p(done, budget.Iterations)
		return canceled || c.Time > 0 && e.now()-began >= float64(c.Time)
	}
	found, err := bot.Choose(g.title, f.Knowledge(engine.SeatViewer(c.Seat)), level, budget, uint64(c.Seed))
	switch {
	case canceled:
		return Choice{}, refused(Canceled, "canceled")
	case err != nil:
		return Choice{}, fmt.Errorf("%w: %w", engine.ErrStaleDecision, err)
	}
	move, err := codec.Canonical(found.Move)
	return Choice{
		Decision: found.Decision.ID, Move: move, Iterations: found.Iterations, Worth: int(math.Round(1000 * found.Worth)),
		Index: slices.Index(found.Decision.Moves, found.Move), Second: slices.Index(found.Decision.Moves, found.Second),
	}, err
}

// RecordCommand asks for the record of a game. That of a finished one is an export; that of a running one can be resumed.
type RecordCommand = GameCommand

// RecordText is the text of a record.
type RecordText struct {
	Record string `json:"record"`
}

func (e *Engine) record(c RecordCommand, _ pause) (RecordText, error) {
	g, err := e.game(c.Game)
	if err != nil {
		return RecordText{}, err
	}
	doc := g.about
	doc.Outcome, doc.Head = g.newest.Outcome(), g.newest.Head()
	for _, r := range g.records {
		doc.Entries = append(doc.Entries, text(r))
	}
	sealed, err := doc.Seal()
	return RecordText{string(sealed)}, err
}
