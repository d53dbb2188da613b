package export

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Check runs all checks of a document, and stops at the first fault. find returns the rules of a title. If it has none,
// rules and outcome are not checked.
func Check(raw []byte, find func(id string) (engine.Title, bool)) Report {
	return CheckInSteps(raw, find, func(int, int) bool { return true })
}

// CheckInSteps is Check. It calls next between its steps, with the number of steps that are done and that of all; if next returns false, the
// check ends, and its report means nothing.
func CheckInSteps(raw []byte, find func(id string) (engine.Title, bool), next func(done, total int) bool) Report {
	doc, err := Read(raw)
	if err != nil {
		verdict := Wrong
		if errors.Is(err, ErrUnreadable) {
			verdict = Unreadable
		}
		return Report{Verdict: verdict, Fault: &Fault{Check: CheckDocument, Detail: err.Error()}}
	}
	c := &checking{doc: doc, next: next, report: Report{
		Table: doc.Table, Title: doc.Title, Commitment: doc.Commitment.String(), Fingerprint: Fingerprint(doc.Commitment),
	}}
	if title, ok := find(doc.Title); ok {
		c.title, c.report.Known = title, true
	}
	for _, check := range append([]func() *Fault{c.digest}, c.checks()...) {
		if c.report.Fault = check(); c.report.Fault != nil {
			break
		}
	}
	c.report.Verdict = c.report.verdict()
	return c.report
}

// checks lists the checks of a log, in order.
func (c *checking) checks() []func() *Fault {
	return []func() *Fault{c.chain, c.start, c.versions, c.form, c.commitment, c.salts, c.names, c.origin, c.draws, c.ending, c.rules}
}

// passes is the number of checks that look at each entry: those of the chain, the draws and the rules.
const passes = 3

// step counts an entry that a pass has looked at, and reports whether to go on.
func (c *checking) step() bool {
	c.steps++
	return c.next(c.steps, passes*len(c.doc.Entries))
}

type checking struct {
	cut     bool // the log ends before the end of its table, as that of a fork's origin does: there is no outcome to compare
	doc     Document
	title   engine.Title // nil if it is unknown
	report  Report
	next    func(done, total int) bool
	steps   int // done
	records []engine.Record
	begun   engine.Started
	secret  chance.Secret
	key     chance.Key
}

func fault(check string, seq engine.Seq, format string, args ...any) *Fault {
	return &Fault{Check: check, Seq: seq, Detail: fmt.Sprintf(format, args...)}
}

func (c *checking) digest() *Fault {
	digest, err := c.doc.digest()
	if err != nil {
		return fault(CheckDigest, 0, "%v", err)
	}
	if digest != c.doc.Digest {
		return fault(CheckDigest, 0, "the computed digest is %s, the document has %s", digest, c.doc.Digest)
	}
	return nil
}

func (c *checking) chain() *Fault {
	var head codec.Hash
	for i, e := range c.doc.Entries {
		seq := engine.Seq(i + 1)
		r, err := engine.ReadRecord(e.Entry)
		switch {
		case err != nil:
			return fault(CheckChain, seq, "%v", err)
		case r.Hash != e.Hash:
			return fault(CheckChain, seq, "the computed hash is %s, the document has %s", r.Hash, e.Hash)
		case r.Entry.Seq != seq:
			return fault(CheckChain, seq, "the entry has seq %d", r.Entry.Seq)
		case r.Entry.Prev != head:
			return fault(CheckChain, seq, "the previous hash is %s, want %s", r.Entry.Prev, head)
		}
		head = r.Hash
		c.records = append(c.records, r)
		c.report.Entries++
		if !c.step() {
			return fault(CheckChain, seq, "the check was ended")
		}
	}
	if head != c.doc.Head {
		return fault(CheckChain, 0, "the last entry has hash %s, the document has head %s", head, c.doc.Head)
	}
	return nil
}

// start compares the first entry with the document.
func (c *checking) start() *Fault {
	if len(c.records) == 0 {
		return fault(CheckStart, 0, "there are no entries")
	}
	first := c.records[0].Entry
	if first.Kind != engine.KindStart || len(first.Events) == 0 {
		return fault(CheckStart, 1, "the first entry does not start a table")
	}
	if err := json.Unmarshal(first.Events[0].Data, &c.begun); err != nil || first.Events[0].Name != engine.SystemEventName(c.begun) {
		return fault(CheckStart, 1, "the first entry does not start a table")
	}
	if err := c.begun.CheckChance(); err != nil {
		return fault(CheckStart, 1, "%v", err)
	}
	c.report.Chance = c.begun.Chance
	var colors []string
	for i, s := range c.doc.Seats {
		if s.Seat != engine.Seat(i) {
			return fault(CheckStart, 1, "seat %d is listed at index %d", s.Seat, i)
		}
		colors = append(colors, s.Color)
	}
	for _, same := range []struct {
		what     string
		doc, log any
	}{
		{"table", c.doc.Table, c.begun.Table},
		{"title", c.doc.Title, c.begun.Title},
		{"options", c.doc.Options, c.begun.Setup.Options},
		{"colors", colors, c.begun.Setup.Colors},
		{"commitment", c.doc.Commitment, c.begun.Commitment},
		{"contributions", c.doc.Contributions, c.begun.Contributions},
		{"format", c.doc.Format, c.begun.Chance},
		{"time of creation", c.doc.CreatedAt, c.begun.Created},
		{"bots", c.bots(), c.begun.Bots},
	} {
		a, errA := codec.Canonical(same.doc)
		b, errB := codec.Canonical(same.log)
		if err := errors.Join(errA, errB); err != nil || !bytes.Equal(a, b) {
			return fault(CheckStart, 1, "%s: the document has %s, the log %s", same.what, a, b)
		}
	}
	return nil
}

func (c *checking) versions() *Fault {
	last, known := 0, 0
	if c.title != nil {
		known = c.title.Info().Rules
	}
	for _, r := range c.records {
		if err := engine.CheckRulesVersion(r.Entry.Rules, last, known); err != nil {
			c.report.Newer = errors.Is(err, engine.ErrUnknownEvent)
			return fault(CheckVersion, r.Entry.Seq, "%v", err)
		}
		last = r.Entry.Rules
		if last < known {
			c.report.Older++
		}
	}
	return nil
}

func (c *checking) commitment() *Fault {
	raw, err := decodeHex(c.doc.Secret)
	if err != nil || len(raw) != len(c.secret) {
		return fault(CheckCommitment, 0, "the secret is not 64 lower-case hex digits")
	}
	copy(c.secret[:], raw)
	got, err := c.begun.Terms().CommitTo(c.secret)
	if err != nil {
		return fault(CheckCommitment, 0, "%v", err)
	}
	if got != c.doc.Commitment {
		return fault(CheckCommitment, 0, "the commitment of the secret is %s, the document has %s", got, c.doc.Commitment)
	}
	if c.key, err = engine.KeyOf(c.secret, c.begun); err != nil {
		return fault(CheckCommitment, 0, "%v", err)
	}
	return nil
}

// decodeHex decodes lower-case hex, so that bytes have one encoding.
func decodeHex(text string) ([]byte, error) {
	raw, err := hex.DecodeString(text)
	if err == nil && hex.EncodeToString(raw) != text {
		err = errors.New("upper-case hex")
	}
	return raw, err
}

func (c *checking) drawsOf(e engine.Entry, dice chance.Source) *Fault {
	for i, d := range e.Draws {
		if d.Of < 1 {
			return fault(CheckDraws, e.Seq, "draw %d, %s, has %d outcomes", i+1, d.What, d.Of)
		}
		if is := dice.Draw(d.What, d.Of); is != d.Is {
			return fault(CheckDraws, e.Seq, "draw %d, %s of %d: computed %d, the entry has %d", i+1, d.What, d.Of, is, d.Is)
		}
		c.report.Draws++
	}
	return nil
}

// rules folds the log, decides the entries again, and compares the outcome. It does nothing if the
// title is unknown.
func (c *checking) rules() *Fault {
	if c.title == nil {
		return nil
	}
	f := engine.NewFold(c.title)
	for _, r := range c.records {
		same, err := Redecide(c.title, f, c.begun, c.key, r)
		switch {
		case errors.Is(err, ErrOlder):
			// The log states the older version, so no fault follows. The report counts it.
		case err != nil:
			return fault(CheckRules, r.Entry.Seq, "%v", err)
		case !same:
			return fault(CheckRules, r.Entry.Seq, "today's rules, of the same version, give other bytes")
		default:
			c.report.Decided++
		}
		if _, err := f.Apply(r); err != nil {
			return fault(CheckRules, r.Entry.Seq, "%v", err)
		}
		if !c.step() {
			return fault(CheckRules, r.Entry.Seq, "the check was ended")
		}
	}
	if c.cut {
		return nil
	}
	return c.outcome(f.Outcome())
}

func (c *checking) outcome(got *engine.Outcome) *Fault {
	want := c.doc.Outcome
	if got == nil || want == nil || !slices.Equal(got.Winners, want.Winners) || !slices.Equal(got.Scores, want.Scores) ||
		!slices.Equal(got.Conceded, want.Conceded) || got.Ended != want.Ended {
		return fault(CheckOutcome, 0, "the log ends with %+v, the document has %+v", got, want)
	}
	return nil
}
