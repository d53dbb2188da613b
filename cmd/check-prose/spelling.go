package main

import (
	"slices"

	"github.com/golangci/misspell"
)

// spelling maps each British word to its American form, in lower case.
var spelling = americanWords()

// moreWords are pairs of a British and an American word that the dictionary lacks.
var moreWords = []string{"amongst", "among", "grey", "gray", "greyed", "grayed", "judgement", "judgment", "unmarshalling", "unmarshaling", "whilst", "while"}

func americanWords() map[string]string {
	words := map[string]string{}
	for pair := range slices.Chunk(slices.Concat(misspell.DictAmerican, moreWords), 2) {
		words[pair[0]] = pair[1]
	}
	return words
}
