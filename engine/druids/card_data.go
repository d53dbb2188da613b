package druids

// deckTotal is the number of cards in the game [D10, D11].
const deckTotal = 45

// deckCards are the numbers of each card in the game [D10, D11].
var deckCards = Cards{
	Sun5: 4, Sun10: 4, Sun15: 4, Moon5: 4, Moon10: 4, Moon15: 4, Mistletoe: 2, Belladonna: 1,
	Cauldron: 2, Harp: 2, MagicImage: 2, Teutates: 1, Lug: 1,
	Mist: 2, Calling: 2, Banishing: 2, SecondSight: 2, Raven: 2,
}
