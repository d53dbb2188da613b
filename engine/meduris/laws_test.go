package meduris_test

import (
	"testing"

	"nemeton/engine/enginetest"
	"nemeton/engine/meduris"
)

func TestLaws(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, meduris.Title{}, enginetest.Options{Games: 2, Stride: 17, Secret: []string{meduris.KindLoseOne}})
}
