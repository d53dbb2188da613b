package engine

import (
	"slices"
	"strconv"

	"nemeton/engine/codec"
)

// Effect is one effect of a move, as its seat may expect it. Examples are a price, a yield for a seat, a path, points, and the end of a
// production. It encodes as a JSON object: the kind, then the values.
type Effect struct {
	Kind   string
	Values []EffectValue
}

// EffectValue is a value of an effect: a whole number, a range whose result chance or a hidden fact decides, or a list of whole numbers. Seats,
// fields and pieces are numbers, as in the view.
type EffectValue struct {
	Name     string
	Min, Max int   // equal: a whole number
	List     []int // not nil: a list, such as a path
}

// EffectKinds lists the names of the values of each kind of effect, in the order of their encoding.
type EffectKinds map[string][]string

// NewEffect is an effect with the values in the order of its kind.
func NewEffect(kind string, values ...EffectValue) Effect { return Effect{Kind: kind, Values: values} }

// Whole is a value that is certain.
func Whole[N ~int | ~int8 | ~int16](name string, n N) EffectValue {
	return EffectValue{Name: name, Min: int(n), Max: int(n)}
}

// Between is a value from low to high, both included.
func Between[N ~int | ~int8 | ~int16](name string, low, high N) EffectValue {
	return EffectValue{Name: name, Min: int(low), Max: int(high)}
}

// Listed is a value of several whole numbers.
func Listed[N ~int | ~int8 | ~int16](name string, list []N) EffectValue {
	v := EffectValue{Name: name, List: make([]int, len(list))}
	for i, n := range list {
		v.List[i] = int(n)
	}
	return v
}

// Holds reports whether the value that came out is the expected one, or within its range.
func (v EffectValue) Holds(is EffectValue) bool {
	return v.Name == is.Name && (v.List == nil) == (is.List == nil) && slices.Equal(v.List, is.List) && v.Min <= is.Min && is.Max <= v.Max
}

func (e Effect) Holds(is Effect) bool {
	return e.Kind == is.Kind && slices.EqualFunc(e.Values, is.Values, EffectValue.Holds)
}

func (e Effect) AppendJSON(b []byte) []byte {
	b = codec.AppendText(append(b, `{"kind":`...), e.Kind)
	for _, v := range e.Values {
		b = append(codec.AppendText(append(b, ','), v.Name), ':')
		switch {
		case v.List != nil:
			b = append(b, '[')
			for i, n := range v.List {
				if i > 0 {
					b = append(b, ',')
				}
				b = strconv.AppendInt(b, int64(n), 10)
			}
			b = append(b, ']')
		case v.Min == v.Max:
			b = strconv.AppendInt(b, int64(v.Min), 10)
		default:
			b = strconv.AppendInt(append(b, `{"min":`...), int64(v.Min), 10)
			b = append(strconv.AppendInt(append(b, `,"max":`...), int64(v.Max), 10), '}')
		}
	}
	return append(b, '}')
}

func (e Effect) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil), nil }

func appendEffects(b []byte, effects [][]Effect) []byte {
	b = append(b, `,"effects":[`...)
	for i, list := range effects {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for j, e := range list {
			if j > 0 {
				b = append(b, ',')
			}
			b = e.AppendJSON(b)
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// Effects returns the effects of each move of an open decision, as its seat may expect them. Each list is empty if the title names none.
func (f *Fold) Effects(d Decision) [][]Effect {
	if title, ok := f.title.(Explainer); ok {
		if list := title.Effects(f.Knowledge(SeatViewer(d.Seat)), d); len(list) == len(d.Moves) {
			return list
		}
	}
	return make([][]Effect, len(d.Moves))
}
