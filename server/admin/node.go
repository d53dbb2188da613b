package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"nemeton/server/periodic"
	"nemeton/server/store"
)

// Node is what one node reports about itself.
type Node struct {
	ID      string         `json:"id"` // new with every start
	Name    string         `json:"name"`
	Version string         `json:"version"`
	Started time.Time      `json:"started"`
	Seen    time.Time      `json:"seen"`
	Sockets int            `json:"sockets"`
	Tables  int            `json:"tables"`           // in memory
	Players map[string]int `json:"players"`          // sockets of each signed-in player, of MaxPlayers players at most
	Limits  []Limit        `json:"limits,omitempty"` // that refused something
}

// Limit tells how often a limit of a node refused something.
type Limit struct {
	Limit string    `json:"limit"`
	Count int       `json:"count"`
	Last  time.Time `json:"last"`
	By    []LimitBy `json:"by"` // lately, the last one first
}

// LimitBy counts the refusals of an address or of a player.
type LimitBy struct {
	Key   string    `json:"key"`
	Count int       `json:"count"`
	Last  time.Time `json:"last"`
}

// MaxPlayers is the number of players in the report of a node.
const MaxPlayers = 1000

const (
	// silent is the number of intervals without a report after which a node counts as gone.
	silent = 3
	// sizesFor is the time for which the sizes of the database are kept.
	sizesFor = 400 * 24 * time.Hour
	// day is the form of the name of a note about the size.
	day         = "2006-01-02"
	callTimeout = 5 * time.Second
)

// Run reports this node to the others, and notes the size of the database once a day. It blocks until ctx ends.
func (s *Service) Run(ctx context.Context) {
	noted := ""
	round := func() {
		if s.cfg.Shared {
			s.try(ctx, "report this node", s.report)
		}
		if today := s.cfg.Now().Format(day); noted != today && s.try(ctx, "note the size of the database", s.noteSize) {
			noted = today
		}
	}
	round()
	periodic.Until(ctx.Done(), s.cfg.Every, round)
}

// try calls do with a timeout. A failure is logged at a low level, because the next interval tries again.
func (s *Service) try(ctx context.Context, what string, do func(context.Context) error) bool {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	err := do(ctx)
	if err != nil {
		s.cfg.Log.Debug().Err(err).Msg("could not " + what)
	}
	return err == nil
}

func (s *Service) report(ctx context.Context) error {
	node := s.here()
	raw, err := json.Marshal(node)
	if err != nil {
		return err
	}
	if err := s.cfg.Store.SetNote(ctx, store.Note{Kind: store.NoteNode, Name: node.ID, At: node.Seen, Value: string(raw)}); err != nil {
		return err
	}
	return s.cfg.Store.DropNotes(ctx, store.NoteNode, node.Seen.Add(-time.Hour))
}

func (s *Service) here() Node {
	node := s.cfg.Node()
	node.Seen = s.cfg.Now()
	return node
}

func (s *Service) noteSize(ctx context.Context) error {
	totals, err := s.cfg.Store.Totals(ctx)
	if err != nil {
		return err
	}
	now := s.cfg.Now()
	if err := s.cfg.Store.SetNote(ctx, store.Note{Kind: store.NoteSize, Name: now.Format(day), At: now, Value: strconv.FormatInt(totals.Bytes, 10)}); err != nil {
		return err
	}
	return s.cfg.Store.DropNotes(ctx, store.NoteSize, now.Add(-sizesFor))
}

// Nodes lists the nodes that run: this one as it is now, and the last reports of the others.
func (s *Service) Nodes(ctx context.Context) ([]Node, error) {
	var list []Node
	here := ""
	if s.cfg.Node != nil {
		node := s.here()
		here, list = node.ID, append(list, node)
	}
	reports, err := s.cfg.Store.Notes(ctx, store.NoteNode)
	if err != nil {
		return nil, err
	}
	for _, r := range reports {
		var node Node
		if r.Name == here || s.cfg.Now().Sub(r.At) > silent*s.cfg.Every || json.Unmarshal([]byte(r.Value), &node) != nil {
			continue // a program with another form of reports
		}
		node.Seen = r.At
		list = append(list, node)
	}
	slices.SortFunc(list, func(a, b Node) int { return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID)) })
	return list, nil
}

func socketsOf(nodes []Node) map[string]int {
	all := map[string]int{}
	for _, n := range nodes {
		for player, sockets := range n.Players {
			all[player] += sockets
		}
	}
	return all
}
