package meduris

import "nemeton/engine"

// Chip is what lies on a field: one of the three bonus chips, or none [M5, M23].
type Chip int8

// The chips. Each bonus chip is there twice.
const (
	NoChip     Chip = iota
	ChipPoints      // 2 points for the builder of the hut
	ChipFree        // the hut costs nothing
	ChipDruid       // stays under the hut and counts once as an offering of both materials [M33]
)

var chipNames = engine.Names{"none", "points", "free", "druid"}

// String is the name on the wire.
func (c Chip) String() string { return chipNames.Of(int(c)) }

// MarshalText spells the chip by its name.
func (c Chip) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a name.
func (c *Chip) UnmarshalText(text []byte) error { return engine.ReadName(chipNames, text, c) }

// Face is what the die shows [M10].
type Face int8

// The faces: the four materials in the order of Material, then the two for everyone.
const (
	FaceWood Face = iota
	FaceWool
	FaceCopper
	FaceStone
	FaceGain // everyone gains one [M12]
	FaceLose // everyone loses one [M13]
	NoFace   // nothing rolled yet in this turn
)

const faces = 6

var faceNames = engine.Names{"wood", "wool", "copper", "stone", "gain", "lose", "none"}

// String is the name on the wire.
func (f Face) String() string { return faceNames.Of(int(f)) }

// MarshalText spells the face by its name.
func (f Face) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads a name.
func (f *Face) UnmarshalText(text []byte) error { return engine.ReadName(faceNames, text, f) }
