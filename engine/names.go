package engine

import "fmt"

// Names are the names on the wire of the values of an enumeration, by value from 0.
type Names []string

// Of is the name of value i; one that has none is spelled as unknown.
func (n Names) Of(i int) string {
	if i >= 0 && i < len(n) {
		return n[i]
	}
	return fmt.Sprintf("unknown(%d)", i)
}

// ReadName finds the value that has a name. Where there is none, to keeps its value and an error is returned.
//
// An enumeration is no uint8: encoding/json would read a list of them from a text in base64, past their names.
func ReadName[E ~int8](n Names, text []byte, to *E) error {
	for i, name := range n {
		if name == string(text) {
			*to = E(i)
			return nil
		}
	}
	return fmt.Errorf("%q is none of %v", text, []string(n))
}
