package pangea

import "strings"

const (
	fields  = 26       // water fields, numbered in reading order [P5]
	noField = int8(-1) // no field: the spell is not laid
)

// link is a step from a field to a neighbor. over is true for a step over the edge of the board [P6].
type link struct {
	to   int8
	over bool
}

// board is the printed board. It never changes.
type board struct {
	list  []FieldView    // row and column of each field
	start [tiles]int8    // the numbered fields [P5]
	links [fields][]link // up, right, down, left, then those over the edge; each neighbor once
}

var pangea = newBoard()

func newBoard() *board {
	b := &board{}
	at := map[FieldView]int8{}
	field, numbered := int8(0), 0
	for row, line := range strings.Split(strings.TrimSpace(cross), "\n") {
		for column, c := range line {
			if c == '.' {
				continue
			}
			place := FieldView{int8(row), int8(column)}
			b.list = append(b.list, place)
			at[place] = field
			if c == '#' {
				b.start[numbered] = field
				numbered++
			}
			field++
		}
	}
	for f := range int8(fields) {
		b.links[f] = linksOf(at, b.list[f])
	}
	return b
}

// linksOf lists the steps from a position: to the next field in each direction, or over the edge to the other end of
// the row or column [P6].
func linksOf(at map[FieldView]int8, from FieldView) []link {
	list := make([]link, 0, 4)
	add := func(l link) {
		for _, old := range list {
			if old.to == l.to {
				return
			}
		}
		list = append(list, l)
	}
	var over []link
	for _, d := range [4][2]int8{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} {
		if to, ok := at[from.plus(d[0], d[1])]; ok {
			add(link{to: to})
			continue
		}
		end := from
		for {
			back := end.plus(-d[0], -d[1])
			if _, ok := at[back]; !ok {
				break
			}
			end = back
		}
		over = append(over, link{to: at[end], over: true})
	}
	// In a row of two, the step aside and the step over the edge lead to the same field; only the former is kept.
	for _, l := range over {
		add(l)
	}
	return list
}

func (f FieldView) plus(rows, columns int8) FieldView {
	return FieldView{Row: f.Row + rows, Column: f.Column + columns}
}
