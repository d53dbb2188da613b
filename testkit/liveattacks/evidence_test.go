package liveattacks_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nemeton/client/device"
	"nemeton/engine/catalog"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
)

// evidence collects the checks that notice an attack. The catalog must state the same ones.
type evidence struct {
	t       *testing.T
	refused []string // checks that fail
	shown   []string // counts and events that show the attack in a record that passes all checks
}

// add adds a finding once.
func add(list *[]string, finding string) {
	if !slices.Contains(*list, finding) {
		*list = append(*list, finding)
	}
}

// text is a list of findings as the catalog states it.
func text(findings []string) string {
	if len(findings) == 0 {
		return "nothing"
	}
	return strings.Join(slices.Sorted(slices.Values(findings)), "; ")
}

// wrong checks a record with verify, which must find a fault.
func (e *evidence) wrong(raw []byte) {
	e.t.Helper()
	report := export.Check(raw, catalog.Find)
	if report.Verdict != export.Wrong || report.Fault == nil {
		e.t.Errorf("verify: got %s, want a fault", report.Verdict)
		return
	}
	e.t.Logf("verify: %+v", *report.Fault)
	add(&e.refused, "verify: "+report.Fault.Check)
}

// holds checks a record with verify, which must find nothing wrong, and returns its report.
func (e *evidence) holds(raw []byte) export.Report {
	e.t.Helper()
	report := export.Check(raw, catalog.Find)
	if report.Verdict != export.Holds {
		e.t.Fatalf("verify: got %s, %+v; want that the record holds", report.Verdict, report.Fault)
	}
	return report
}

// contradicts compares a record with the memory of a player, which must differ.
func (e *evidence) contradicts(p *player, raw []byte) {
	e.t.Helper()
	_, err := p.memory.Check(raw)
	e.noticed(err)
}

// noticed adds the difference that a client noticed.
func (e *evidence) noticed(err error) {
	e.t.Helper()
	var d *device.Difference
	if !errors.As(err, &d) {
		e.t.Errorf("the client noticed nothing: %v", err)
		return
	}
	e.t.Log(err)
	add(&e.refused, d.Check)
}

// agrees compares a record with the memory of a player, which must agree.
func (e *evidence) agrees(p *player, raw []byte) device.Findings {
	e.t.Helper()
	found, err := p.memory.Check(raw)
	expect.Error(e.t, err, nil, "the memory of seat", p.seat)
	return found
}

// count adds a count that must be above zero.
func (e *evidence) count(n int, finding string) {
	e.t.Helper()
	if n < 1 {
		e.t.Errorf("%s: got %d, want some", finding, n)
		return
	}
	add(&e.shown, finding)
}

// The findings of a record that passes all checks.
const (
	voidedByVerify    = "verify counts voided reveals"
	unsignedByVerify  = "verify counts unsigned moves"
	restoresByVerify  = "verify counts restores"
	inWordsByVerify   = "verify counts devices added in words"
	lostByMemory      = "memory counts lost reveals"
	uncountedByMemory = "memory counts lost reveals that the record hides"
	replacedByMemory  = "memory counts replaced heads"
	foreignByMemory   = "memory counts foreign moves"
	eventForAll       = "an event for all viewers"
)
