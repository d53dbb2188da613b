package pangea_test

import (
	"testing"

	"nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
)

func TestLaws(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, pangea.Title{}, enginetest.Options{Games: 1, Stride: 151, MaxTries: 8})
}

// TestLaws_Secret looks at every step of many beginnings, where alone something is hidden [P12].
func TestLaws_Secret(t *testing.T) {
	t.Parallel()
	for _, law := range enginetest.Laws() {
		if law.Name != "two worlds" {
			continue
		}
		if err := law.Break(pangea.Title{}, enginetest.Options{Games: 3, MaxMoves: 2, Stride: 1, MaxTries: 6, Logf: t.Logf}); err != nil {
			t.Error(err)
		}
	}
}
