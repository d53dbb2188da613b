package codec

import "fmt"

// Names are the encoded names of the values of an enumeration, by value from 0.
type Names []string

// Of is the name of value i. A value without a name becomes unknown(i).
func (n Names) Of(i int) string {
	if i >= 0 && i < len(n) {
		return n[i]
	}
	return fmt.Sprintf("unknown(%d)", i)
}

// ReadName sets to to the value with the given name. If there is none, it returns an error and leaves to unchanged.
//
// An enumeration is an int8, never a uint8: encoding/json would read a slice of uint8 from base64 text and bypass the
// names.
func ReadName[E ~int8](n Names, text []byte, to *E) error {
	for i, name := range n {
		if name == string(text) {
			*to = E(i)
			return nil
		}
	}
	return fmt.Errorf("%q is not one of %v", text, []string(n))
}
