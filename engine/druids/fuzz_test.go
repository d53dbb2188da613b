package druids_test

import (
	"testing"

	"nemeton/engine/druids"
	"nemeton/testkit/enginetest"
)

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, druids.Title{}) }

func FuzzEvent(f *testing.F) { enginetest.FuzzEvent(f, druids.Title{}) }

func FuzzSnapshot(f *testing.F) { enginetest.FuzzSnapshot(f, druids.Title{}) }
