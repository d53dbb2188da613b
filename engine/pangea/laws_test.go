package pangea_test

import (
	"testing"

	"nemeton/engine/enginetest"
	"nemeton/engine/pangea"
)

func TestLaws(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, pangea.Title{}, enginetest.Options{Games: 1, MaxMoves: 6000, Stride: 41, MaxTries: 8})
}
