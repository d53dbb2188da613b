package druids

// dice holds the faces of the first and the second die [D21].
var dice = [diceCount][faces]Face{
	{{Shape: Pips, Pips: 1}, {Shape: Pips, Pips: 3, Ringed: true}, {Shape: Pips, Pips: 5},
		{Shape: Straight, Ringed: true}, {Shape: Straight}, {Shape: Bend}},
	{{Shape: Pips, Pips: 2, Ringed: true}, {Shape: Pips, Pips: 4}, {Shape: Pips, Pips: 6},
		{Shape: Straight}, {Shape: Bend, Ringed: true}, {Shape: DoubleBend}},
}
