package pangea_test

import (
	"testing"

	"nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/testsize"
)

func TestLaws(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, pangea.Title{}, enginetest.Options{Games: 1, Stride: 151, MaxTries: 8})
}

// TestLaws_Secret checks every entry of many beginnings, because only they have hidden facts [P12].
func TestLaws_Secret(t *testing.T) {
	t.Parallel()
	if testsize.Get() == testsize.Quick {
		t.Skip("takes 5 s")
	}
	enginetest.RunLaw(t, "noninterference", pangea.Title{}, enginetest.Options{Games: 3, MaxMoves: 2, Stride: 1, MaxTries: 6})
}
