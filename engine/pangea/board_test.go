package pangea_test

import (
	"fmt"
	"slices"
	"testing"

	. "nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
)

func TestBoard(t *testing.T) {
	t.Parallel()
	view := Title{}.Blank(setup(2)).View(spectator).(View)

	t.Run("26 fields in a cross of 7 rows by 6 columns [P5]", func(t *testing.T) {
		t.Parallel()
		expect.Deep(t, len(view.Fields), 26, "fields")
		var list []FieldView
		for row := range int8(7) {
			for column := range int8(6) {
				if column == 2 || column == 3 || row >= 2 && row <= 4 {
					list = append(list, FieldView{Row: row, Column: column})
				}
			}
		}
		expect.Deep(t, view.Fields, list, "reading order")
	})

	t.Run("fifteen numbered fields [P5]", func(t *testing.T) {
		t.Parallel()
		var numbered []int8
		for _, f := range [][2]int{
			{0, 2}, {1, 2}, {1, 3}, {2, 0}, {2, 2}, {2, 4}, {3, 1}, {3, 2}, {3, 3}, {3, 5}, {4, 0}, {4, 2}, {4, 4}, {5, 3}, {6, 2},
		} {
			numbered = append(numbered, at(f[0], f[1]))
		}
		fields := Title{}.Start(setup(2), enginetest.Loose(1))[0].(SetUp).Fields
		slices.Sort(fields)
		expect.Deep(t, fields, numbered, "numbered fields")
	})

	t.Run("fifteen tiles, three of each landscape, for 2, 3 and 4 tribes [P1]", func(t *testing.T) {
		t.Parallel()
		var list []string
		for _, tile := range view.Tiles {
			list = append(list, fmt.Sprintf("%v%d", tile.Landscape, tile.Capacity))
		}
		expect.Deep(t, list, []string{
			"mountain2", "mountain3", "mountain4", "swamp2", "swamp3", "swamp4", "desert2", "desert3", "desert4",
			"grassland2", "grassland3", "grassland4", "forest2", "forest3", "forest4",
		}, "tiles")
	})
}

// lines lists the fields of each row and column, from the first to the last [P5].
func lines() (rows, columns [][]int8) {
	for row := range 7 {
		first, last := 2, 3
		if row >= 2 && row <= 4 {
			first, last = 0, 5
		}
		var line []int8
		for column := first; column <= last; column++ {
			line = append(line, at(row, column))
		}
		rows = append(rows, line)
	}
	for column := range 6 {
		first, last := 2, 4
		if column == 2 || column == 3 {
			first, last = 0, 6
		}
		var line []int8
		for row := first; row <= last; row++ {
			line = append(line, at(row, column))
		}
		columns = append(columns, line)
	}
	return rows, columns
}

// TestEdges crosses both ends of every row and column, with tiles and with tribes.
func TestEdges(t *testing.T) {
	t.Parallel()
	rows, columns := lines()
	for i, line := range append(rows, columns...) {
		name := fmt.Sprintf("row %d", i)
		if i >= len(rows) {
			name = fmt.Sprintf("column %d", i-len(rows))
		}
		first, last := line[0], line[len(line)-1]
		// In a row of two, the step over the edge is the step aside.
		over := len(line) > 2
		tile, other, walker := on(Swamp, 2), on(Forest, 3), tribe(Purple, Mountain, 0)
		for _, end := range [][2]int8{{first, last}, {last, first}} {
			t.Run(fmt.Sprintf("a tile enters %s at the other end, from field %d [P6, P21]", name, end[0]), func(t *testing.T) {
				t.Parallel()
				p := given(t, 2, laid(map[int8]int8{tile: end[0]}, line[1:len(line)-1]...), tower(Purple, tile), stand(tile, walker))
				p.freeOf(end[1])
				p.Facts(append(turn(0, 1), asks(KindMagic, 0)...)...)
				got := p.Do(0, KindMagic, Shift{DoShift, tile, end[1], over})
				expect.Deep(t, got[0].(TileShifted), TileShifted{0, tile, end[0], end[1], over}, "shift")
				expect.Deep(t, p.view(0).Tiles[tile].Field, end[1], "lies")
				expect.Deep(t, p.tribe(walker).Tile, tile, "its tribe")
			})
			t.Run(fmt.Sprintf("a tribe enters %s at the other end, from field %d [P6, P22]", name, end[0]), func(t *testing.T) {
				t.Parallel()
				p := given(t, 2, laid(map[int8]int8{tile: end[0], other: end[1]}), tower(Purple, tile), stand(tile, walker),
					turn(0, 1), asks(KindMovement, 0))
				got := p.Do(0, KindMovement, Step{DoMove, walker, other, over})
				expect.Deep(t, got[0].(TribeMoved), TribeMoved{0, walker, tile, other, over}, "step")
				expect.Deep(t, p.tribe(walker).Tile, other, "stands")
			})
			t.Run(fmt.Sprintf("no tribe enters %s over water, from field %d [P22]", name, end[0]), func(t *testing.T) {
				t.Parallel()
				p := given(t, 2, laid(map[int8]int8{tile: end[0]}), tower(Purple, tile), stand(tile, walker))
				p.freeOf(end[1])
				p.Facts(append(turn(0, 1), asks(KindMovement, 0)...)...)
				for _, m := range listed[Step](p) {
					expect.Deep(t, p.view(0).Tiles[m.To].Field == end[1], false, "enters water")
				}
			})
		}
	}

	t.Run("every field has its neighbors and no others [P6]", func(t *testing.T) {
		t.Parallel()
		for tile := range int8(15) {
			for field := range int8(26) {
				p := given(t, 2, laid(map[int8]int8{tile: field}), turn(0, 1), asks(KindMagic, 0))
				var to, free []int
				for _, m := range listed[Shift](p) {
					if m.Tile == tile {
						to = append(to, int(m.To))
					}
				}
				for _, f := range beside[field] {
					if !slices.ContainsFunc(p.view(0).Tiles, func(v TileView) bool { return int(v.Field) == f }) {
						free = append(free, f)
					}
				}
				slices.Sort(to)
				slices.Sort(free)
				expect.Deep(t, to, free, fmt.Sprintf("shifts of tile %d on field %d", tile, field))
			}
		}
	})
}

// freeOf shifts the tile on a field to some free field.
func (p *table) freeOf(field int8) {
	taken := map[int8]bool{field: true}
	here := int8(-1)
	for i, v := range p.view(0).Tiles {
		taken[v.Field] = true
		if v.Field == field {
			here = int8(i)
		}
	}
	if here < 0 {
		return
	}
	for f := int8(25); ; f-- {
		if !taken[f] {
			p.Facts(one(TileShifted{Tile: here, From: field, To: f})...)
			return
		}
	}
}
