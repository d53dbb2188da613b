package torture

import (
	"fmt"
	"strings"
	"time"
)

// String returns a few lines for people.
func (s Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "all promises kept over %d mishaps in %s (seed %d)\n", s.Faults, s.Took.Round(time.Second/10), s.Seed)
	fmt.Fprintf(&b, "  %7d  tables with their chains whole; draws and rules checked at the %d finished ones\n", s.Tables, s.Finished)
	fmt.Fprintf(&b, "  %7d  acknowledged moves, each in its log once and in order\n", s.Moves)
	fmt.Fprintf(&b, "  %7d  states told to viewers, the same as an observer's who never left\n", s.Compared)
	fmt.Fprintf(&b, "  %7d  sockets that came back\n", s.Reconnects)
	fmt.Fprintf(&b, "  %7d  commands sent again, with the same answer\n", s.Repeated)
	fmt.Fprintf(&b, "  %7s  the longest from a mishap's end to a table's next move", s.Return.Round(time.Millisecond))
	return b.String()
}
