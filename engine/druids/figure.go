package druids

import (
	"nemeton/engine"
	"nemeton/engine/codec"
)

const maxSeats = 5

// Figure is a druid, a spirit, or none [D4]. The druids come first, by seat.
type Figure int8

// The spirits: three of each cult, and two without a cult.
const (
	Belenus Figure = maxSeats + iota
	Grannus
	Sulis
	Arianrhod
	Cerridwen
	Nantosuelta
	DwarfKing
	Morrigan
	NoFigure
)

const (
	figures     = int(NoFigure)
	firstSpirit = Belenus
)

var figureNames = codec.Names{
	"druid-0", "druid-1", "druid-2", "druid-3", "druid-4",
	"belenus", "grannus", "sulis", "arianrhod", "cerridwen", "nantosuelta", "dwarf-king", "morrigan", "none",
}

func (f Figure) String() string { return figureNames.Of(int(f)) }

func (f Figure) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

func (f *Figure) UnmarshalText(text []byte) error { return codec.ReadName(figureNames, text, f) }

// DruidOf is the druid of a seat.
func DruidOf(seat engine.Seat) Figure { return Figure(seat) }

func (f Figure) IsDruid() bool { return f < firstSpirit }

// Cult is the cult of a sun or moon spirit; NoCult for all others.
func (f Figure) Cult() Cult {
	switch f {
	case Belenus, Grannus, Sulis:
		return Sun
	case Arianrhod, Cerridwen, Nantosuelta:
		return Moon
	default:
		return NoCult
	}
}
