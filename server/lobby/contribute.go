package lobby

import (
	"fmt"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// MaxContribution is the maximum size of a seat's contribution to the chance of its table, in bytes.
const MaxContribution = 64

// contribute sets a seat's contribution; no bytes keep the previous one. A seat that contributes nothing counts with an empty,
// publicly known contribution.
func contribute(t *store.Table, seat engine.Seat, bytes []byte) error {
	if len(bytes) == 0 {
		return nil
	}
	if len(bytes) > MaxContribution {
		return apperr.New(apperr.Invalid, fmt.Sprintf("a contribution has at most %d bytes", MaxContribution))
	}
	setContribution(t, seat, bytes)
	return nil
}

// setContribution replaces a seat's contribution. It makes the list for the first one.
func setContribution(t *store.Table, seat engine.Seat, bytes []byte) {
	if int(seat) >= len(t.Contributions) {
		if len(bytes) == 0 {
			return
		}
		t.Contributions = append(t.Contributions, make([][]byte, len(t.Seats)-len(t.Contributions))...)
	}
	t.Contributions[seat] = bytes
}

// contributionOf returns a seat's contribution so far.
func contributionOf(t *store.Table, seat engine.Seat) []byte {
	if int(seat) >= len(t.Contributions) {
		return nil
	}
	return t.Contributions[seat]
}
