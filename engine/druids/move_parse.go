package druids

import (
	"encoding/json"
	"fmt"

	"nemeton/engine"
)

// reader reads one shape of move strictly.
type reader func(raw []byte) (engine.Move, error)

// readers are the shapes of moves by kind of decision; doers those that follow from the member do.
var (
	readers = map[string]reader{
		KindPlace: engine.ParseStrict[Place], KindUse: engine.ParseStrict[Use], KindGo: engine.ParseStrict[Go],
		KindPut: engine.ParseStrict[Put], KindRob: engine.ParseStrict[Rob], KindGive: engine.ParseStrict[Give],
		KindVote: engine.ParseStrict[Vote],
	}
	doers = map[string]map[Do]reader{
		KindTurn:  {DoRoll: engine.ParseStrict[Roll], DoPlay: engine.ParseStrict[Play], DoCall: engine.ParseStrict[Call]},
		KindMagic: {DoMove: engine.ParseStrict[Magic], DoDraw: engine.ParseStrict[Magic], DoShift: engine.ParseStrict[Shift]},
		KindLanding: {DoNothing: engine.ParseStrict[Land], DoDraw: engine.ParseStrict[Land], DoTake: engine.ParseStrict[Land],
			DoSummon: engine.ParseStrict[Summon], DoBanish: engine.ParseStrict[Banish], DoExchange: engine.ParseStrict[Exchange]},
		KindVoteCard: {DoDone: engine.ParseStrict[VoteDone], DoPotion: engine.ParseStrict[VotePotion],
			DoImage: engine.ParseStrict[VoteImage], DoDouble: engine.ParseStrict[VoteDouble]},
	}
)

// ParseMove reads a move of a decision of the given kind; see engine.Title.
func (Title) ParseMove(kind string, raw []byte) (engine.Move, error) {
	if read, ok := readers[kind]; ok {
		return read(raw)
	}
	shapes, ok := doers[kind]
	if !ok {
		return nil, fmt.Errorf("no decision of kind %q", kind)
	}
	var head struct {
		Do Do `json:"do"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, err
	}
	read, ok := shapes[head.Do]
	if !ok {
		return nil, fmt.Errorf("no move of a decision of kind %q does %q", kind, head.Do)
	}
	return read(raw)
}
