package secrecy

import (
	"fmt"
	"slices"

	"nemeton/engine"
)

// leaveOrReturn lets a random seat leave, or return if it is away.
func (p *pair) leaveOrReturn() (bool, error) {
	seat, path := p.r.IntN(p.seats), "/leave"
	if slices.Contains(p.fold.Away(), engine.Seat(seat)) {
		path = "/return"
	}
	if err := p.postBoth(path, seat); err != nil {
		return false, err
	}
	return p.compareEntry("a leave or return")
}

// postBoth sends a command of a seat to both servers.
func (p *pair) postBoth(path string, seat int) error {
	p.tick()
	for _, h := range p.instances {
		if err := h.post(p.tablePath(path), p.tokens[seat], map[string]any{"id": fmt.Sprintf("frame-%d", p.acts)}, nil); err != nil {
			return err
		}
	}
	return nil
}

// standIn lets the player of a seat that owes a decision leave, lets a bot take over, and then lets the player return. The bot does not move, because no
// time passes.
func (p *pair) standIn() (bool, error) {
	idle := slices.DeleteFunc(p.fold.OwingSeats(), func(s engine.Seat) bool {
		return p.viewer.Is(s) || slices.Contains(p.fold.Away(), s)
	})
	if len(idle) == 0 {
		return true, nil
	}
	seat := idle[p.r.IntN(len(idle))]
	by := (seat + 1) % engine.Seat(p.seats)
	if s, seated := p.viewer.Seat(); seated {
		by = s // a connected player must agree
	}
	if slices.Contains(p.fold.Away(), by) {
		return true, nil
	}
	if err := p.postBoth("/leave", int(seat)); err != nil {
		return false, err
	}
	if goOn, err := p.compareEntry("a leave before a takeover"); err != nil || !goOn {
		return false, err
	}
	if err := p.postBoth(fmt.Sprintf("/seats/%d/takeover", seat), int(by)); err != nil {
		return false, err
	}
	if goOn, err := p.compareEntry("a takeover"); err != nil || !goOn {
		return false, err
	}
	if err := p.postBoth("/return", int(seat)); err != nil {
		return false, err
	}
	p.report.TakenOver++
	return p.compareEntry("a return after a takeover")
}

// handOver gives a seat to the player without one.
func (p *pair) handOver() (bool, error) {
	seat := p.r.IntN(p.seats)
	if p.viewer.Is(engine.Seat(seat)) {
		return true, nil
	}
	p.tick()
	for _, h := range p.instances {
		var offer struct{ Code string }
		if err := h.post(p.tablePath("/handover"), p.tokens[seat], map[string]any{}, &offer); err != nil {
			return false, err
		}
		claim := map[string]any{"id": fmt.Sprintf("frame-%d", p.acts), "code": offer.Code}
		if err := h.post(p.tablePath("/claim"), p.spareToken, claim, nil); err != nil {
			return false, err
		}
	}
	p.tokens[seat], p.spareToken = p.spareToken, p.tokens[seat]
	p.report.HandedOver++
	return p.compareEntry("a handover")
}
