package play

import (
	"fmt"
	"strings"
)

// checkDecisions checks one list of decisions: its fields, its moves, and its ids against all earlier lists.
func (b *transcript) checkDecisions(viewer int, s state) error {
	var public strings.Builder
	seen := map[string]bool{}
	for _, d := range s.decisions {
		switch {
		case d.ID == "" || d.Kind == "" || d.Seat < 0 || d.Seat >= b.seats:
			return b.broken(AnswersAsDocumented, viewer, s.seq, "a decision without id, kind or seat: %+v", d)
		case seen[d.ID]:
			return b.broken(DecisionIDsAreNew, viewer, s.seq, "decision %s is listed twice", d.ID)
		case d.Seat != viewer && d.Moves != nil:
			return b.broken(MovesAreOwn, viewer, s.seq, "the moves of decision %s of seat %d are visible", d.ID, d.Seat)
		case d.Seat == viewer && len(d.Moves) == 0:
			return b.broken(MovesAreOwn, viewer, s.seq, "own decision %s (%s) has no moves", d.ID, d.Kind)
		}
		seen[d.ID] = true
		listed := map[string]bool{}
		for _, m := range d.Moves {
			if m[0] != '{' || listed[string(m)] {
				return b.broken(MovesAreOwn, viewer, s.seq, "decision %s lists a move twice, or one that is not an object: %s", d.ID, m)
			}
			listed[string(m)] = true
		}
		if known, ok := b.byID[d.ID]; ok && (known.Seat != d.Seat || known.Kind != d.Kind) {
			return b.broken(DecisionIDsAreNew, viewer, s.seq, "decision %s belonged to seat %d (%s), now to seat %d (%s)", d.ID, known.Seat, known.Kind, d.Seat, d.Kind)
		}
		b.byID[d.ID] = decision{ID: d.ID, Seat: d.Seat, Kind: d.Kind}
		fmt.Fprintf(&public, "%s seat %d %s\n", d.ID, d.Seat, d.Kind)
	}
	if open := len(s.decisions) > 0; open != (s.outcome == nil) {
		return b.broken(DecisionsAreOpen, viewer, s.seq, "%d decisions, outcome %v", len(s.decisions), s.outcome)
	}
	if known, ok := b.public[s.seq]; ok && known != public.String() {
		return b.broken(DecisionsArePublic, viewer, s.seq, "open decisions %q, but %q for another viewer", public.String(), known)
	}
	b.public[s.seq] = public.String()
	return b.checkReopened(viewer)
}

// checkReopened walks the known lists of decisions seq by seq: a decision that was closed must not open again.
func (b *transcript) checkReopened(viewer int) error {
	for {
		list, ok := b.public[b.contiguous+1]
		if !ok {
			return nil
		}
		b.contiguous++
		for line := range strings.Lines(list) {
			id, _, _ := strings.Cut(line, " ")
			if last, ok := b.lastOpen[id]; ok && last != b.contiguous-1 {
				return b.broken(DecisionIDsAreNew, viewer, b.contiguous, "decision %s was closed after seq %d and is open again", id, last)
			}
			b.lastOpen[id] = b.contiguous
		}
	}
}

// checkOutcome checks that a table has one end, with the same valid outcome for all viewers.
func (b *transcript) checkOutcome(viewer int, s state) error {
	if s.outcome == nil {
		if b.end > 0 && s.seq >= b.end {
			return b.broken(OutcomeIsSane, viewer, s.seq, "no outcome, although the table was finished at seq %d", b.end)
		}
		return nil
	}
	if b.end == 0 {
		b.end = s.seq
	}
	if b.end != s.seq {
		return b.broken(OutcomeIsSane, viewer, s.seq, "a second outcome; the first was at seq %d", b.end)
	}
	seen := map[int]bool{}
	for _, w := range s.outcome.Winners {
		if w < 0 || w >= b.seats || seen[w] {
			return b.broken(OutcomeIsSane, viewer, s.seq, "winners %v", s.outcome.Winners)
		}
		seen[w] = true
	}
	if len(seen) == 0 && s.outcome.Ended == "" || len(s.outcome.Scores) != b.seats {
		return b.broken(OutcomeIsSane, viewer, s.seq, "winners %v and scores %v at %d seats", s.outcome.Winners, s.outcome.Scores, b.seats)
	}
	return nil
}
