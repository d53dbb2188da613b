package admin

import (
	"context"
	"slices"
	"time"
	"unicode/utf8"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/typed"
)

// PageSize is the number of rows of a list.
const PageSize = 50

// Table is a table as the operator sees it.
type Table struct {
	ID         string     `json:"id"`
	Title      string     `json:"title"`
	State      string     `json:"state"`
	Visibility string     `json:"visibility"`
	Seats      []Seat     `json:"seats"`
	Entries    engine.Seq `json:"entries"`
	Created    time.Time  `json:"created"`
	Updated    time.Time  `json:"updated"`         // the last entry or change
	Waiting    *time.Time `json:"waiting"`         // running tables: the time since which somebody owes a decision
	Ended      string     `json:"ended,omitempty"` // the reason for an end before that of the game
}

// Seat is one seat of a table.
type Seat struct {
	Player  string `json:"player,omitempty"` // id
	Name    string `json:"name,omitempty"`
	Bot     string `json:"bot,omitempty"`
	StandIn string `json:"standIn,omitempty"`
	Owes    bool   `json:"owes"`    // a decision
	Sockets int    `json:"sockets"` // of the player, at all pages
}

// TableQuery selects tables.
type TableQuery struct {
	State  string
	Title  string
	Player string    // id of a player at a seat
	Before time.Time // paging: the Updated and ID of the last table of the page before
	After  string
}

// Tables lists tables that are not closed, the last changed first. more says that there is another page.
func (s *Service) Tables(ctx context.Context, q TableQuery) (list []Table, more bool, err error) {
	switch store.State(q.State) {
	case "", store.Open, store.Running, store.Finished:
	default:
		return nil, false, apperr.New(apperr.Invalid, "state must be open, running or finished")
	}
	rows, err := s.cfg.Store.ListTables(ctx, store.Query{
		State: store.State(q.State), Title: q.Title, Player: store.PlayerID(q.Player), AllTables: true, Before: q.Before, BeforeID: store.TableID(q.After), Limit: PageSize + 1,
	})
	if err != nil {
		return nil, false, err
	}
	more = len(rows) > PageSize
	list, err = s.describe(ctx, rows[:min(len(rows), PageSize)])
	return list, more, err
}

func (s *Service) Table(ctx context.Context, id string) (Table, error) {
	row, err := s.cfg.Store.Table(ctx, store.TableID(id))
	if err != nil {
		return Table{}, err
	}
	list, err := s.describe(ctx, []store.Table{row})
	if err != nil {
		return Table{}, err
	}
	return list[0], nil
}

// describe leaves out everything that an operator need not know: secrets, hashes, invites, contributions and devices.
func (s *Service) describe(ctx context.Context, rows []store.Table) ([]Table, error) {
	var ids []store.PlayerID
	for _, row := range rows {
		for _, seat := range row.Seats {
			if seat.Player != "" && !slices.Contains(ids, seat.Player) {
				ids = append(ids, seat.Player)
			}
		}
	}
	names := map[store.PlayerID]string{}
	if len(ids) > 0 {
		var err error
		if names, err = s.cfg.Store.PlayerNames(ctx, ids); err != nil {
			return nil, err
		}
	}
	nodes, err := s.Nodes(ctx)
	if err != nil {
		return nil, err
	}
	sockets := socketsOf(nodes)
	list := make([]Table, len(rows))
	for i, row := range rows {
		t := Table{
			ID: string(row.ID), Title: row.Title, State: string(row.State), Visibility: string(row.Visibility), Seats: make([]Seat, len(row.Seats)), Entries: row.Seq,
			Created: row.CreatedAt, Updated: row.UpdatedAt, Ended: string(row.Ending.Ended),
		}
		if row.State == store.Running && len(row.Owing) > 0 {
			t.Waiting = &row.UpdatedAt
		}
		for at, seat := range row.Seats {
			t.Seats[at] = Seat{
				Player: string(seat.Player), Name: names[seat.Player], Bot: seat.Bot, Owes: slices.Contains(row.Owing, engine.Seat(at)), Sockets: sockets[string(seat.Player)],
			}
			if at < len(row.StandIns) {
				t.Seats[at].StandIn = row.StandIns[at]
			}
		}
		list[i] = t
	}
	return list, nil
}

// Person is a player as the operator sees them.
type Person struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	Created  time.Time  `json:"created"`
	Seen     *time.Time `json:"seen"` // absent without a session
	Sessions int        `json:"sessions"`
	Sockets  int        `json:"sockets"`
}

// maxName is the length of the longest name of a player, in bytes.
const maxName = 32 * typed.MaxCluster * utf8.UTFMax

// People lists people by the beginning of their name; without a name, those with sessions, the last seen first. Pages count from 0; more says that there is another one.
func (s *Service) People(ctx context.Context, name string, page int) (list []Person, more bool, err error) {
	if len(name) > maxName || page < 0 || page > 1_000_000 {
		return nil, false, apperr.New(apperr.Invalid, "the name is too long, or there is no such page")
	}
	found, err := s.cfg.Store.People(ctx, store.PeopleQuery{Name: name, Limit: PageSize + 1, Skip: page * PageSize})
	if err != nil {
		return nil, false, err
	}
	nodes, err := s.Nodes(ctx)
	if err != nil {
		return nil, false, err
	}
	sockets := socketsOf(nodes)
	list = []Person{}
	for _, p := range found[:min(len(found), PageSize)] {
		person := Person{ID: string(p.ID), Name: p.Name, Created: p.CreatedAt, Sessions: p.Sessions, Sockets: sockets[string(p.ID)]}
		if !p.SeenAt.IsZero() {
			person.Seen = &p.SeenAt
		}
		list = append(list, person)
	}
	return list, len(found) > PageSize, nil
}

// Ban is a banned range.
type Ban struct {
	Range   string     `json:"range"`
	Reason  string     `json:"reason"`
	By      string     `json:"by"`
	Created time.Time  `json:"created"`
	Ends    *time.Time `json:"ends"` // absent: not by itself
}

// Bans lists the bans that have not ended, the newest first.
func (s *Service) Bans(ctx context.Context) ([]Ban, error) {
	found, err := s.cfg.Store.Bans(ctx, s.cfg.Now())
	list := make([]Ban, len(found))
	for i, b := range found {
		list[i] = Ban{Range: b.Range.String(), Reason: b.Reason, By: b.By, Created: b.CreatedAt}
		if !b.EndsAt.IsZero() {
			list[i].Ends = &b.EndsAt
		}
	}
	return list, err
}

// Act is an act in the log of acts.
type Act struct {
	ID      string    `json:"id"`
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Via     string    `json:"via"`
	Kind    string    `json:"kind"`
	Subject string    `json:"subject"`
	Reason  string    `json:"reason"`
	Outcome string    `json:"outcome"` // done, or the code of a refusal; empty: unknown
}

// Acts lists acts of operators, the newest first: those before another one, by its time and id, if these are given.
func (s *Service) Acts(ctx context.Context, before time.Time, id string) (list []Act, more bool, err error) {
	found, err := s.cfg.Store.Acts(ctx, store.Act{ID: id, At: before}, PageSize+1)
	list = []Act{}
	for _, a := range found[:min(len(found), PageSize)] {
		list = append(list, Act{ID: a.ID, At: a.At, By: a.By, Via: a.Via, Kind: string(a.Kind), Subject: a.Subject, Reason: a.Reason, Outcome: a.Outcome})
	}
	return list, len(found) > PageSize, err
}
