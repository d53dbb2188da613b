package pangea

// Tiles are numbered by landscape and, within it, by capacity: three of each landscape, for 2, 3 and 4 tribes [P1].
const (
	tilesEach = 3
	tiles     = landscapes * tilesEach
	noTile    = int8(-1) // water, or a tower that does not stand yet
)

// tileOf is the tile of a landscape with a capacity.
func tileOf(l Landscape, capacity int8) int8 { return int8(l)*tilesEach + capacity - 2 }

// landscapeOf is what a tile shows.
func landscapeOf(tile int8) Landscape { return Landscape(tile / tilesEach) }

// capacityOf is how many tribes a tile bears before it is overcrowded [P12].
func capacityOf(tile int8) int8 { return tile%tilesEach + 2 }
