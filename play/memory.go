package play

import (
	"errors"
	"slices"
	"sync"

	"nemeton/client/device"
)

// memory holds the facts of a table that its players remember together. It is safe for concurrent use.
type memory struct {
	mu      sync.Mutex
	facts   *device.Memory
	refusal []refusedReveal
}

// refusedReveal is a reveal of a refused command that the server knows.
type refusedReveal struct {
	proof device.Proof
	seat  int
	after int // seq of the newest entry at the refusal
}

func (m *memory) commitment() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.facts.Commitment
}

func (m *memory) answered(seat int, a device.Answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.facts.Answered(seat, a)
}

func (m *memory) sent(c command) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.facts.Send(c.seat, c.statement(), *c.proof)
}

func (m *memory) accepted(c command) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.facts.Accepted(*c.proof, c.seq)
}

func (m *memory) refused(c command, after int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refusal = append(m.refusal, refusedReveal{proof: *c.proof, seat: c.seat, after: after})
}

// seeTable compares the commitment of a table's description with the one that was shown first.
func (b *transcript) seeTable(viewer int, t table) error {
	if t.Commitment == "" {
		return nil // a description without it shows nothing
	}
	b.memory.mu.Lock()
	defer b.memory.mu.Unlock()
	return b.differs(viewer, b.memory.facts.SeeCommitment(t.Commitment))
}

// seeHead compares the short head of an entry with the one that another source stated.
func (b *transcript) seeHead(viewer, seq int, head, source string) error {
	const digits = 48
	if seq == 0 {
		return nil
	}
	if len(head) != digits {
		return b.broken(HeadsAgree, viewer, seq, "%s has the head %q, want %d hex digits", source, clip(head), digits)
	}
	b.memory.mu.Lock()
	defer b.memory.mu.Unlock()
	return b.differs(viewer, b.memory.facts.SeeHead(seq, head))
}

// differs turns a difference from the memory into a broken promise.
func (b *transcript) differs(viewer int, err error) error {
	var d *device.Difference
	if !errors.As(err, &d) {
		return err
	}
	promise := map[string]Promise{
		device.CheckCommitment: CommitmentStays, device.CheckAnswer: AnswersAreKept,
		device.CheckHeads: HeadsAgree, device.CheckReveals: RevealsAreKept,
	}[d.Check]
	return b.broken(promise, viewer, d.Seq, "%s", d.Detail)
}

// checkRecord compares the export of a table with the memory, and counts the findings. strict means that the server kept
// its memory of refused reveals: it ran without a break, alone.
func (b *transcript) checkRecord(raw []byte, tally *Summary, strict bool) error {
	b.memory.mu.Lock()
	defer b.memory.mu.Unlock()
	found, err := b.memory.facts.Check(raw)
	if err != nil {
		var d *device.Difference
		if !errors.As(err, &d) {
			return b.broken(ExportIsComplete, spectator, 0, "%v", err)
		}
		return b.differs(spectator, err)
	}
	tally.Heads += found.Heads
	tally.Reveals += found.Reveals
	tally.Voided += found.Lost
	if !strict {
		return nil
	}
	counts, err := device.Counts(raw)
	if err != nil {
		return err
	}
	for _, r := range b.memory.refusal {
		counted := slices.ContainsFunc(counts, func(c device.Count) bool {
			return c.Device == r.proof.Device && c.Index >= r.proof.Index && c.Seq <= r.after+1
		})
		if r.after < b.end && !counted {
			return b.broken(VoidsAreCounted, r.seat, r.after+1, "the reveal %d of device %s was refused before, and neither this entry nor an earlier one counts it", r.proof.Index, r.proof.Device)
		}
	}
	return nil
}
