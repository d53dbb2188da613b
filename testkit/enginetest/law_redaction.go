package enginetest

import "fmt"

// redaction: every event type has a redaction rule. Without a rule nobody would receive the event; that is safe but a
// mistake.
func redaction(x suite) error {
	for _, t := range x.title.Registry().Types() {
		if t.Redact == nil {
			return fmt.Errorf("event type %q has no redaction rule", t.Name)
		}
	}
	return nil
}
