package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nemeton/engine/codec"
)

// Explainer is implemented by titles that say what each move would do, and which rule is behind what happens. A law compares the effects with the events
// that follow; another checks that every id is one of the title's rules.
type Explainer interface {
	EffectKinds() EffectKinds
	// Effects returns a list of effects for each move of d, a decision of the viewer's own. It depends on the knowledge alone, so that no effect
	// shows a hidden fact.
	Effects(k Knowledge, d Decision) [][]Effect
	// Causes lists the rules behind everything that can happen. All lists are empty if no document has the rules of the title.
	Causes() Causes
	// Refusals lists moves that d, a decision of the viewer's own, does not offer, each with the rule that forbids it. It is not complete: the rule of
	// the decision explains all other moves. Like effects, it depends on the knowledge alone.
	Refusals(k Knowledge, d Decision) []Refusal
}

// Causes are the rules behind events, moves and scores. Of several causes that apply, the first one counts.
type Causes struct {
	Events []Cause `json:"events"` // by name of event
	Moves  []Cause `json:"moves"`  // by kind of decision. A cause without a member also explains the decision
	Scores []Cause `json:"scores"` // by source of points, as the title's texts name it
}

// Cause is a rule and something that it brings about.
type Cause struct {
	Name   string `json:"name"`
	Member string `json:"member,omitempty"` // a member of the event or move
	Value  string `json:"value,omitempty"`  // the text, or the text of the value, that the member must have
	Rule   string `json:"rule"`
}

// CauseOf is the cause of everything with the name.
func CauseOf(rule string, names ...string) []Cause {
	list := make([]Cause, len(names))
	for i, name := range names {
		list[i] = Cause{Name: name, Rule: rule}
	}
	return list
}

// CauseIf is the cause of the events or moves whose member has one of the values.
func CauseIf[V ~string](rule, name, member string, values ...V) []Cause {
	list := make([]Cause, len(values))
	for i, value := range values {
		list[i] = Cause{Name: name, Member: member, Value: string(value), Rule: rule}
	}
	return list
}

// Refusal is a move that a decision does not offer.
type Refusal struct {
	Move Move   `json:"move"`
	Rule string `json:"rule"` // the rule that forbids it
}

// Refusals lists moves that v's own decision does not offer, and the id of that decision: empty if v owes none.
func (f *Fold) Refusals(v Viewer) (DecisionID, []Refusal) {
	at := slices.IndexFunc(f.open, func(d Decision) bool { return v.Is(d.Seat) })
	title, ok := f.title.(Explainer)
	if at < 0 || !ok {
		return "", nil
	}
	return f.open[at].ID, title.Refusals(f.Knowledge(v), f.open[at])
}

// IllegalMove is ErrIllegalMove with the rule that forbids the move.
type IllegalMove struct{ Rule string }

func (e *IllegalMove) Error() string { return fmt.Sprintf("%v [%s]", ErrIllegalMove, e.Rule) }

// Is makes errors.Is match ErrIllegalMove.
func (e *IllegalMove) Is(target error) bool { return errors.Is(ErrIllegalMove, target) }

// illegal is the refusal of a move that d does not offer.
func (f *Fold) illegal(d Decision, m Move) error {
	title, ok := f.title.(Explainer)
	if !ok {
		return ErrIllegalMove
	}
	for _, r := range title.Refusals(f.Knowledge(SeatViewer(d.Seat)), d) {
		if r.Move == m {
			return &IllegalMove{r.Rule}
		}
	}
	if rule := ruleOfMove(title.Causes().Moves, d.Kind, m); rule != "" {
		return &IllegalMove{rule}
	}
	return ErrIllegalMove
}

// ruleOfMove is the rule of the first cause that applies to a move; empty if there is none.
func ruleOfMove(causes []Cause, kind string, m Move) string {
	raw, err := codec.AppendJSON(nil, m)
	if err != nil {
		return ""
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return ""
	}
	for _, c := range causes {
		if c.Name == kind && (c.Member == "" || strings.Trim(string(members[c.Member]), `"`) == c.Value) {
			return c.Rule
		}
	}
	return ""
}
