package lookalike_test

import (
	"testing"

	"nemeton/server/lookalike"
	"nemeton/testkit/expect"
)

func TestSkeleton(t *testing.T) {
	t.Parallel()
	for name, pair := range map[string][2]string{
		"a Cyrillic word":           {"Сосо", "Coco"},
		"a Greek capital":           {"Αda", "Ada"},
		"mathematical letters":      {"𝐀𝐝𝐚", "Ada"},
		"wide letters":              {"Ａｄａ", "Ada"},
		"an l for an I":             {"lda", "Ida"},
		"a digit for a letter":      {"B0b", "Bob"},
		"two letters for one":       {"Tirn", "Tim"},
		"another case":              {"ADA", "ada"},
		"an accent":                 {"Adạ", "Ada"},
		"a space inside":            {"A da", "Ada"},
		"a dot behind":              {"Ada.", "Ada"},
		"enclosed letters":          {"Ⓐⓓⓐ", "Ada"},
		"a non-joiner":              {"علی\u200cرضا", "علیرضا"},
		"a joiner":                  {"ශ්\u200dරී", "ශ්රී"},
		"joined emoji":              {"👩\u200d👧", "👩👧"},
		"a form of an emoji":        {"❤\ufe0f", "❤"},
		"the same name":             {"Ada", "Ada"},
		"a word of another script ": {"Ηаns", "Hans"},
	} {
		if a, b := lookalike.Skeleton(pair[0]), lookalike.Skeleton(pair[1]); a != b {
			t.Errorf("%s: %q and %q are confusable; got skeletons %q and %q", name, pair[0], pair[1], a, b)
		}
	}
	for _, pair := range [][2]string{{"Ada", "Ida"}, {"Bob", "Rob"}, {"Юля", "Оля"}, {"小明", "小红"}, {"🎲", "🃏"}, {"Ada", "Adam"}} {
		if a := lookalike.Skeleton(pair[0]); a == lookalike.Skeleton(pair[1]) {
			t.Errorf("%q and %q are distinct; got %q for both", pair[0], pair[1], a)
		}
	}
}

func TestMixed(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Ada": false, "Ада": false, "Ἀδα": false, "Zoë 2": false, "Ада Smith": false, "村上 Haruki": false, "ひらがなカタカナ漢字": false, "김민준A": false,
		"Ada🎲": false, "أحمد": false, "Аda": true, "Adа": true, "Βob": true, "Bοb2": true, "Աda": true, "ꓮda": true,
	} {
		expect.Equal(t, lookalike.Mixed(name), want, name, "mixed")
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	got := lookalike.Numbers([]string{"Ada", "Bob", "", "ADA", "", "Αda"})
	expect.Slice(t, got, []int{1, 0, 0, 2, 0, 3})
}
