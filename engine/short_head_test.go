package engine_test

import (
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
)

func headKey(seed uint64) chance.HeadKey {
	var secret chance.Secret
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range secret {
		secret[i] = byte(r.Uint32())
	}
	return secret.HeadKey("t")
}

func TestShortHead_Check(t *testing.T) {
	t.Parallel()
	tb := newTable(t, 2)
	tb.play("0free 1draw")
	tb.restore(3)
	k := headKey(1)
	text := tb.f.ShortHead(k)
	if n, ok := k.Check(4, text); !ok || n != 1 || len(text) != 48 {
		t.Fatalf("%q: got %d restores, authentic %v; want 1, true", text, n, ok)
	}
	flipped := []byte(text)
	for at := range text {
		flipped[at] ^= 1
		if k2, ok := k.Check(4, string(flipped)); ok {
			t.Errorf("%s passes with digit %d changed, as %d restores", flipped, at, k2)
		}
		flipped[at] ^= 1
	}
	other := chance.Secret{1}
	for name, ok := range map[string]bool{
		"another seq":    authentic(k.Check(5, text)),
		"another secret": authentic(headKey(2).Check(4, text)),
		"another table":  authentic(other.HeadKey("a").Check(4, other.HeadKey("b").Short(4, 0, codec.Hash{}))),
		"upper case":     authentic(k.Check(4, strings.ToUpper(text))),
		"too short":      authentic(k.Check(4, text[:46])),
		"too long":       authentic(k.Check(4, text+"00")),
		"empty":          authentic(k.Check(4, "")),
		"not hex":        authentic(k.Check(4, strings.Repeat("x", 48))),
	} {
		if ok {
			t.Errorf("%s passes", name)
		}
	}
	expect.Equal(t, engine.NewFold(tally{}).ShortHead(k), "", "before the start")
	if n, ok := k.Check(9, k.Short(9, 1<<20, codec.Hash{})); !ok || n != 65535 {
		t.Errorf("more restores than fit: got %d, %v; want 65535", n, ok)
	}
}

func authentic(_ int, ok bool) bool { return ok }

// cut returns the table after its first n entries, as from a backup, with its log shortened.
func (tb *table) cut(n int) *table {
	tb.Helper()
	old := newTable(tb.TB, 2)
	for _, r := range tb.log[1:n] {
		old.add(r, nil)
	}
	return old
}

// heads lists the short heads after each entry.
func (tb *table) heads(k chance.HeadKey) (list []string) {
	restores := 0
	for _, r := range tb.log {
		if len(r.Entry.Events) > 0 && r.Entry.Events[0].Name == "frame.restored" {
			restores++
		}
		list = append(list, k.Short(uint64(r.Entry.Seq), restores, r.Hash))
	}
	return list
}

// judge compares each head with the table's log.
func (tb *table) judge(k chance.HeadKey, heads []string) (list []engine.HeadMatch) {
	for i, text := range heads {
		var own codec.Hash
		if i < len(tb.log) {
			own = tb.log[i].Hash
		}
		list = append(list, tb.f.CompareHead(k, engine.Seq(i+1), text, own))
	}
	return list
}

func expectMatches(t *testing.T, when string, got []engine.HeadMatch, want ...engine.HeadMatch) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("%s: got %v, want %v", when, got, want)
			return
		}
	}
}

// TestCompareHead plays a table, restores a backup of it, and shows the heads of the lost history again and again.
func TestCompareHead(t *testing.T) {
	t.Parallel()
	const same, lost, replaced = engine.HeadSame, engine.HeadLost, engine.HeadReplaced
	k, first := headKey(7), newTable(t, 2)
	first.play("0free 1draw 0draw 1free")
	seen := first.heads(k)
	expectMatches(t, "undamaged", first.judge(k, seen), same, same, same, same, same)

	second := first.cut(3)
	expectMatches(t, "shorter", second.judge(k, seen), same, same, same, lost, lost)
	second.play("0free 1free 0free")
	expectMatches(t, "played on", second.judge(k, seen), same, same, same, lost, lost)

	second = first.cut(3)
	second.restore(1)
	expectMatches(t, "restored", second.judge(k, seen), same, same, same, replaced, replaced)
	second.play("0draw 1draw 0free")
	expectMatches(t, "restored and played on", second.judge(k, seen), same, same, same, replaced, replaced)

	// A second cut keeps the first restore. Evidence of the first is old, evidence of the second is fresh.
	again := second.heads(k)
	third := second.cut(5)
	expectMatches(t, "the first history after the second cut", third.judge(k, seen), same, same, same, replaced, replaced)
	expectMatches(t, "the second history after the second cut", third.judge(k, again), same, same, same, same, same, lost, lost)
	third.restore(2)
	expectMatches(t, "after the second restore", third.judge(k, again), same, same, same, same, same, replaced, replaced)

	// The second cut may lose the first restored entry too. Then the draws that followed it are no secret of this key.
	fourth := second.cut(3)
	expectMatches(t, "the restore is lost", fourth.judge(k, again), same, same, same, lost, lost, lost, lost)
	fourth.restore(3)
	fourth.restore(4)
	expectMatches(t, "restored as often and once more", fourth.judge(k, again), same, same, same, replaced, replaced, replaced, replaced)
}

// TestCompareHead_Replay: old evidence makes a server record a bounded number of restores, however often it is sent.
func TestCompareHead_Replay(t *testing.T) {
	t.Parallel()
	k, first := headKey(7), newTable(t, 2)
	first.play("0free")
	first.restore(1)
	first.restore(2)
	first.play("0draw 1draw")
	seen := first.heads(k)
	tb := first.cut(2)
	for range 20 {
		for i, text := range seen {
			own := tb.log[min(i, len(tb.log)-1)].Hash
			if tb.f.CompareHead(k, engine.Seq(i+1), text, own) == engine.HeadLost {
				tb.restore(byte(10 + len(tb.log)))
			}
		}
		tb.play("0draw")
	}
	expect.Equal(t, tb.f.Restores(), 3, "restores")
}

func TestCompareHead_Unknown(t *testing.T) {
	t.Parallel()
	k, tb := headKey(7), newTable(t, 2)
	tb.play("0free 1free")
	text := tb.f.ShortHead(k)
	for name, got := range map[string]engine.HeadMatch{
		"seq 0":                  tb.f.CompareHead(k, 0, text, codec.Hash{}),
		"another seq":            tb.f.CompareHead(k, 2, text, tb.log[1].Hash),
		"a later seq":            tb.f.CompareHead(k, 9, text, codec.Hash{}),
		"nothing":                tb.f.CompareHead(k, 3, "", codec.Hash{}),
		"a guess for a past seq": tb.f.CompareHead(k, 2, "0000"+hex.EncodeToString(make([]byte, 14)), tb.log[1].Hash),
	} {
		expect.Equal(t, got, engine.HeadUnknown, name)
	}
}
