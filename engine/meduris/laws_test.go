package meduris_test

import (
	"testing"

	"nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
)

func TestLaws(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, meduris.Title{}, enginetest.Options{Games: 1, Stride: 7, MaxTries: 8, Secret: []string{meduris.KindLoseOne}})
}
