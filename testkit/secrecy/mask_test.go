package secrecy

import (
	"slices"
	"strings"
	"testing"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// TestMaskHeads: the heads of two servers differ in bytes only. The number of restores stays visible, and so does any other shape.
func TestMaskHeads(t *testing.T) {
	t.Parallel()
	message := func(secret byte, restores int) string {
		head := chance.Secret{secret}.HeadKey("t").Short(42, restores, codec.Hash{secret})
		return `{"t":"update","seq":42,"head":"` + head + `"}` + "\n" + `{"t":"result","seq":42,"head":"` + head + `"}`
	}
	a, keyedA := maskHeads(message(1, 3))
	b, keyedB := maskHeads(message(2, 3))
	if a != b || !strings.Contains(a, `"head":"0003blinded"`) || len(keyedA) != 2 {
		t.Errorf("got %s and %s, with the keyed parts %v", a, b, keyedA)
	}
	if head, found := unblinded(keyedA, keyedB); found {
		t.Errorf("the head %s is the same with two secrets", head)
	}
	if _, found := unblinded(keyedA, slices.Clone(keyedA)); !found {
		t.Error("equal heads of two servers are not found")
	}
	if c, _ := maskHeads(message(2, 4)); a == c {
		t.Error("another number of restores is masked")
	}
	hash := `{"head":"` + strings.Repeat("ab", 32) + `"}`
	if got, keyed := maskHeads(hash); got != hash || keyed != nil {
		t.Errorf("a whole hash is masked: %s", got)
	}
}
