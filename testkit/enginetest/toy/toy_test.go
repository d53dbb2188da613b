package toy_test

import (
	"testing"

	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/toy"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, toy.Title{}, enginetest.Options{Games: 4, Stride: 3, Rulebook: "rules.md", Secret: []string{"pick"}})
}

func FuzzSnapshot(f *testing.F) { enginetest.FuzzSnapshot(f, toy.Title{}) }
