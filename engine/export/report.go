package export

import "nemeton/engine"

// Verdict is the result of a check in one word.
type Verdict string

// The verdicts.
const (
	Holds      Verdict = "holds"      // everything was checked, and nothing is wrong
	Wrong      Verdict = "wrong"      // the document is an export, and a check found a fault
	Unreadable Verdict = "unreadable" // the input is not one JSON object of a known format
	NotJudged  Verdict = "not_judged" // no fault was found, but the title or the rules of some entries are not those of this program. It is no success
)

// Report is the result of a check.
type Report struct {
	Verdict     Verdict        `json:"verdict"`
	Table       string         `json:"table"`
	Title       string         `json:"title"`
	Commitment  string         `json:"commitment,omitempty"`  // of the document, hex
	Fingerprint string         `json:"fingerprint,omitempty"` // of the commitment
	Entries     int            `json:"entries"`               // in the chain
	Draws       int            `json:"draws"`                 // draws of chance that were reproduced from secret and contributions
	Decided     int            `json:"decided"`               // entries that today's rules decide in the same way
	Older       int            `json:"older"`                 // entries of older rules versions than this program has
	Newer       bool           `json:"newer,omitempty"`       // the fault is a rules version that this program does not have yet
	Chance      int            `json:"chance"`                // version of the table's chance
	Known       bool           `json:"known"`                 // whether the title is known
	Restores    int            `json:"restores"`              // number of times that entries were lost and the table went on with new entropy
	Fault       *Fault         `json:"fault,omitempty"`
	Origin      *engine.Origin `json:"origin,omitempty"`      // of a fork
	Unprotected int            `json:"unprotected,omitempty"` // draws before the first reveal, which the operator could foresee after the last contribution
	Erased      int            `json:"erased,omitempty"`      // persons whose names were erased and therefore not checked
	Seats       []SeatReport   `json:"seats,omitempty"`       // by seat
}

// SeatReport is the part that a seat had in the chance of its table.
type SeatReport struct {
	Contributed bool `json:"contributed"`
	Declined    bool `json:"declined"`
	Reveals     int  `json:"reveals"`   // accepted ones
	Voided      int  `json:"voided"`    // reveals that were spent without an effect
	Protected   int  `json:"protected"` // draws for which this seat's reveal was the last one before
	Signed      int  `json:"signed"`    // commands that a device signed
	Unsigned    int  `json:"unsigned"`  // moves and other commands of the person without a signature
	Confirmed   int  `json:"confirmed"` // devices that an older device of the seat added
	InWords     int  `json:"inWords"`   // devices that the person added in words alone
	Handovers   int  `json:"handovers"`
}

// Fault is the first fault found.
type Fault struct {
	Check  string     `json:"check"`         // one of the constants below
	Seq    engine.Seq `json:"seq,omitempty"` // of the entry
	Detail string     `json:"detail"`
}

// The checks, in order.
const (
	CheckDocument   = "document"   // the document can be read, and its members are those of an export
	CheckDigest     = "digest"     // its digest is right
	CheckChain      = "chain"      // no entry was changed, removed or inserted
	CheckStart      = "start"      // the first entry belongs to this table
	CheckVersion    = "version"    // the rules versions exist and never decrease
	CheckForm       = "form"       // options, outcome and entries have the form that a server gives them
	CheckCommitment = "commitment" // the secret fits its commitment
	CheckSalts      = "salts"      // the salts of the entries are those of the secret
	CheckNames      = "names"      // the names are those that the log binds
	CheckOrigin     = "origin"     // the log of a fork's origin is right, and ends with the entry that the fork names
	CheckEnding     = "ending"     // concessions and stops are acts of persons who could make them, and nothing follows the end
	CheckProofs     = "proofs"     // reveals and signatures are those of the seats' devices, and signed heads those of this log
	CheckDraws      = "draws"      // the draws follow from secret, contributions, reveals and the entropy of restores
	CheckRules      = "rules"      // the rules give the same entries
	CheckOutcome    = "outcome"    // the outcome is right
)

func (r Report) verdict() Verdict {
	switch {
	case r.Fault != nil:
		return Wrong
	case !r.Known || r.Older > 0:
		return NotJudged
	}
	return Holds
}
