package pangea_test

import (
	"testing"

	"nemeton/engine/enginetest"
	"nemeton/engine/pangea"
)

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, pangea.Title{}) }

func FuzzEvent(f *testing.F) { enginetest.FuzzEvent(f, pangea.Title{}) }
