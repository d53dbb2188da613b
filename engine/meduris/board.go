package meduris

import "strings"

// Field is one field of the ring [M3].
type Field struct {
	Region    int8 // 0 to 8
	Materials [2]Material
}

// board is one side of the printed board. It never changes.
type board struct {
	side   string
	fields []Field
}

const (
	maxFields = 40
	regions   = 9
	stones    = 3 // stone fields between the druid's temple and the ring [M4]
)

// sideA and sideB are the two sides, parsed once from board_data.go.
var sideA, sideB = newBoard("A", ringA), newBoard("B", ringB)

// boardFor returns the side for a number of seats [M3].
func boardFor(seats int) *board {
	if seats == 4 {
		return sideB
	}
	return sideA
}

// newBoard parses a ring: one line for each region, one word of two letters for each field.
func newBoard(side, ring string) *board {
	b := &board{side: side}
	for region, line := range strings.Split(strings.TrimSpace(ring), "\n") {
		for _, word := range strings.Fields(line) {
			b.fields = append(b.fields, Field{
				Region:    int8(region),
				Materials: [2]Material{letter(word[0]), letter(word[1])},
			})
		}
	}
	return b
}

func letter(c byte) Material { return Material(strings.IndexByte("BWCS", c)) }

func (b *board) size() int8 { return int8(len(b.fields)) }

// after is the next field clockwise [M3].
func (b *board) after(f int8) int8 {
	if f+1 == b.size() {
		return 0
	}
	return f + 1
}

func (b *board) before(f int8) int8 {
	if f == 0 {
		return b.size() - 1
	}
	return f - 1
}

// due is n of each of the field's two materials [M21].
func (b *board) due(f, n int8) Counts {
	var c Counts
	for _, m := range b.fields[f].Materials {
		c[m] = n
	}
	return c
}
