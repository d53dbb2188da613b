package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// String returns one line for people.
func (g Game) String() string {
	var winners []string
	for _, w := range g.Winners {
		winners = append(winners, itoa(w))
	}
	var scores []string
	for _, s := range g.Scores {
		scores = append(scores, strconv.FormatInt(s, 10))
	}
	kind, noun := "public ", "seat"
	if g.Private {
		kind = "private"
	}
	if len(winners) > 1 {
		noun = "seats"
	}
	return fmt.Sprintf("game %3d  %d seats  %s  %4d moves  %7s  won by %s %s (%s)",
		g.Game, g.Seats, kind, g.Moves, short(g.Took), noun, strings.Join(winners, ", "), strings.Join(scores, " : "))
}

// String returns a few lines for people.
func (s Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d games, %d moves in %s\n", len(s.Games), s.Moves, short(s.Took))
	fmt.Fprintf(&b, "  %6d  states compared, %d of them from patches, with %d views between events\n", s.Updates, s.Patches, s.Steps)
	fmt.Fprintf(&b, "  %6d  illegal attempts, all refused\n", s.Refused)
	fmt.Fprintf(&b, "  %6d  repeated commands, with the same answer\n", s.Repeated)
	fmt.Fprintf(&b, "  %6d  take-backs\n", s.TakenBack)
	fmt.Fprintf(&b, "  %6d  sockets that were opened again\n", s.Reconnects)
	fmt.Fprintf(&b, "  %6d  outages of the server\n", s.Outages)
	if s.Heads > 0 {
		fmt.Fprintf(&b, "  %6d  heads, all found in the records\n", s.Heads)
		fmt.Fprintf(&b, "  %6d  reveals found in the records, %d more are void\n", s.Reveals, s.Voided)
	}
	fmt.Fprintf(&b, "  %6s  longest delay of an update after its acknowledgment", short(s.SlowestLag))
	return b.String()
}

func short(d time.Duration) string {
	if d < time.Second {
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(10 * time.Millisecond).String()
}
