package doctor

import (
	"encoding/json"
	"fmt"
	"io"
)

// Level is how bad a finding is.
type Level string

// The levels.
const (
	OK      Level = "OK"
	Warning Level = "WARNING" // the server works, and something should be changed
	Problem Level = "PROBLEM" // something does not work, or data can be lost
)

// Finding is the result of one check.
type Finding struct {
	Check string `json:"check"`
	Level Level  `json:"level"`
	Text  string `json:"text"`
	Do    string `json:"do,omitempty"` // advice; empty at OK
}

func ok(check, format string, args ...any) Finding {
	return Finding{Check: check, Level: OK, Text: fmt.Sprintf(format, args...)}
}

func warning(check, do, format string, args ...any) Finding {
	return Finding{Check: check, Level: Warning, Text: fmt.Sprintf(format, args...), Do: do}
}

func problem(check, do, format string, args ...any) Finding {
	return Finding{Check: check, Level: Problem, Text: fmt.Sprintf(format, args...), Do: do}
}

// Bad returns the number of problems.
func Bad(all []Finding) (n int) {
	for _, f := range all {
		if f.Level == Problem {
			n++
		}
	}
	return n
}

// Print writes a line for each finding, and what to do below it.
func Print(w io.Writer, all []Finding) error {
	for _, f := range all {
		if _, err := fmt.Fprintf(w, "%-8s %s: %s\n", f.Level, f.Check, f.Text); err != nil {
			return err
		}
		if f.Do != "" {
			if _, err := fmt.Fprintf(w, "%-8s   -> %s\n", "", f.Do); err != nil {
				return err
			}
		}
	}
	return nil
}

// PrintJSON writes the findings as one JSON object.
func PrintJSON(w io.Writer, all []Finding) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(struct {
		OK       bool      `json:"ok"`
		Findings []Finding `json:"findings"`
	}{Bad(all) == 0, all})
}
