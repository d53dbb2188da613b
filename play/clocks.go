package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// pace is the time control of a table, in seconds, as the protocol has it.
type pace struct {
	Kind      string `json:"kind"`
	Bank      int64  `json:"bank"`
	Increment int64  `json:"increment"`
}

// parsePace reads KIND:BANK+INCREMENT, such as live:600+20. An empty text is the free pace.
func parsePace(text string) (p pace, err error) {
	if text == "" || text == "free" {
		return pace{Kind: "free"}, nil
	}
	for _, kind := range []string{"live", "days"} {
		if n, err := fmt.Sscanf(text, kind+":%d+%d", &p.Bank, &p.Increment); err == nil && n == 2 {
			p.Kind = kind
			return p, nil
		}
	}
	return pace{}, errors.New("play: the pace has the form live:600+20 or days:259200+43200")
}

// clock is the clock of a seat.
type clock struct {
	Seat    int   `json:"seat"`
	Left    int64 `json:"left"`
	Running bool  `json:"running"`
}

// clocks are those of a message.
type clocks struct {
	seq    int
	Clocks []clock `json:"clocks"`
	Time   int64   `json:"time"`
}

// sharedClocks are the clocks by seq, which all viewers get alike.
type sharedClocks struct {
	mu    sync.Mutex // guards bySeq
	pace  pace
	bySeq map[int]clocks
}

// seeClocks checks the clocks of a message whose state is accepted. They are those of the other viewers, and run exactly for the seats that owe a decision. Since the
// entry before, they lost the time that passed. Nobody has a stand-in in these games.
func (v *viewer) seeClocks(raw json.RawMessage) error {
	p := v.transcript.clocks.pace
	now := clocks{seq: v.state.seq}
	if err := json.Unmarshal(raw, &now); err != nil {
		return v.broken(AnswersAsDocumented, "clocks: %v: %s", err, clip(string(raw)))
	}
	if p.Kind == "free" || now.seq == 0 {
		if now.Clocks != nil || now.Time != 0 {
			return v.broken(ClocksAreTrue, "clocks at seq %d of a table of the pace %q: %s", now.seq, p.Kind, clip(string(raw)))
		}
		return nil
	}
	if len(now.Clocks) != v.transcript.seats || now.Time == 0 {
		return v.broken(ClocksAreTrue, "seq %d: %d clocks at the time %d, want %d", now.seq, len(now.Clocks), now.Time, v.transcript.seats)
	}
	c := &v.transcript.clocks
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.bySeq[now.seq]; ok && (known.Time != now.Time || !slices.Equal(known.Clocks, now.Clocks)) {
		return v.broken(ClocksAreTrue, "seq %d: the clocks are %+v, another viewer got %+v", now.seq, now, known)
	}
	c.bySeq[now.seq] = now
	for seat, is := range now.Clocks {
		owes := slices.ContainsFunc(v.state.decisions, func(d decision) bool { return d.Seat == seat })
		if is.Seat != seat || is.Running != owes || is.Left < 0 || p.Kind == "days" && is.Left > p.Bank*1000 {
			return v.broken(ClocksAreTrue, "seq %d: the clock %+v of seat %d, which owes a decision: %t", now.seq, is, seat, owes)
		}
		if before, ok := c.bySeq[now.seq-1]; ok {
			if why := is.follows(before.Clocks[seat], now.Time-before.Time, p); why != "" {
				return v.broken(ClocksAreTrue, "seq %d: the clock of seat %d went from %+v to %+v in %d ms: %s", now.seq, seat, before.Clocks[seat], is, now.Time-before.Time, why)
			}
		}
	}
	return nil
}

// follows returns the reason for which a clock cannot be the one after was, so many milliseconds later; empty if it can.
func (c clock) follows(was clock, passed int64, p pace) string {
	lost := passed
	if !was.Running {
		lost = 0
	}
	switch {
	case passed < 0:
		return "the time goes back"
	case c.Left < was.Left-lost:
		return "it lost more than the time that passed"
	case was.Running && c.Running && p.Kind == "days" && c.Left != max(0, was.Left-lost):
		return "it ran on and did not lose the time that passed"
	case c.Left > was.Left+p.Increment*1000 && (!was.Running || c.Running): // a take-back can set it back to its start
		return "it gained more than the increment"
	}
	return ""
}
