package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"nemeton/engine"
)

// rules: each rule id that the title declares is defined in its rules. Every event that can be sent, every kind of decision, and all moves of the games
// have a cause. A refusal names a move that the decision does not offer.
func rules(x suite) error {
	title, ok := x.title.(engine.Explainer)
	if !ok {
		return nil
	}
	causes := title.Causes()
	if len(slices.Concat(causes.Events, causes.Moves, causes.Scores)) == 0 {
		return nil
	}
	defined, err := x.definedRules()
	if err != nil {
		return err
	}
	for _, c := range slices.Concat(causes.Events, causes.Moves, causes.Scores) {
		if !slices.Contains(defined, c.Rule) {
			return fmt.Errorf("the cause of %q is rule %q, which does not exist", c.Name, c.Rule)
		}
	}
	for _, t := range x.title.Registry().Types() {
		if len(t.Forms(x.title.Info().MaxSeats)) > 0 && !slices.ContainsFunc(causes.Events, func(c engine.Cause) bool { return c.Name == t.Name }) {
			return fmt.Errorf("the event %q has no cause", t.Name)
		}
	}
	return x.each(plain, func(g *game, _ engine.Record, _ []engine.Event) error {
		for _, d := range engineDecisions(g.fold) {
			if !slices.ContainsFunc(causes.Moves, func(c engine.Cause) bool { return c.Name == d.Kind && c.Member == "" }) {
				return fmt.Errorf("decisions of kind %q have no cause", d.Kind)
			}
			_, refused := g.fold.Refusals(engine.SeatViewer(d.Seat))
			for _, r := range refused {
				if !slices.Contains(defined, r.Rule) {
					return fmt.Errorf("rule %q forbids %s, but does not exist", r.Rule, encode(r.Move))
				}
				if slices.Contains(d.Moves, r.Move) {
					return fmt.Errorf("rule %q forbids %s, which decision %q offers", r.Rule, encode(r.Move), d.Kind)
				}
			}
		}
		return nil
	})
}

// definition matches the id at the beginning of a rule.
var definition = regexp.MustCompile(`(?m)^- \[([A-Z]\d+[a-z]?)\]`)

func (x suite) definedRules() (ids []string, err error) {
	path := x.Rulebook
	if path == "" {
		path = filepath.Join(x.Dir, "..", "..", "docs", "rules", x.title.Info().ID+".md")
	}
	text, err := os.ReadFile(path)
	for _, match := range definition.FindAllSubmatch(text, -1) {
		ids = append(ids, string(match[1]))
	}
	return ids, err
}
