package druids

import "nemeton/engine"

var moves = engine.MoveTypes{
	KindPlace: {engine.MoveOf[Place]()},
	KindTurn:  {engine.MoveOf[Roll](DoRoll), engine.MoveOf[Play](DoPlay), engine.MoveOf[Call](DoCall)},
	KindMagic: {engine.MoveOf[Magic](DoMove, DoDraw), engine.MoveOf[Shift](DoShift)},
	KindUse:   {engine.MoveOf[Use]()},
	KindGo:    {engine.MoveOf[Go]()},
	KindPut:   {engine.MoveOf[Put]()},
	KindLanding: {
		engine.MoveOf[Land](DoNothing, DoDraw, DoTake), engine.MoveOf[Summon](DoSummon), engine.MoveOf[Banish](DoBanish),
		engine.MoveOf[Exchange](DoExchange),
	},
	KindRob:  {engine.MoveOf[Rob]()},
	KindGive: {engine.MoveOf[Give]()},
	KindVote: {engine.MoveOf[Vote]()},
	KindVoteCard: {
		engine.MoveOf[VoteDone](DoDone), engine.MoveOf[VotePotion](DoPotion), engine.MoveOf[VoteImage](DoImage),
		engine.MoveOf[VoteDouble](DoDouble),
	},
}

func (Title) Moves() engine.MoveTypes { return moves }
