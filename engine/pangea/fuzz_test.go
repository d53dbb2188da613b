package pangea_test

import (
	"testing"

	"nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
)

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, pangea.Title{}) }

func FuzzEvent(f *testing.F) { enginetest.FuzzEvent(f, pangea.Title{}) }

func FuzzSnapshot(f *testing.F) { enginetest.FuzzSnapshot(f, pangea.Title{}) }
