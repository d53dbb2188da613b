package hostile

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomMessage returns a message of a hostile client. Most are almost correct.
func randomMessage(r *rand.Rand) []byte {
	switch r.IntN(12) {
	case 0:
		return randomBytes(r, r.IntN(200))
	case 1:
		return []byte(strings.Repeat("[", r.IntN(16_000)))
	case 2:
		return fmt.Appendf(nil, `{"t":"act","id":"%d","decision":"1-1","move":%s1%s}`, r.Int(), strings.Repeat("[", 7_000), strings.Repeat("]", 7_000))
	case 3:
		return fmt.Appendf(nil, `{"t":"act","id":"%d","decision":"%s","move":{"do":"%s"}}`, r.Int(), strings.Repeat("9", 5_000), strings.Repeat(`\u0000`, 1_000))
	case 4:
		return fmt.Appendf(nil, `{"t":%d,"id":[],"decision":{},"move":null}`, r.Int())
	case 5:
		return fmt.Appendf(nil, `{"t":"act","id":"%s","decision":"1-1","move":1e%d}`, randomBytes(r, 20), r.IntN(100_000))
	case 6:
		return []byte(strings.Repeat(`{"t":"act",`, 1_400))
	case 7:
		return fmt.Appendf(nil, `{"t":"takeback","id":"%d"}`, r.Int())
	case 8:
		return fmt.Appendf(nil, `{"t":"act","id":"%s"}`, strings.Repeat("x", r.IntN(200)))
	default:
		return act(r)
	}
}

// act returns a well-formed act whose decision is not open, or whose move is not listed.
func act(r *rand.Rand) []byte {
	return fmt.Appendf(nil, `{"t":"act","id":"%d","decision":"%d-%d","move":{"do":"hut","field":%d}}`, r.Int(), r.IntN(40), r.IntN(4), r.IntN(400)-100)
}

func randomBytes(r *rand.Rand, n int) []byte {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}
