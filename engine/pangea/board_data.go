package pangea

// cross is the board [P5]: a row a line; # is a field with a tile at the start, o any other water field. It is data:
// board_test.go holds what must stay true of it.
const cross = `
..#o..
..##..
#o#o#o
o###o#
#o#o#o
..o#..
..#o..
`
