package druids_test

import (
	"testing"

	"nemeton/engine/druids"
	"nemeton/testkit/enginetest"
)

func TestLaws(t *testing.T) {
	t.Parallel()
	enginetest.Run(t, druids.Title{}, enginetest.Options{Games: 1, Stride: 7, MaxTries: 8})
}
