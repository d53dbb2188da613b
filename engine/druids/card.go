package druids

import "nemeton/engine/codec"

// Card is a kind of card. Cards of a kind are equal and have no identity, so a hand is a number of cards of each kind.
type Card int8

// The cards: plants [D10], enchantments that stay in hand, enchantments that are played [D11].
const (
	Sun5 Card = iota
	Sun10
	Sun15
	Moon5
	Moon10
	Moon15
	Mistletoe
	Belladonna

	Cauldron
	Harp
	MagicImage
	Teutates
	Lug

	Mist
	Calling
	Banishing
	SecondSight
	Raven

	NoCard
)

const kinds = int(NoCard)

var cardNames = codec.Names{
	"sun-5", "sun-10", "sun-15", "moon-5", "moon-10", "moon-15", "mistletoe", "belladonna",
	"cauldron", "harp", "magic-image", "teutates", "lug",
	"mist", "calling", "banishing", "second-sight", "raven", "none",
}

func (c Card) String() string { return cardNames.Of(int(c)) }

func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c *Card) UnmarshalText(text []byte) error { return codec.ReadName(cardNames, text, c) }

// plantValues are the values of a cult's plants, in the order of their kinds [D10].
var plantValues = [3]int16{5, 10, 15}

func plantOf(c Cult, value int) Card { return Sun5 + Card(int(c)*len(plantValues)+value) }

// pairing is a cult's card that rewards pairs: Cauldron or Harp [D52].
func pairing(c Cult) Card { return Cauldron + Card(c) }

// Cards are numbers of cards by kind.
type Cards [kinds]int8

func (c *Cards) Total() int {
	n := 0
	for _, k := range c {
		n += int(k)
	}
	return n
}

// nth is the kind of the card at a position, if the cards are ordered by kind. Positions start at 0.
func (c *Cards) nth(place int) Card {
	for kind, n := range c {
		if place < int(n) {
			return Card(kind)
		}
		place -= int(n)
	}
	return NoCard
}

// List lists every card in the order of kinds; it is never nil.
func (c *Cards) List() []Card {
	list := make([]Card, 0, c.Total())
	for kind, n := range c {
		for range n {
			list = append(list, Card(kind))
		}
	}
	return list
}

func count(list []Card) Cards {
	var c Cards
	for _, card := range list {
		c[card]++
	}
	return c
}

func (c Cards) minus(o Cards) Cards {
	for kind := range c {
		c[kind] -= o[kind]
	}
	return c
}

func (c Cards) plus(o Cards) Cards {
	for kind := range c {
		c[kind] += o[kind]
	}
	return c
}
