package lesson

import (
	"slices"

	"nemeton/engine"
)

// mostMoves bounds the moves of the coach in one step.
const mostMoves = 60

// Coach makes the learner's next move in this step: one that is right, or else one that is allowed. Errors: ErrInvalid if there is none.
func (p *Player) Coach() (*Made, error) {
	d, ok := owed(p.now, p.lesson.Learner)
	if !ok || !p.Step().Kind.Asks() || p.done {
		return nil, engine.ErrStaleDecision
	}
	tried, draws, err := p.best(d)
	if err != nil {
		return nil, err
	}
	p.keep(tried, draws)
	return tried.Made, nil
}

// best returns the move of the coach. The picks of the step come first.
func (p *Player) best(d engine.Decision) (Tried, Draws, error) {
	var allowed Tried
	var left Draws
	for _, pick := range append(slices.Clone(p.Step().Coach), Pick{}) {
		moves, err := pick.among(d)
		if err != nil {
			return Tried{}, nil, err
		}
		for _, move := range moves {
			tried, draws, err := p.judge(d, move)
			switch {
			case err != nil:
				return Tried{}, nil, err
			case tried.Verdict == Right:
				return tried, draws, nil
			case tried.Verdict == Allowed && allowed.Made == nil:
				allowed, left = tried, draws
			}
		}
		if allowed.Made != nil {
			return allowed, left, nil
		}
	}
	return Tried{}, nil, invalid("the coach has no move in %s", p.where())
}

// finish ends the step: with the moves of the script, of the coach and of the other seats.
func (p *Player) finish() error {
	for range mostMoves {
		if p.done {
			return nil
		}
		made, err := p.Next()
		if err == nil && made == nil {
			_, err = p.Coach()
		}
		if err != nil {
			return err
		}
	}
	return invalid("%s has no end", p.where())
}
