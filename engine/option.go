package engine

import (
	"fmt"
	"slices"
)

// Option is a setting of a table that is chosen before its start. Its Kind is "bool" (0 or 1), "int" (Min to Max) or
// "choice" (index into Choices). Values are whole numbers, so that they have one encoding.
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

// Complete checks the options against the list and returns them with defaults filled in. Unknown ids and values out of
// range are errors. The receiver is not changed.
func (o Options) Complete(list []Option) (Options, error) {
	full := make(Options, len(list))
	for id, value := range o {
		at := slices.IndexFunc(list, func(x Option) bool { return x.ID == id })
		if at < 0 {
			return nil, fmt.Errorf("unknown option %.100q", id)
		}
		low, high := list[at].Span()
		if value < low || value > high {
			return nil, fmt.Errorf("option %.100q is %d, not from %d to %d", id, value, low, high)
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
