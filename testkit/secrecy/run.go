package secrecy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"nemeton/engine"
)

// Options configure a comparison.
type Options struct {
	States      int           // number of states of a title
	MaxEntries  engine.Seq    // Canary stops a game after this many entries; 0: games are played to their ends
	For         time.Duration // no new games start after this time; 0: no limit
	OnGame      func(Report)  // called after every game; may be nil
	Dir         string        // for databases
	Secret      []string      // kinds of decisions whose answer is hidden from other seats until an event reveals it
	Seed        uint64
	Leak        Leak
	AllRequests bool // send all requests at every state
	// AllowedTimeouts is the number of games that may be abandoned because a store timed out. A long run on a stalled machine needs some.
	// A leak through such a refusal would happen more often.
	AllowedTimeouts int
	Log             io.Writer // of the servers; nil: discarded
}

// Report holds the counts of a comparison.
type Report struct {
	Games        int
	Pairs        int            // of servers
	States       int            // see the package
	Compared     int            // comparisons of one socket or one request
	Hidden       int            // states in which some seat's view differs; secrets differ in all
	Reveals      int            // pairs that ended with a revealing event
	Streams      int            // event streams that were opened
	Cuts         int            // sockets and event streams that were dropped and reopened
	Stops        int            // pairs of servers that were stopped with open sockets
	HandedOver   int            // seats that went to another player
	TakenOver    int            // seats that a bot played for a while
	Messages     int            // chat messages and reactions
	Abandoned    []error        // reasons of abandoned games, see Options.AllowedTimeouts
	RequestCount int            // number of requests
	Requests     map[string]int // comparisons by name of the request
}

// String returns one line for people.
func (r Report) String() string {
	return fmt.Sprintf("%d states compared (%d of them with different hidden data) by %d comparisons in %d pairs of servers in %d games; %d reveals, %d event streams, %d cuts, %d stops, %d seats handed over, %d taken over, %d games abandoned, %d requests",
		r.States, r.Hidden, r.Compared, r.Pairs, r.Games, r.Reveals, r.Streams, r.Cuts, r.Stops, r.HandedOver, r.TakenOver, len(r.Abandoned), r.RequestCount)
}

// check is the comparison of one title.
type check struct {
	Options
	start  Start
	title  engine.Title
	report Report
}

// These are the numbers of states for which a pair is played: with different views, and with different secrets only.
const (
	pairStates       = 60
	secretOnlyStates = 3
)

// Compare plays games of the title with all numbers of seats, for all viewers in turn, until enough states were compared. A *Difference
// error shows how a viewer can distinguish the servers.
func Compare(start Start, title engine.Title, o Options) (Report, error) {
	if o.Log == nil {
		o.Log = io.Discard
	}
	x := &check{Options: o, start: start, title: title, report: Report{Requests: map[string]int{}}}
	info := title.Info()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if o.For > 0 {
		defer time.AfterFunc(o.For, cancel).Stop()
	}
	for n := 0; x.report.States < o.States && ctx.Err() == nil; n++ {
		g, err := x.newGame(o.Seed+uint64(n), info.MinSeats+n%(info.MaxSeats-info.MinSeats+1))
		if err != nil {
			return x.report, err
		}
		x.report.Games++
		err = g.run()
		x.report.RequestCount += g.server.requests
		err = errors.Join(err, g.close())
		if err != nil && g.timedOut.Load() && len(x.report.Abandoned) < x.AllowedTimeouts {
			x.report.Abandoned = append(x.report.Abandoned, err)
			err = nil
		}
		if err != nil {
			return x.report, err
		}
		if o.OnGame != nil {
			o.OnGame(x.report)
		}
	}
	return x.report, nil
}

// run plays a game to its end, until enough states were compared, or until nothing is hidden any more.
func (g *game) run() error {
	info, viewers := g.title.Info(), g.viewers()
	limit := g.report.States + max(20, min(600, g.States/(info.MaxSeats-info.MinSeats+1)))
	differed, equalInRow := false, 0
	for n := 0; !g.over() && g.report.States < min(limit, g.States); n++ {
		before := g.report.Hidden
		if err := g.comparePair(viewers[(n+int(g.seed))%len(viewers)]); err != nil {
			return err
		}
		skip := 1
		if g.report.Hidden > before {
			differed, equalInRow = true, 0
		} else {
			equalInRow++
			skip += g.r.IntN(12)
		}
		if differed && equalInRow > 2 {
			return nil
		}
		for ; skip > 0 && !g.over(); skip-- {
			if err := g.playAlone(); err != nil {
				return err
			}
		}
	}
	return nil
}

// comparePair compares two servers for one viewer, from the current state on.
func (g *game) comparePair(v engine.Viewer) (err error) {
	p, err := g.newPair(v)
	if errors.Is(err, errNoPair) {
		return nil
	}
	if err != nil {
		return err
	}
	g.report.Pairs++
	defer func() { err = errors.Join(err, p.end()) }()
	if err := p.listen(); err != nil {
		return err
	}
	states := pairStates
	if !p.differs {
		states = secretOnlyStates
	}
	for range states {
		for _, v := range p.viewers {
			if err := p.compareRequests(v); err != nil {
				return err
			}
			g.report.States++
			if p.differs {
				g.report.Hidden++
			}
		}
		if goOn, err := p.next(); err != nil || !goOn {
			return err
		}
	}
	return p.stop()
}

// next does something on both servers, mostly a move.
func (p *pair) next() (goOn bool, err error) {
	switch p.r.IntN(16) {
	case 0, 1:
		p.report.Cuts++
		if err := p.cut(); err != nil {
			return false, err
		}
	case 2:
		return p.leaveOrReturn()
	case 4, 5:
		if err := p.talk(); err != nil {
			return false, err
		}
	case 3:
		switch p.r.IntN(4) {
		case 0:
			return p.handOver()
		case 1:
			return p.standIn()
		}
		if p.r.IntN(8) == 0 {
			if err := p.restart(); err != nil {
				return false, err
			}
		}
	}
	goOn, err = p.act()
	if err != nil || !goOn {
		return false, err
	}
	if p.r.IntN(4) == 0 {
		return p.takeBack()
	}
	return true, nil
}

// takeBack takes back the last move if that is allowed. Only a viewer that sees this permission may ask.
func (p *pair) takeBack() (bool, error) {
	for seat := range p.seats {
		if !p.fold.View(engine.SeatViewer(engine.Seat(seat))).CanTakeBack {
			continue
		}
		p.tick()
		var status [2]int
		for i, h := range p.instances {
			a, err := h.request(http.MethodPost, p.tablePath("/takeback"), p.tokens[seat], map[string]any{"id": fmt.Sprintf("back-%d", p.acts)})
			if err != nil {
				return false, err
			}
			status[i] = a.status
		}
		if status[0] != http.StatusOK || status[1] != http.StatusOK {
			return false, fmt.Errorf("take-back: status %d on the first server, %d on the second", status[0], status[1])
		}
		return p.compareEntry("a take-back")
	}
	return true, nil
}

// stop stops both servers with open sockets and compares the close codes. Then it starts the first server again.
func (p *pair) stop() error {
	if err := p.stopServers(); err != nil {
		return err
	}
	return p.server.open(p.entropy())
}

// restart stops both servers and starts them. All sockets resume.
func (p *pair) restart() error {
	before := p.sockets[0]
	if err := p.stopServers(); err != nil {
		return err
	}
	for i, h := range p.instances {
		p.sockets[i] = nil
		if err := h.open(p.entropy()); err != nil {
			return err
		}
	}
	for _, e := range before {
		query := fmt.Sprintf("&since=%d", e.seq)
		if p.r.IntN(2) == 0 {
			query = p.patches() + query
		}
		if err := p.join(e.viewer, query, e.isStream); err != nil {
			return err
		}
	}
	return nil
}

func (p *pair) stopServers() error {
	p.report.Stops++
	for i, h := range p.instances {
		// The sockets are read meanwhile, because the server waits for the close handshake.
		drained := make(chan error, len(p.sockets[i]))
		for _, e := range p.sockets[i] {
			go func() { drained <- e.drain() }()
		}
		err := h.close()
		for range p.sockets[i] {
			err = errors.Join(err, <-drained)
		}
		if err != nil {
			return err
		}
	}
	for n := range p.sockets[0] {
		e := p.sockets[0][n]
		a, b := e.takeMessages(), p.sockets[1][n].takeMessages()
		if err := p.compareText(fmt.Sprintf("%s %d, when the server stops", e.kind(), n), fmt.Sprint(a), fmt.Sprint(b)); err != nil {
			return err
		}
	}
	p.starts++
	return nil
}
