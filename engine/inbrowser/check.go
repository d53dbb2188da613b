package inbrowser

import "nemeton/engine/export"

// CheckCommand judges a record: everything that export.Check does.
type CheckCommand struct {
	Record string `json:"record"`
}

func (e *Engine) check(c CheckCommand, p pause) (export.Report, error) {
	canceled := false
	report := export.CheckInSteps([]byte(c.Record), e.find, func(done, total int) bool {
		canceled = !p(done, total)
		return !canceled
	})
	if canceled {
		return report, refused(Canceled, "canceled")
	}
	return report, nil
}
