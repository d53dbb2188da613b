package lobby

import (
	"fmt"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// MaxContribution is the longest contribution of a seat to the chance of its table, in bytes.
const MaxContribution = 64

// contribute keeps what a seat adds to the chance; nothing leaves what it added before. A seat that adds nothing counts with no bytes, as
// everybody knows.
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

// setContribution replaces a seat's contribution; the list is made when the first one comes.
func setContribution(t *store.Table, seat engine.Seat, bytes []byte) {
	if int(seat) >= len(t.Contributions) {
		if len(bytes) == 0 {
			return
		}
		t.Contributions = append(t.Contributions, make([][]byte, len(t.Seats)-len(t.Contributions))...)
	}
	t.Contributions[seat] = bytes
}

// contributionOf is what a seat added so far.
func contributionOf(t *store.Table, seat engine.Seat) []byte {
	if int(seat) >= len(t.Contributions) {
		return nil
	}
	return t.Contributions[seat]
}
