package enginetest

import "fmt"

// redaction: every event type says who may know what of it. A type without a rule would be told to nobody, which is safe,
// and wrong.
func redaction(x exam) error {
	for _, t := range x.title.Registry().Types() {
		if t.Redact == nil {
			return fmt.Errorf("event type %q has no redaction rule", t.Name)
		}
	}
	return nil
}
