package export

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nemeton/engine"
	"nemeton/engine/clock"
	"nemeton/engine/codec"
)

// form checks the form of the options, the outcome and the entries, which needs no rules: docs/fairness.md, "The form of entries". The browser's check
// does the same, and both are tested with the same table of cases. Clocks and agreements are not its concern.
func (c *checking) form() *Fault {
	if err := c.checkSetup(); err != nil {
		return fault(CheckForm, 1, "%v", err)
	}
	f := &former{begun: c.begun, seats: make([]seatForm, c.begun.Setup.Seats()), time: c.doc.CreatedAt}
	for _, r := range c.records {
		if err := f.entry(r.Entry); err != nil {
			return fault(CheckForm, r.Entry.Seq, "%v", err)
		}
	}
	if err := f.outcome(c.doc.Outcome); err != nil && !c.cut {
		return fault(CheckForm, 0, "%v", err)
	}
	return nil
}

// checkSetup checks seats and options as far as they do not depend on the title.
func (c *checking) checkSetup() error {
	for i, color := range c.begun.Setup.Colors {
		if color == "" || slices.Contains(c.begun.Setup.Colors[:i], color) {
			return fmt.Errorf("seat %d has the color %q", i, color)
		}
	}
	if len(c.begun.Setup.Colors) == 0 {
		return errors.New("a table without seats")
	}
	if !slices.ContainsFunc(c.begun.Bots, func(level string) bool { return level != "" && !slices.Contains(clock.Levels(), level) }) {
		return checkOptions(c.begun.Setup.Options)
	}
	return fmt.Errorf("bots of the levels %q", c.begun.Bots)
}

// checkOptions checks the options of every title: hints, and the pace.
func checkOptions(o engine.Options) error {
	const longest = 1<<53 - 1
	clocks := clock.PaceOf(o).HasClocks()
	allowed := map[string][2]int{"hints": {0, 1}, clock.OptionPace: {0, 2}, clock.OptionTakeover: {0, len(clock.TakeoverTimes()) - 1}}
	for _, id := range clock.Options()[1:] {
		allowed[id] = [2]int{0, 0}
	}
	if clocks {
		allowed[clock.OptionTakeover] = [2]int{0, 0}
		allowed[clock.OptionBank], allowed[clock.OptionIncrement] = [2]int{1, longest / 1000}, [2]int{0, longest / 1000}
		allowed[clock.OptionByHand], allowed[clock.OptionLevel] = [2]int{0, 1}, [2]int{0, len(clock.Levels()) - 1}
		allowed[clock.OptionVacation] = [2]int{0, int(clock.PaceOf(o).Kind) - 1}
	}
	for id, span := range allowed {
		if value := o[id]; value < span[0] || value > span[1] {
			return fmt.Errorf("the option %s is %d", id, value)
		}
	}
	return nil
}

// former follows a log as far as the form of its entries depends on earlier ones.
type former struct {
	begun    engine.Started
	seats    []seatForm
	time     int64         // of the newest entry; at first that of the table's creation
	conceded []engine.Seat // in order
	ended    engine.Ended
}

type seatForm struct {
	away, standIn bool
}

var (
	errForm       = errors.New("no server stores such an entry")
	decisionForm  = regexp.MustCompile(`^([1-9][0-9]{0,9})-[1-9][0-9]{0,9}$`)
	errAfterEnd   = errors.New("the table had ended")
	errManyEvents = errors.New("its events do not share an entry")
)

func (f *former) entry(e engine.Entry) error {
	switch {
	case f.ended != "":
		return errAfterEnd
	case e.Time < f.time || e.Time < 0:
		return fmt.Errorf("its time is %d, before %d", e.Time, f.time)
	case (e.Kind == engine.KindStart) != (e.Seq == 1):
		return fmt.Errorf("its kind is %q", e.Kind)
	case e.Kind != engine.KindMove && (e.Decision != "" || string(e.Move) != "null"):
		return errors.New("a decision or a move in an entry of another kind")
	case e.Kind == engine.KindSystem && len(e.Draws) > 0:
		return errors.New("draws of an entry of the table")
	}
	f.time = e.Time
	for _, d := range e.Draws {
		if d.What == "" || d.Of < 1 || d.Is < 0 || d.Is >= d.Of {
			return fmt.Errorf("the draw %q is %d of %d", d.What, d.Is, d.Of)
		}
	}
	events, err := f.events(e)
	if err != nil {
		return err
	}
	switch e.Kind {
	case engine.KindStart:
		if e.Seat != engine.NoSeat || e.Actor != engine.ActorHost || e.Command != "" {
			return errors.New("the start has a seat, a command or another actor than the host")
		}
		return nil
	case engine.KindMove:
		return f.move(e)
	case engine.KindSystem:
		return f.system(e, events)
	}
	return fmt.Errorf("its kind is %q", e.Kind)
}

func (f *former) events(e engine.Entry) (list []engine.Event, err error) {
	for i, stored := range e.Events {
		own := strings.HasPrefix(stored.Name, "frame.")
		switch {
		case stored.Name == "" || stored.Version < 1 || !bytes.HasPrefix(stored.Data, []byte("{")):
			return nil, fmt.Errorf("the event %q", stored.Name)
		case own != (e.Kind == engine.KindSystem || e.Kind == engine.KindStart && i <= f.origins()):
			return nil, fmt.Errorf("the event %q in an entry of the kind %s", stored.Name, e.Kind)
		case !own:
			continue
		}
		decoded, err := engine.Entry{Events: e.Events[i : i+1]}.SystemEvents()
		if err != nil {
			return nil, err
		}
		back, err := codec.Canonical(decoded[0])
		if err != nil || !bytes.Equal(back, stored.Data) || stored.Version != 1 {
			return nil, fmt.Errorf("the event %q has other members", stored.Name)
		}
		list = append(list, decoded[0])
	}
	return list, nil
}

// origins is 1 for a fork, whose start has the log of its origin as its second event; else 0.
func (f *former) origins() int {
	if f.begun.Origin != nil {
		return 1
	}
	return 0
}

func (f *former) move(e engine.Entry) error {
	named := decisionForm.FindStringSubmatch(string(e.Decision))
	if named == nil || !bytes.HasPrefix(e.Move, []byte("{")) {
		return fmt.Errorf("the decision %q, or its answer", e.Decision)
	}
	if opened, err := strconv.ParseUint(named[1], 10, 64); err != nil || engine.Seq(opened) >= e.Seq {
		return fmt.Errorf("the decision %q of a later entry", e.Decision)
	}
	if !f.isSeat(e.Seat) {
		return fmt.Errorf("seat %d", e.Seat)
	}
	switch e.Actor {
	case engine.ActorPlayer:
		if !f.isPerson(e.Seat) {
			return fmt.Errorf("a person moves for seat %d", e.Seat)
		}
		f.seats[e.Seat] = seatForm{}
	case engine.ActorBot:
		if f.begun.Bots[e.Seat] == "" && !f.seats[e.Seat].standIn {
			return fmt.Errorf("a bot moves for the person of seat %d", e.Seat)
		}
	default:
		return fmt.Errorf("a move by %q", e.Actor)
	}
	return nil
}

func (f *former) isSeat(seat engine.Seat) bool { return seat >= 0 && int(seat) < len(f.seats) }

func (f *former) isPerson(seat engine.Seat) bool {
	return f.isSeat(seat) && f.begun.Bots[seat] == "" && !slices.Contains(f.conceded, seat)
}

// outcome compares the stated outcome with the log, as far as that needs no rules.
func (f *former) outcome(o *engine.Outcome) error {
	if o == nil || o.Winners == nil || len(o.Scores) != len(f.seats) {
		return errors.New("the outcome lacks winners or scores")
	}
	for i, seat := range o.Winners {
		if !f.isSeat(seat) || slices.Contains(o.Winners[:i], seat) || slices.Contains(f.conceded, seat) {
			return fmt.Errorf("seat %d is among the winners", seat)
		}
	}
	if !slices.Equal(o.Conceded, f.conceded) || o.Ended != f.ended {
		return fmt.Errorf("the log has the concessions %v and the end %q, the document %v and %q", f.conceded, f.ended, o.Conceded, o.Ended)
	}
	last := f.ended == engine.EndedByConcession && len(f.conceded) == len(f.seats)-1
	if f.ended != "" && (len(o.Winners) == 1) != last || len(o.Winners) > 1 && f.ended != "" {
		return fmt.Errorf("the table ended by %s with the winners %v", f.ended, o.Winners)
	}
	return nil
}
