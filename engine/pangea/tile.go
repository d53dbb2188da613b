package pangea

// Tiles are numbered by landscape, then by capacity. Each landscape has three tiles, for 2, 3 and 4 tribes [P1].
const (
	tilesEach = 3
	tiles     = landscapes * tilesEach
	noTile    = int8(-1) // water, or a tower that is not placed yet
)

func tileOf(l Landscape, capacity int8) int8 { return int8(l)*tilesEach + capacity - 2 }

func landscapeOf(tile int8) Landscape { return Landscape(tile / tilesEach) }

// capacityOf is the number of tribes that a tile holds before it is overcrowded [P12].
func capacityOf(tile int8) int8 { return tile%tilesEach + 2 }
