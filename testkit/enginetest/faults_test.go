package enginetest_test

import (
	"testing"

	"nemeton/engine"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/enginetest/toy"
	"nemeton/testkit/expect"
	"nemeton/testkit/testsize"
)

// faults lists, for each law, planted faults that it must find.
var faults = map[string][]toy.Fault{
	"ends":        {toy.Endless},
	"open":        {toy.Stalls, toy.OpenPast, toy.NoWinner, toy.AlwaysIn},
	"replay":      {toy.EvolveRemembers, toy.DecideHides},
	"codec":       {toy.LosesField, toy.OldUnread},
	"state codec": {toy.ForgetsField, toy.HalvesField, toy.MapOrder, toy.RefusesState},
	"pool codec":  {toy.HalvesField, toy.MapOrder, toy.RefusesState},
	"same bytes":  {toy.DecideRemembers},
	"listed":      {toy.ListsUnread, toy.ListsTwice, toy.DecidePanics, toy.ListsBareText},
	"refusals":    {toy.ReadsLoosely, toy.ReadsPointers},
	"decisions":   {toy.Renumbers, toy.ReusesID, toy.Unsorted, toy.NumberTwice, toy.Withdraws, toy.OwesTwice},
	"purity":      {toy.ViewWrites, toy.DecideWrites, toy.CloneShares},
	"advance":     {toy.AdvanceStops, toy.AppendReplaces},
	"noninterference": {
		toy.StartLeaks, toy.ViewLeaks, toy.StageLeaks, toy.EventLeaks, toy.DecisionLeaks, toy.CountLeaks, toy.NumberLeaks, toy.UndoLeaks,
		toy.RevealTooMuch, toy.SampleWrong, toy.SampleFails, toy.StandingLeaks, toy.EffectLeaks,
		toy.RefusalLeaks,
	},
	"rules":         {toy.CauseUnknown, toy.CauseMissing, toy.CauseNoKind, toy.RefusalOffered, toy.RefusalUnknown},
	"effects":       {toy.EffectLies, toy.EffectMissing, toy.EffectNarrow, toy.EffectStrange},
	"redaction":     {toy.NoRule},
	"view encoding": {toy.ViewBloats, toy.ViewFractions, toy.ViewNoObject, toy.ViewMislabels},
	"encoders":      {toy.ViewMisencodes, toy.OwnLacks},
	"progress":      {toy.Endless, toy.LongerGame},
	"forks":         {toy.RedealsHands, toy.RedealTells, toy.RedealSkips},
	// The law source has its own test: see source_test.go.
	"source": {},
}

func TestLaws_CatchPlantedFaults(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	for _, law := range enginetest.Laws() {
		planted, ok := faults[law.Name]
		if !ok {
			t.Errorf("law %q has no planted fault", law.Name)
		}
		for _, fault := range planted {
			t.Run(law.Name+"/"+string(fault), func(t *testing.T) {
				t.Parallel()
				err := law.Break(toy.Broken(fault), options())
				expect.Failure(t, err, "the law", law.Name, "does not catch:", fault)
				t.Log(err)
			})
		}
	}
}

func TestLaws_CatchAStrangeSecret(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	o := options()
	o.Secret = append(o.Secret, "pikc")
	for _, law := range enginetest.Laws() {
		expect.Equal(t, (law.Break(toy.Title{}, o) != nil), law.Name == "noninterference", "law", law.Name, "with a secret kind that does not exist")
	}
}

func options() enginetest.Options {
	return enginetest.Options{Games: 5, Stride: 2, MaxMoves: 200, Dir: "toy", Rulebook: "toy/rules.md", Secret: []string{"pick"}, Happened: func(p enginetest.Played) []engine.Effect {
		return toy.Happened(p.Events(1))
	}}
}
