package toy_test

import (
	"testing"

	"nemeton/engine/enginetest"
	"nemeton/engine/enginetest/toy"
)

func TestLaws(t *testing.T) {
	enginetest.Run(t, toy.Title{}, enginetest.Options{Games: 4, Stride: 3, Secret: []string{"pick"}})
}
