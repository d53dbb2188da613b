package histories_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"nemeton/play"
	"nemeton/play/torture"
	"nemeton/testkit/expect"
	"nemeton/testkit/histories"
)

// at is an interval around a moment, in which an operation takes effect.
func at(o play.Operation, moment int, r *rand.Rand) play.Operation {
	o.Call, o.Return = time.Duration(10*moment-r.IntN(20)), time.Duration(10*moment+r.IntN(20))
	return o
}

// simulated is a log with clients that send commands, repeat them and read. It may have one fault.
type simulated struct {
	fault    string
	harmed   int // times that the fault struck
	r        *rand.Rand
	log      []torture.StoredCommand
	seqs     map[torture.StoredCommand]int
	contents map[torture.StoredCommand]string
	history  []play.Operation
	moment   int
}

func newSimulated(fault string, seed uint64) *simulated {
	return &simulated{fault: fault, r: rand.New(rand.NewPCG(seed, 1)), seqs: map[torture.StoredCommand]int{}, contents: map[torture.StoredCommand]string{}}
}

// run makes a history.
func (s *simulated) run(steps int) {
	var sent []torture.StoredCommand
	for n := range steps {
		s.moment++
		e := torture.StoredCommand{Seat: s.r.IntN(3), Command: fmt.Sprint("command ", n)}
		content := "move of " + e.Command
		switch choice := s.r.IntN(10); {
		case choice < 3:
			s.read()
			continue
		case choice < 5 && len(sent) > 0: // again, sometimes with other content
			e = sent[s.r.IntN(len(sent))]
			if content = "move of " + e.Command; s.r.IntN(3) == 0 {
				content = "something else"
			}
		case choice == 5: // refused
			s.record(play.Operation{Kind: play.Append, Outcome: play.Refused, Code: "stale_decision"}, e, content)
			continue
		}
		sent = append(sent, e)
		s.command(e, content)
	}
}

// command executes a command, and sometimes loses the command or its answer.
func (s *simulated) command(e torture.StoredCommand, content string) {
	o := play.Operation{Kind: play.Append, Outcome: play.Accepted}
	lostCommand, harmed := s.r.IntN(12) == 0, s.harmed
	seq, known := s.seqs[e]
	switch {
	case lostCommand:
	case known && s.contents[e] != content:
		o.Outcome, o.Code = play.Refused, "id_reused"
	case known && s.strikes("applies twice"):
		s.log = append(s.log, e)
		o.Seq = len(s.log) + 1
	case known && seq < len(s.log)-5 && s.strikes("forgets an id"):
		o.Outcome, o.Code = play.Refused, "stale_decision"
	case known:
		o.Seq = seq
	default:
		s.log = append(s.log, e)
		o.Seq = len(s.log) + 1
		s.seqs[e], s.contents[e] = o.Seq, content
	}
	if lostCommand || s.harmed == harmed && s.r.IntN(12) == 0 {
		o.Outcome, o.Code, o.Seq = play.Unknown, "", 0
	}
	s.record(o, e, content)
	if o.Outcome == play.Accepted && s.strikes("loses an acknowledged entry") {
		s.log = s.log[:len(s.log)-1]
	}
}

func (s *simulated) read() {
	o := play.Operation{Kind: play.Read, Client: -1, Outcome: play.Accepted, Seq: len(s.log) + 1, Latest: s.r.IntN(2) == 0}
	if !o.Latest {
		o.Seq -= s.r.IntN(o.Seq)
	}
	if s.strikes("reads a future entry") {
		o.Seq, o.Latest = len(s.log)+7, false // beyond what overlapping commands could add
	}
	if o.Latest && len(s.log) > 5 && s.strikes("reads an old state") {
		o.Seq -= 5
	}
	s.history = append(s.history, at(o, s.moment, s.r))
}

func (s *simulated) record(o play.Operation, e torture.StoredCommand, content string) {
	o.Client, o.Command, o.Content = e.Seat, e.Command, content
	s.history = append(s.history, at(o, s.moment, s.r))
}

// strikes reports whether the fault happens now: once, in the second half.
func (s *simulated) strikes(fault string) bool {
	if s.fault != fault || s.harmed > 0 || s.moment < 40 || s.r.IntN(4) > 0 {
		return false
	}
	s.harmed++
	return true
}

// Histories of a correct log are legal, with lost commands, lost answers, repetitions and overlapping operations.
func TestCheck_Legal(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		s := newSimulated("", seed)
		s.run(120)
		expect.Error(t, histories.Check(torture.History{Operations: s.history, Stored: s.log}), nil, "seed", seed)
	}
}

// The check finds each planted fault.
func TestCheck_FindsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, fault := range []string{"applies twice", "forgets an id", "loses an acknowledged entry", "reads a future entry", "reads an old state"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			harmed := 0
			for seed := range uint64(20) {
				s := newSimulated(fault, seed)
				s.run(80)
				harmed += s.harmed
				if err := histories.Check(torture.History{Operations: s.history, Stored: s.log}); (s.harmed > 0) != errors.Is(err, histories.ErrIllegal) {
					t.Errorf("seed %d, fault struck %d times: got %v", seed, s.harmed, err)
				}
			}
			if harmed < 10 {
				t.Errorf("the fault struck %d times, want at least 10", harmed)
			}
		})
	}
}

// A stored log that lacks an entry, has one twice, or has two in the wrong order does not fit its history.
func TestCheck_FindsChangedLogs(t *testing.T) {
	t.Parallel()
	s := newSimulated("", 1)
	s.run(80)
	n := len(s.log)
	for name, log := range map[string][]torture.StoredCommand{
		"an entry is missing": s.log[:n-1], "an entry is there twice": append(s.log[:n:n], s.log[n-1]),
		"a foreign entry":    append(s.log[:n:n], torture.StoredCommand{Command: "foreign"}),
		"in the wrong order": append(append([]torture.StoredCommand{}, s.log[1], s.log[0]), s.log[2:]...),
	} {
		expect.Error(t, histories.Check(torture.History{Operations: s.history, Stored: log}), histories.ErrIllegal, name)
	}
}

// A table that was only started has a log without commands. Reads of its start are legal; a read of a later entry is not.
func TestCheck_StartAlone(t *testing.T) {
	t.Parallel()
	read := func(seq int) torture.History {
		return torture.History{Operations: []play.Operation{{Kind: play.Read, Client: 1, Call: 1, Return: 2, Seq: seq}}}
	}
	expect.Error(t, histories.Check(read(1)), nil, "a read of the start")
	expect.Error(t, histories.Check(read(2)), histories.ErrIllegal, "a read of an entry that was never stored")
}
