package pangea

// origins lists the peoples in order [P4]: the homes of 4, 2 and 2 tribes, and the landscape of the neutral tower. A
// change of a line changes no rule. setup_test.go checks the properties that must hold.
var origins = [peoples]origin{
	Purple: {[...]Landscape{Mountain, Swamp, Grassland}, Mountain},
	Green:  {[...]Landscape{Swamp, Forest, Mountain}, Swamp},
	Orange: {[...]Landscape{Desert, Mountain, Grassland}, Desert},
	Blue:   {[...]Landscape{Grassland, Forest, Desert}, Grassland},
	Yellow: {[...]Landscape{Forest, Desert, Swamp}, Forest},
}
