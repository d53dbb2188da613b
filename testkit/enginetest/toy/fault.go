package toy

// Fault is one thing that a broken toy does wrong. The zero value breaks nothing.
type Fault string

// The faults, by the law they break.
const (
	Endless Fault = "rounds never run out"

	Stalls   Fault = "nobody owes anything after a roll"
	OpenPast Fault = "decisions stay open after the outcome"
	NoWinner Fault = "the outcome names a seat that does not exist"

	EvolveRemembers Fault = "evolving depends on what was evolved before, elsewhere"
	DecideHides     Fault = "deciding changes the state behind the log's back"

	LosesField Fault = "an event's member is not encoded"
	OldUnread  Fault = "a version once written cannot be read"

	DecideRemembers Fault = "deciding depends on what was decided before"

	ListsUnread   Fault = "a listed move cannot be read back"
	ListsTwice    Fault = "a move is listed twice"
	DecidePanics  Fault = "a listed move cannot be decided"
	ListsBareText Fault = "a move is not an object"

	ReadsLoosely  Fault = "a move is read with unknown members"
	ReadsAnyKind  Fault = "moves of unknown kinds are read"
	ReadsPointers Fault = "a garbled move makes the reader panic"

	Renumbers   Fault = "open decisions get new numbers with each entry"
	ReusesID    Fault = "the number of a closed decision is used again"
	Unsorted    Fault = "decisions are not listed by seat"
	NumberTwice Fault = "two open decisions have one number"

	ViewWrites   Fault = "viewing changes the state"
	DecideWrites Fault = "deciding changes the state it may not change"
	CloneShares  Fault = "a clone shares the hands"

	StartLeaks    Fault = "the deal is told to all"
	ViewLeaks     Fault = "the view shows all hands"
	EventLeaks    Fault = "a secret pick is told to all"
	DecisionLeaks Fault = "a seat with a certain card is not asked"
	CountLeaks    Fault = "a high pick is told by one event more"
	NumberLeaks   Fault = "the number of a decision depends on a hand"
	UndoLeaks     Fault = "take-back depends on the next card of the deck"
	RevealTooMuch Fault = "a public step tells the next card of the deck"
	SampleWrong   Fault = "the sampled world has another hand for its viewer"
	SampleFails   Fault = "nothing can be sampled for a spectator"

	NoRule Fault = "an event type has no redaction"

	ViewBloats    Fault = "the view is far too large"
	ViewFractions Fault = "the view holds a fraction"
	ViewNoObject  Fault = "the view is not an object"
	ViewMislabels Fault = "a member that all share is not the same for all"
)
