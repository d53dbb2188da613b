package engine_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/testkit/expect"
)

func TestInfo_Check(t *testing.T) {
	t.Parallel()
	good := engine.Info{ID: "a", Name: "A", MinSeats: 2, MaxSeats: 4, Minutes: engine.Minutes{From: 20, To: 20}, Weight: 5}
	expect.Error(t, good.Check(), nil)
	for name, spoil := range map[string]func(*engine.Info){
		"no name":            func(i *engine.Info) { i.Name = "" },
		"no seats":           func(i *engine.Info) { i.MinSeats = 0 },
		"seats upside down":  func(i *engine.Info) { i.MaxSeats = 1 },
		"no length":          func(i *engine.Info) { i.Minutes = engine.Minutes{} },
		"length upside down": func(i *engine.Info) { i.Minutes.To = 19 },
		"no weight":          func(i *engine.Info) { i.Weight = 0 },
		"too heavy":          func(i *engine.Info) { i.Weight = 6 },
	} {
		bad := good
		spoil(&bad)
		expect.Failure(t, bad.Check(), name, "Check found nothing")
	}
}
