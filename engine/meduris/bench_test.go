package meduris_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
)

func setup(n int) engine.Setup { return enginetest.Setup(meduris.Title{}, n) }

func begin(n int, chance chance.Source) engine.State {
	return enginetest.Begin(meduris.Title{}, n, chance)
}

func middle() engine.State { return enginetest.Middle(meduris.Title{}, 150, "") }

func BenchmarkGame(b *testing.B)   { enginetest.BenchGame(b, meduris.Title{}) }
func BenchmarkDecide(b *testing.B) { enginetest.BenchDecide(b, middle()) }
func BenchmarkOpen(b *testing.B)   { enginetest.BenchOpen(b, middle()) }
func BenchmarkView(b *testing.B)   { enginetest.BenchView(b, middle()) }

func BenchmarkSnapshot(b *testing.B) { enginetest.BenchSnapshot(b, meduris.Title{}) }
func BenchmarkRestore(b *testing.B)  { enginetest.BenchRestore(b, meduris.Title{}) }
