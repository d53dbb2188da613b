package toy_test

import (
	"testing"

	"nemeton/engine/enginetest"
	"nemeton/engine/enginetest/toy"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, toy.Title{}, enginetest.Options{Games: 6, Stride: 2, Secret: []string{"pick"}})
}
