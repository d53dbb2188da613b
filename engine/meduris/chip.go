package meduris

import "nemeton/engine/codec"

// Chip is the chip on a field: one of the bonus chips, or none [M5, M23].
type Chip int8

// The chips. There are two of each bonus chip.
const (
	NoChip     Chip = iota
	ChipPoints      // 2 points for the builder of the hut
	ChipFree        // the hut costs nothing
	ChipDruid       // stays under the hut and counts once as an offering of both materials [M33]
)

var chipNames = codec.Names{"none", "points", "free", "druid"}

func (c Chip) String() string { return chipNames.Of(int(c)) }

func (c Chip) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c *Chip) UnmarshalText(text []byte) error { return codec.ReadName(chipNames, text, c) }

// Face is a face of the die [M10].
type Face int8

// The faces: the four materials in the order of Material, then the two that affect everybody.
const (
	FaceWood Face = iota
	FaceWool
	FaceCopper
	FaceStone
	FaceGain // everybody gains one [M12]
	FaceLose // everybody loses one [M13]
	NoFace   // the die has not been rolled in this turn
)

const faces = 6

var faceNames = codec.Names{"wood", "wool", "copper", "stone", "gain", "lose", "none"}

func (f Face) String() string { return faceNames.Of(int(f)) }

func (f Face) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

func (f *Face) UnmarshalText(text []byte) error { return codec.ReadName(faceNames, text, f) }
