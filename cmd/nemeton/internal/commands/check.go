package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"nemeton/client"
	"nemeton/cmd/internal/cli"
	"nemeton/engine/catalog"
	"nemeton/engine/export"
)

// CheckCmd is the command that plays a short game on a running server and checks what the server promises.
type CheckCmd struct {
	URL      string        `arg:"" name:"url" help:"Address of the server, such as http://localhost:8080."`
	Title    string        `default:"druids" help:"Title to play."`
	Patience time.Duration `default:"5m" help:"Longest time for the game."`
}

// Run plays a private table of two guests, whom it erases at the end. It fails at the first broken promise.
func (c CheckCmd) Run(ctx context.Context, to cli.Streams) (err error) {
	ctx, cancel := context.WithTimeout(ctx, c.Patience)
	defer cancel()
	began := time.Now()
	g := &checkGame{url: strings.TrimSuffix(c.URL, "/"), offered: map[string]map[string]bool{}}
	defer func() { err = errors.Join(err, g.close(context.WithoutCancel(ctx))) }()
	if err := g.setUp(ctx, c.Title); err != nil {
		return err
	}
	if err := g.play(ctx); err != nil {
		return fmt.Errorf("table %s, after seq %d: %w", g.table.ID, g.seq, err)
	}
	if err := g.checkRecord(ctx); err != nil {
		return fmt.Errorf("the record of table %s: %w", g.table.ID, err)
	}
	_, err = fmt.Fprintf(to.Out, "all promises kept: %d moves in %s\n", g.moves, time.Since(began).Round(10*time.Millisecond))
	return err
}

type checkGame struct {
	url      string
	table    client.Table
	people   []*client.Client
	seats    []*client.Seat
	watching *client.Conn
	watched  client.State // of a spectator
	seq      int          // of the last move
	moves    int
	offered  map[string]map[string]bool // the moves of all decisions so far, by kind
	illegal  int                        // refused moves of this kind
}

func (g *checkGame) setUp(ctx context.Context, title string) (err error) {
	for seat := range 2 {
		person, _, err := client.NewGuest(ctx, g.url, "Check")
		if err != nil {
			return err
		}
		g.people = append(g.people, person)
		if seat == 0 {
			g.table, err = person.CreateTable(ctx, title, 2)
		} else {
			_, err = person.Sit(ctx, g.table.ID, g.table.Invite)
		}
		if err != nil {
			return err
		}
		player, err := person.Took(ctx, g.table, seat)
		if err != nil {
			return err
		}
		g.seats = append(g.seats, player)
	}
	spectator := &client.Client{URL: g.url}
	g.watching, err = spectator.Socket(ctx, g.table.ID, client.SocketOptions{Since: -1, Invite: g.table.Invite, Patch: true})
	if err != nil {
		return err
	}
	if _, err := g.people[0].Start(ctx, g.table.ID); err != nil {
		return err
	}
	g.seq = 1
	return nil
}

// play plays random moves to the end. Before each tenth move it sends commands that the server must refuse or answer as before.
func (g *checkGame) play(ctx context.Context) error {
	for {
		if err := g.deliver(ctx); err != nil {
			return err
		}
		seat := g.owing()
		if seat < 0 {
			return g.checkEnd()
		}
		s, d := g.seats[seat], g.seats[seat].Own()[0]
		other := g.notOffered(d)
		if g.moves%10 == 0 || other != nil && g.illegal == 0 {
			if err := g.checkRefusals(ctx, seat, d, other); err != nil {
				return err
			}
		}
		if err := s.Act(ctx, d, d.Moves[rand.IntN(len(d.Moves))]); err != nil {
			return fmt.Errorf("a listed move of decision %s: %w", d.ID, err)
		}
		g.seq, g.moves = s.Seq, g.moves+1
	}
}

// notOffered returns a move that an earlier decision of the same kind offered and this one does not; nil: there is none yet. It notes the moves of this one.
func (g *checkGame) notOffered(d client.Decision) (other json.RawMessage) {
	moves := make(map[string]bool, len(d.Moves))
	for _, m := range d.Moves {
		moves[string(m)] = true
	}
	before := g.offered[d.Kind]
	for m := range before {
		if !moves[m] {
			other = json.RawMessage(m)
			break
		}
	}
	if before == nil {
		g.offered[d.Kind] = moves
	} else {
		maps.Copy(before, moves)
	}
	return other
}

// owing returns a seat that owes a decision, or -1.
func (g *checkGame) owing() int {
	for n, s := range g.seats {
		if len(s.Own()) > 0 {
			return n
		}
	}
	return -1
}

// deliver waits until all viewers have the last entry. All must know the same open decisions, and each the moves of its own alone.
func (g *checkGame) deliver(ctx context.Context) error {
	for _, s := range g.seats {
		if err := s.Reach(ctx, g.seq); err != nil {
			return err
		}
	}
	for g.watched.Seq < g.seq {
		raw, err := g.watching.Read(ctx)
		if err != nil {
			return err
		}
		m, err := client.ReadMessage(raw)
		if err == nil {
			err = g.watched.Apply(m)
		}
		if err != nil {
			return err
		}
	}
	want := openDecisions(g.watched.Decisions, -1)
	for n, s := range g.seats {
		if got := openDecisions(s.Decisions, n); got != want {
			return fmt.Errorf("seat %d knows the decisions %s, a spectator knows %s", n, got, want)
		}
	}
	return nil
}

// openDecisions lists the public parts of decisions. A list that shows the moves of another seat, or none of the own one, is marked.
func openDecisions(list []client.Decision, viewer int) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "[%s seat %d %s]", d.ID, d.Seat, d.Kind)
		if (len(d.Moves) > 0) != (d.Seat == viewer) {
			fmt.Fprintf(&b, " with %d moves", len(d.Moves))
		}
	}
	return b.String()
}

// checkRefusals sends commands that change nothing. other is a move that the decision does not offer; nil: none is known.
func (g *checkGame) checkRefusals(ctx context.Context, seat int, d client.Decision, other json.RawMessage) error {
	type refusal struct {
		by             int
		decision, code string
		move           json.RawMessage
	}
	refusals := []refusal{
		{seat, d.ID, "malformed", json.RawMessage(`{"no":"such move"}`)},
		{1 - seat, d.ID, "not_your_decision", d.Moves[0]},
		{seat, "0-0", "stale_decision", d.Moves[0]},
	}
	if other != nil {
		refusals = append(refusals, refusal{seat, d.ID, "illegal_move", other})
		g.illegal++
	}
	for _, c := range refusals {
		body := map[string]any{"id": uuid.NewString(), "decision": c.decision, "move": c.move}
		err := callPatiently(ctx, g.people[c.by], http.MethodPost, "/tables/"+g.table.ID+"/commands", body, nil)
		if refused := (&client.Error{}); !errors.As(err, &refused) || refused.Code != c.code {
			return fmt.Errorf("a command that must be refused with %s: got %w", c.code, err)
		}
	}
	var view, pushed struct {
		View json.RawMessage `json:"view"`
	}
	if err := callPatiently(ctx, g.people[seat], http.MethodGet, "/tables/"+g.table.ID+"/view", nil, &view); err != nil {
		return err
	}
	if err := json.Unmarshal(g.seats[seat].Document, &pushed); err != nil {
		return err
	}
	asked, err := compact(view.View)
	if err != nil {
		return err
	}
	if received, err := compact(pushed.View); err != nil || !bytes.Equal(asked, received) {
		return fmt.Errorf("the view of seat %d by socket differs from that by REST (%w)", seat, err)
	}
	return nil
}

// callPatiently sends a request. As long as a rate limit refuses it, it waits and sends it again, because a check is faster than people.
func callPatiently(ctx context.Context, by *client.Client, method, path string, body, into any) error {
	for {
		_, err := by.Call(ctx, method, path, body, into)
		refused := (&client.Error{})
		if !errors.As(err, &refused) || !refused.Temporary() {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(max(refused.RetryAfter, 100*time.Millisecond)):
		}
	}
}

func compact(raw json.RawMessage) ([]byte, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func (g *checkGame) checkEnd() error {
	if g.illegal == 0 {
		return errors.New("the game had no occasion for an illegal move")
	}
	if g.watched.Outcome == nil {
		return errors.New("no decision is open, and the game has no outcome")
	}
	want := fmt.Sprint(*g.watched.Outcome)
	for n, s := range g.seats {
		if s.Outcome == nil || fmt.Sprint(*s.Outcome) != want {
			return fmt.Errorf("seat %d knows the outcome %v, a spectator knows %s", n, s.Outcome, want)
		}
	}
	return nil
}

// checkRecord compares the record with what the players remember, and judges it by the rules.
func (g *checkGame) checkRecord(ctx context.Context) error {
	raw, err := g.people[0].Export(ctx, g.table.ID)
	if err != nil {
		return err
	}
	for n, s := range g.seats {
		if _, err := s.Memory.Check(raw); err != nil {
			return fmt.Errorf("seat %d: %w", n, err)
		}
	}
	report := export.Check(raw, catalog.Find)
	if f := report.Fault; f != nil {
		return fmt.Errorf("%s, entry %d: %s", f.Check, f.Seq, f.Detail)
	}
	return verdictErrors[report.Verdict]
}

// close ends the sockets and erases the guests.
func (g *checkGame) close(ctx context.Context) (err error) {
	if g.watching != nil {
		_ = g.watching.Close(1000)
	}
	for _, s := range g.seats {
		s.Close()
	}
	for _, p := range g.people {
		err = errors.Join(err, p.Erase(ctx))
	}
	return err
}
