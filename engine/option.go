package engine

import (
	"fmt"
	"slices"
)

// Option is a choice made with a table, before it starts. Its kind is "bool" (default 0 or 1), "int" (Min to Max) or
// "choice" (index into Choices). Values travel as whole numbers, so that they encode in one way only.
type Option struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind"`
	Default int      `json:"default"`
	Min     int      `json:"min,omitempty"`
	Max     int      `json:"max,omitempty"`
	Choices []string `json:"choices,omitempty"`
}

// Options are option values by id.
type Options map[string]int

// Complete checks the given options against the list and fills in defaults. Unknown ids and values out of range are
// errors; given is not changed.
func (o Options) Complete(list []Option) (Options, error) {
	full := make(Options, len(list))
	for id, value := range o {
		at := slices.IndexFunc(list, func(x Option) bool { return x.ID == id })
		if at < 0 {
			return nil, fmt.Errorf("unknown option %q", id)
		}
		low, high := list[at].Span()
		if value < low || value > high {
			return nil, fmt.Errorf("option %q is %d, not from %d to %d", id, value, low, high)
		}
		full[id] = value
	}
	for _, x := range list {
		if _, set := full[x.ID]; !set {
			full[x.ID] = x.Default
		}
	}
	return full, nil
}

// Span is the inclusive range of values of an option.
func (o Option) Span() (low, high int) {
	switch o.Kind {
	case "bool":
		return 0, 1
	case "choice":
		return 0, len(o.Choices) - 1
	default:
		return o.Min, o.Max
	}
}
