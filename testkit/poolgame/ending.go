package poolgame

import (
	"strconv"

	"nemeton/client/device"
	"nemeton/engine"
)

// lateScene is the number of entries before the scenes of an early end. All others come before.
const lateScene = 40

// endings lists the scenes of an early end.
func endings(e Ending) []scene {
	switch e {
	case Stopped:
		return []scene{
			{"proposal", 24, func(t *table) (bool, error) { return true, t.ends(0, device.ProposeStop) }},
			{"refusal", 25, func(t *table) (bool, error) { return true, t.ends(1, device.DeclineStop) }},
			{"second proposal", lateScene, func(t *table) (bool, error) { return true, t.ends(1, device.ProposeStop) }},
			{"agreement", lateScene + 1, func(t *table) (bool, error) { return true, t.ends(0, device.AgreeToStop) }},
		}
	case Gives:
		return []scene{{"concession", lateScene, func(t *table) (bool, error) { return true, t.ends(1, device.Concede) }}}
	case Closed:
		return []scene{{"closing", lateScene, func(t *table) (bool, error) { return true, t.append(t.fold.Close(t.now)) }}}
	}
	return nil
}

// ends lets a person concede, or propose or answer a stop.
func (t *table) ends(seat engine.Seat, kind string) error {
	c := engine.Command{ID: t.id(), Seat: seat}
	if endings := t.fold.Endings(); endings.Proposal() != nil {
		c.Decision = engine.DecisionID(strconv.FormatUint(uint64(endings.Proposal().Seq), 10))
	}
	return t.send(seat, c, kind, proved)
}

// decideEnding decides a command that can end the table; ok is false for commands of other kinds.
func (t *table) decideEnding(c engine.Command, kind string) (r engine.Record, ok bool, err error) {
	var proposal engine.Seq
	if endings := t.fold.Endings(); endings.Proposal() != nil {
		proposal = endings.Proposal().Seq
	}
	switch kind {
	case device.Concede:
		r, err = t.fold.Concede(c, BotLevel, t.now)
	case device.ProposeStop:
		r, err = t.fold.ProposeStop(c, t.now)
	case device.AgreeToStop:
		r, err = t.fold.AgreeToStop(c, proposal, t.now)
	case device.DeclineStop:
		r, err = t.fold.DeclineStop(c, proposal, t.now)
	default:
		return r, false, nil
	}
	return r, true, err
}
