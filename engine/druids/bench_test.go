package druids_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/druids"
	"nemeton/testkit/enginetest"
)

func setup(n int) engine.Setup { return enginetest.Setup(druids.Title{}, n) }

func begin(n int, chance chance.Source) engine.State {
	return enginetest.Begin(druids.Title{}, n, chance)
}

func middle() engine.State { return enginetest.Middle(druids.Title{}, 60, "") }

func BenchmarkGame(b *testing.B)   { enginetest.BenchGame(b, druids.Title{}) }
func BenchmarkDecide(b *testing.B) { enginetest.BenchDecide(b, middle()) }
func BenchmarkOpen(b *testing.B)   { enginetest.BenchOpen(b, middle()) }
func BenchmarkView(b *testing.B)   { enginetest.BenchView(b, middle()) }

func BenchmarkSnapshot(b *testing.B) { enginetest.BenchSnapshot(b, druids.Title{}) }
func BenchmarkRestore(b *testing.B)  { enginetest.BenchRestore(b, druids.Title{}) }
