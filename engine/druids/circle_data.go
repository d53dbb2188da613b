package druids

// symbols holds the symbols by ring, the inner one first, and by angle modulo 4 [D2].
var symbols = [3][4]Symbol{
	{Pentagram, Empty, Pentagram, Plant},
	{Empty, Empty, Plant, Spirit},
	{Plant, Empty, Spirit, Empty},
}

// spokes lists the angles of the links from a ring to the next outer ring [D1].
var spokes = [2][]int8{{1, 5, 9}, {3, 7, 11}}
