package liveattacks_test

import (
	"testing"

	"nemeton/testkit/expect"
)

// liveAttack is a kind of attack by a malicious server on a running table. The cells are those of docs/fairness.md.
type liveAttack struct {
	name string
	// refused are the checks at which a record with the attack fails, as far as it can be refused.
	refused string
	// shown are the traces of the part that cannot be refused, in a record that passes all checks.
	shown string
	party string // that notices the part that cannot be refused
	when  string
	why   string // this part cannot be refused
	run   func(t *testing.T, e *evidence)
}

// none fills cells of an attack that is refused as a whole.
const none = "-"

// catalogOfLiveAttacks lists the attacks in the order of the document.
func catalogOfLiveAttacks() []liveAttack {
	return []liveAttack{
		{
			name:    "drop after the reveal",
			refused: "memory of the reveals; verify: proofs",
			shown:   "memory counts lost reveals; memory counts lost reveals that the record hides; verify counts voided reveals",
			party:   "the sender", when: "at the refusal; everybody at the end",
			why: "a network can lose the same message", run: dropAfterReveal,
		},
		{
			name:    "two histories",
			refused: "memory of the heads; verify: proofs",
			shown:   "memory counts foreign moves; verify counts unsigned moves",
			party:   "players who compare their records", when: "at the end",
			why: "a server that plays all other seats itself shows a whole game to one player alone", run: twoHistories,
		},
		{
			name:    "enroll a device",
			refused: "verify: proofs",
			shown:   "an event for all viewers; memory counts foreign moves; verify counts devices added in words",
			party:   "all viewers, and the player of the seat", when: "at once",
			why: "a player who lost a browser has no old device that could sign", run: enrollDevice,
		},
		{
			name:    "decline for a player",
			refused: "memory of the contribution; verify: proofs",
			shown:   "nothing", party: none, when: none, why: none, run: declineForPlayer,
		},
		{
			name:    "reuse a secret",
			refused: "verify: commitment",
			shown:   "equal secrets in two records", party: "readers of both records", when: "after the first of the two tables",
			why: "only the end shows a secret; the draws of the tables are independent", run: reuseSecret,
		},
		{
			name:    "restore and try again",
			refused: "memory of the heads; verify: form",
			shown:   "an event for all viewers; memory counts lost reveals; memory counts replaced heads; verify counts restores; verify counts voided reveals",
			party:   "all viewers", when: "at once",
			why: "a real restore looks the same", run: restoreAndRetry,
		},
		{
			name:    "replay an old head",
			refused: "memory of the heads; verify: proofs",
			shown:   "nothing", party: none, when: none, why: none, run: replayOldHead,
		},
		{
			name:    "time out early",
			refused: "memory of the heads; verify: proofs",
			shown:   "an event for all viewers", party: "the player of the seat, and all viewers", when: "at once",
			why: "only the server's clock measures the silence of a seat", run: timeOutEarly,
		},
		{
			name:    "reorder",
			refused: "memory of the heads; verify: form",
			shown:   "both commands state the same head", party: "readers of the record", when: "at the end",
			why: "a network can deliver two commands in flight in either order", run: reorder,
		},
		{
			name:    "abort before the start",
			refused: "nothing",
			shown:   "nothing",
			party:   "the players", when: "at once",
			why: "every player may leave an open table, and every host may close it", run: abortBeforeStart,
		},
		{
			name:    "another secret",
			refused: "memory of the commitment; verify: commitment; verify: proofs",
			shown:   "nothing", party: none, when: none, why: none, run: anotherSecret,
		},
		{
			name:    "another bundle",
			refused: "nothing",
			shown:   "nothing", party: "readers who compare the bundle with the release", when: "before they play",
			why: "the operator serves the page that makes the entropy; nemeton-lab play and nemeton verify come from the release", run: anotherBundle,
		},
	}
}

// TestLiveAttacks runs all attacks. Each is noticed exactly by the checks that the catalog states.
func TestLiveAttacks(t *testing.T) {
	t.Parallel()
	for _, a := range catalogOfLiveAttacks() {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			e := &evidence{t: t}
			a.run(t, e)
			expect.Equal(t, text(e.refused), a.refused, "refused by")
			expect.Equal(t, text(e.shown), a.shown, "shown by")
			if whole := a.shown == "nothing" && a.refused != "nothing"; whole != (a.why == none) {
				t.Errorf("an attack that remains possible needs its reason, and no other one has any: %q", a.why)
			}
		})
	}
}
