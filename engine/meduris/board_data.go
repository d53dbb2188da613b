package meduris

// The rings clockwise from the river: one line for each region from 0, one word for each field. B is wood, W wool, C
// copper, S stone. A change of a line changes no rule. board_test.go checks the properties that must hold.

// ringA is for two and three players, as printed.
const ringA = `
WC SB WC BC SB
BW CW BS
SC WS CB CW
SC WB
BC SC BW
SW SB WC BS WS
BC BW CS
BS WB CW CB
WS SC WS
`

// ringB is for four players: region 0, the first two fields of region 1 and the last field as printed, the rest
// reconstructed.
const ringB = `
WC SB SC BC WB CS
BW CW SC BC
BW WS SC BW WC
SW SB CS
BC BS WB CS
CW BC SW CW BS SW
CW BC SW CW
BS SW BC BS SW
BC BS BW
`
