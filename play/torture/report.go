package torture

import (
	"fmt"
	"strings"
	"time"
)

// String returns a few lines for people.
func (s Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "all promises kept over %d faults in %s (seed %d)\n", s.Faults, s.Took.Round(time.Second/10), s.Seed)
	fmt.Fprintf(&b, "  %7d  tables with valid chains; draws and rules of the %d finished ones checked\n", s.Tables, s.Finished)
	fmt.Fprintf(&b, "  %7d  acknowledged moves, each in its log once and in order\n", s.Moves)
	fmt.Fprintf(&b, "  %7d  observations of viewers, equal to the fold of the log\n", s.Compared)
	fmt.Fprintf(&b, "  %7d  sockets that were opened again\n", s.Reconnects)
	fmt.Fprintf(&b, "  %7d  repeated commands, with the same answer\n", s.Repeated)
	fmt.Fprintf(&b, "  %7s  longest time from the end of a fault to the next move of a table", s.Return.Round(time.Millisecond))
	return b.String()
}
