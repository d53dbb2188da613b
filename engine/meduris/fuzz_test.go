package meduris_test

import (
	"testing"

	"nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
)

func FuzzMove(f *testing.F) { enginetest.FuzzMove(f, meduris.Title{}) }

func FuzzEvent(f *testing.F) { enginetest.FuzzEvent(f, meduris.Title{}) }

func FuzzSnapshot(f *testing.F) { enginetest.FuzzSnapshot(f, meduris.Title{}) }
