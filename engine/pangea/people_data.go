package pangea

// origins are the peoples in their order [P4]: the home of 4, of 2 and of 2 tribes, and the landscape of the neutral
// tower. They are data: replacing a line changes no rule. setup_test.go holds what must stay true of them.
var origins = [peoples]origin{
	Purple: {[...]Landscape{Mountain, Swamp, Grassland}, Mountain},
	Green:  {[...]Landscape{Swamp, Forest, Mountain}, Swamp},
	Orange: {[...]Landscape{Desert, Mountain, Grassland}, Desert},
	Blue:   {[...]Landscape{Grassland, Forest, Desert}, Grassland},
	Yellow: {[...]Landscape{Forest, Desert, Swamp}, Forest},
}
