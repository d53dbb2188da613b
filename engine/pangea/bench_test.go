package pangea_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/pangea"
	"nemeton/testkit/enginetest"
)

func setup(n int) engine.Setup { return enginetest.Setup(pangea.Title{}, n) }

func begin(n int, chance chance.Source) engine.State {
	return enginetest.Begin(pangea.Title{}, n, chance)
}

func middle() engine.State { return enginetest.Middle(pangea.Title{}, 150, pangea.KindMagic) }

func BenchmarkGame(b *testing.B)   { enginetest.BenchGame(b, pangea.Title{}) }
func BenchmarkDecide(b *testing.B) { enginetest.BenchDecide(b, middle()) }
func BenchmarkOpen(b *testing.B)   { enginetest.BenchOpen(b, middle()) }
func BenchmarkView(b *testing.B)   { enginetest.BenchView(b, middle()) }

func BenchmarkSnapshot(b *testing.B) { enginetest.BenchSnapshot(b, pangea.Title{}) }
func BenchmarkRestore(b *testing.B)  { enginetest.BenchRestore(b, pangea.Title{}) }
