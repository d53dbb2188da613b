package pangea

// cross is the board [P5], one line for each row: # is a field with a tile at the start, o is any other water field. A
// change of the data changes no rule. board_test.go checks the properties that must hold.
const cross = `
..#o..
..##..
#o#o#o
o###o#
#o#o#o
..o#..
..#o..
`
