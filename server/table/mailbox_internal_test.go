package table

import (
	"testing"
	"testing/synctest"

	"nemeton/testkit/expect"
)

// busy is a mailbox whose actor has an operation in progress.
func busy() *mailbox { return &mailbox{reg: &Registry{}, driving: true, live: &live{}} }

// runAll runs what waits at a mailbox.
func (m *mailbox) runAll(t *testing.T) {
	t.Helper()
	for waiting := m.pop(); waiting != nil; waiting = m.pop() {
		expect.Error(t, waiting.run(m.live), nil)
	}
}

// A table that is busy during two polls of the store must know of the second one, because the changes are read once.
func TestMailbox_NewestWorkOfAName(t *testing.T) {
	t.Parallel()
	m, got := busy(), []int(nil)
	for n := range 3 {
		m.post("poll", func(*live) error {
			got = append(got, n)
			return nil
		})
	}
	m.runAll(t)
	expect.Slice(t, got, []int{2}, "the polls")
}

// A timer that drops another one would keep the number of spectators from being sent for as long as the table is in memory.
func TestMailbox_TimersOfTwoKinds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := busy()
		m.live.throttle.running, m.live.timerAt = true, 1
		m.reg.carryOut(m, output{timers: []timer{{"time", 0, (*live).timerFired}, {"postponed presence", 0, (*live).sendPostponed}}})
		synctest.Wait()
		m.runAll(t)
		if m.live.throttle.running || m.live.timerAt != 0 {
			t.Errorf("got throttle %v and timer %d, want both timers to run", m.live.throttle.running, m.live.timerAt)
		}
	})
}
