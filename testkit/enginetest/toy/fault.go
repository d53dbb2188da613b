package toy

// Fault is one violation of a law. The zero value violates none.
type Fault string

// The faults, grouped by the law that they break.
const (
	Endless Fault = "rounds never run out"

	Stalls   Fault = "no decision is open after a roll"
	OpenPast Fault = "decisions stay open after the outcome"
	NoWinner Fault = "the outcome names a seat that does not exist"
	AlwaysIn Fault = "a seat that cannot win is a winner"

	EvolveRemembers Fault = "Evolve depends on events of other states"
	DecideHides     Fault = "Decide changes the state without an event"

	LosesField Fault = "a member of an event is not encoded"
	OldUnread  Fault = "a version once written cannot be read"

	ForgetsField Fault = "a field of the state is not encoded"
	HalvesField  Fault = "a field of the state is encoded in part"
	MapOrder     Fault = "the encoding of a state depends on the order of a map"
	RefusesState Fault = "the encoding of a state refuses a value that occurs"

	DecideRemembers Fault = "Decide depends on earlier calls"

	ListsUnread   Fault = "a listed move cannot be read back"
	ListsTwice    Fault = "a move is listed twice"
	DecidePanics  Fault = "a listed move cannot be decided"
	ListsBareText Fault = "a move is not an object"

	ReadsLoosely  Fault = "a move is read with unknown members"
	ReadsPointers Fault = "a garbled move makes the reader panic"

	Renumbers   Fault = "open decisions get new numbers with each entry"
	ReusesID    Fault = "the number of a closed decision is used again"
	Unsorted    Fault = "decisions are not listed by seat"
	NumberTwice Fault = "two open decisions have one number"
	Withdraws   Fault = "a decision closes when another seat answers"
	OwesTwice   Fault = "a seat owes two decisions at once"

	ViewWrites   Fault = "View changes the state"
	DecideWrites Fault = "Decide changes the state"
	CloneShares  Fault = "a clone shares the hands"

	AdvanceStops   Fault = "Advance applies the first event only"
	AppendReplaces Fault = "AppendOpen replaces the decisions before"

	StartLeaks    Fault = "everybody receives the deal"
	ViewLeaks     Fault = "the view shows all hands"
	StageLeaks    Fault = "the view shows all hands after some events that other events of the same entry follow"
	EventLeaks    Fault = "everybody receives a secret pick"
	DecisionLeaks Fault = "a seat with a certain card is not asked"
	CountLeaks    Fault = "a high pick causes one more event"
	NumberLeaks   Fault = "the number of a decision depends on a hand"
	UndoLeaks     Fault = "take-back depends on the next card of the deck"
	RevealTooMuch Fault = "a public step reveals the next card of the deck"
	SampleWrong   Fault = "the sampled state has another hand for its viewer"
	StandingLeaks Fault = "the standing depends on a hand"
	SampleFails   Fault = "nothing can be sampled for a spectator"
	EffectLeaks   Fault = "an effect shows the next card of the deck"

	RefusalLeaks Fault = "a refusal shows the next card of the deck"

	CauseUnknown   Fault = "a cause names a rule that does not exist"
	CauseMissing   Fault = "an event has no cause"
	CauseNoKind    Fault = "a kind of decision has no cause"
	RefusalOffered Fault = "a refusal names a move that the decision offers"
	RefusalUnknown Fault = "a refusal names a rule that does not exist"

	EffectLies    Fault = "an effect names another card than the one picked"
	EffectMissing Fault = "a move that has an effect names none"
	EffectNarrow  Fault = "the range of a roll lacks the highest values"
	EffectStrange Fault = "an effect is of a kind that the title does not list"

	NoRule Fault = "an event type has no redaction"

	ViewBloats    Fault = "the view is far too large"
	ViewFractions Fault = "the view holds a fraction"
	ViewNoObject  Fault = "the view is not an object"
	ViewMislabels Fault = "a shared member differs between viewers"

	OwnLacks       Fault = "a view without the shared members lacks members of the viewer's own"
	ViewMisencodes Fault = "the view encodes itself otherwise than encoding/json does"

	RedealsHands Fault = "a fork deals a hand anew"
	RedealTells  Fault = "everybody receives the new deck of a fork"
	RedealSkips  Fault = "a fork keeps the deck, whose order nobody knows"

	LongerGame Fault = "a game has more moves than the title says"
)
