package pangea

import "nemeton/engine/codec"

// People is one of the five peoples. Every game has all of them, played or neutral [P2].
type People int8

// The peoples.
const (
	Purple People = iota
	Green
	Orange
	Blue
	Yellow
)

const (
	peoples   = 5
	tribesOf  = 8                  // tribes of a people [P2]
	tribes    = peoples * tribesOf // in all; tribe t belongs to people t / tribesOf
	settlers  = 3                  // tribes that come with the tower [P11, P12]
	homesEach = 3                  // landscapes that are homes of a people [P4]
)

var peopleNames = codec.Names{"purple", "green", "orange", "blue", "yellow"}

// String is the encoded name, and the color of the seat that plays the people.
func (p People) String() string { return peopleNames.Of(int(p)) }

func (p People) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

func (p *People) UnmarshalText(text []byte) error { return codec.ReadName(peopleNames, text, p) }

// origin is the data of one people [P4].
type origin struct {
	homes   [homesEach]Landscape // of the first 4 tribes, of the next 2 and of the last 2
	neutral Landscape            // landscape of the neutral people's tower, on the tile of capacity 4
}

// homeOf is the landscape of each tribe [P4].
var homeOf = newHomes()

func newHomes() (list [tribes]Landscape) {
	for p, o := range origins {
		for i := range tribesOf {
			at := 0
			if i >= 4 {
				at = i/2 - 1
			}
			list[p*tribesOf+i] = o.homes[at]
		}
	}
	return list
}

func peopleOf(tribe int8) People { return People(tribe / tribesOf) }

// firstOf is the first tribe of a people; its others follow.
func firstOf(p People) int8 { return int8(p) * tribesOf }
