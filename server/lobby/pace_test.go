package lobby_test

import (
	"context"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/clock"
	"nemeton/server/apperr"
	"nemeton/server/lobby"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestPace_Create(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada := h.player("Ada")
	for name, c := range map[string]struct {
		options engine.Options
		pace    *lobby.Pace
		want    clock.Pace
		code    apperr.Code
	}{
		"none":                   {},
		"free":                   {pace: &lobby.Pace{Kind: "free"}},
		"live":                   {pace: &lobby.Pace{Kind: "live", Bank: 600, Increment: 20}, want: clock.Pace{Kind: clock.Live, Bank: 600_000, Increment: 20_000, Level: "medium"}},
		"days, claimed":          {pace: &lobby.Pace{Kind: "days", Bank: 1, ByHand: true, Level: "hard"}, want: clock.Pace{Kind: clock.Days, Bank: 1000, ByHand: true, Level: "hard"}},
		"no such kind":           {pace: &lobby.Pace{Kind: "fast"}, code: apperr.BadOptions},
		"no bank":                {pace: &lobby.Pace{Kind: "live"}, code: apperr.BadOptions},
		"a bank too large":       {pace: &lobby.Pace{Kind: "live", Bank: 86_401}, code: apperr.BadOptions},
		"a negative increment":   {pace: &lobby.Pace{Kind: "days", Bank: 60, Increment: -1}, code: apperr.BadOptions},
		"a bank at a free pace":  {pace: &lobby.Pace{Kind: "free", Bank: 60}, code: apperr.BadOptions},
		"no such level":          {pace: &lobby.Pace{Kind: "live", Bank: 60, Level: "random"}, code: apperr.BadOptions},
		"clocks and a takeover":  {engine.Options{clock.OptionTakeover: 1}, &lobby.Pace{Kind: "live", Bank: 60}, clock.Pace{}, apperr.BadOptions},
		"a takeover in the pace": {pace: &lobby.Pace{Kind: "live", Bank: 60, Takeover: new(120)}, code: apperr.BadOptions},
		"no such takeover":       {pace: &lobby.Pace{Kind: "free", Takeover: new(7)}, code: apperr.BadOptions},
		"an option of the pace":  {options: engine.Options{clock.OptionBank: 60}, code: apperr.BadOptions},
	} {
		row, err := h.Create(ctx, ada, lobby.CreateRequest{Title: "toy", Seats: 2, Options: c.options, Pace: c.pace})
		if got := clock.PaceOf(row.Options); apperr.CodeOf(err) != c.code || got != c.want {
			t.Errorf("%s: got %+v and %v, want %+v and %q", name, got, err, c.want, c.code)
		}
	}
	row, err := h.Create(ctx, ada, lobby.CreateRequest{Title: "toy", Seats: 2, Pace: &lobby.Pace{Kind: "free", Takeover: new(3600)}})
	if got := clock.PaceOf(row.Options); err != nil || got != (clock.Pace{Takeover: 3600_000}) {
		t.Errorf("a takeover after an hour: got %+v, %v", got, err)
	}
}

// The host changes the pace until the start, which gives the table another commitment. A rematch keeps it.
func TestPace_Change(t *testing.T) {
	t.Parallel()
	ctx, h := context.Background(), newFixture(t)
	ada, bob := h.player("Ada"), h.player("Bob")
	row := h.contribute(h.table(2, ada, bob))
	before := must.Return(row.Commitment())(t)
	change := func(w lobby.SettingsRequest) {
		t.Helper()
		row = must.Return(h.Change(ctx, row.ID, ada, w))(t)
	}
	change(lobby.SettingsRequest{Options: engine.Options{clock.OptionTakeover: 2}})
	change(lobby.SettingsRequest{Pace: &lobby.Pace{Kind: "days", Bank: 60, Increment: 5}})
	after, err := row.Commitment()
	if p := clock.PaceOf(row.Options); err != nil || after == before || p.Kind != clock.Days || row.Options[clock.OptionTakeover] != 0 || row.Answered(0) {
		t.Errorf("got %+v, %v", row.Options, err)
	}
	expect.Equal(t, apperr.CodeOf(expect.Second(h.Change(ctx, row.ID, ada, lobby.SettingsRequest{Options: engine.Options{clock.OptionTakeover: 2}}))), apperr.BadOptions, "a takeover beside clocks")
	change(lobby.SettingsRequest{Options: engine.Options{"rounds": 4}})
	expect.Equal(t, clock.PaceOf(row.Options).Kind, clock.Days, "another option changed the pace")
	changes := len(row.Changes)
	change(lobby.SettingsRequest{Pace: &lobby.Pace{Kind: "free"}})
	if _, set := row.Options[clock.OptionPace]; set || len(row.Changes) != changes+1 {
		t.Errorf("a free pace: got %v, %d changes", row.Options, len(row.Changes))
	}
	change(lobby.SettingsRequest{Pace: &lobby.Pace{Kind: "live", Bank: 60, Increment: 5}})
	row = must.Return(h.Start(ctx, h.contribute(row).ID, ada))(t)
	h.finish(row)
	next, _, err := h.Rematch(ctx, row.ID, ada, "")
	if err != nil || clock.PaceOf(next.Options) != clock.PaceOf(row.Options) {
		t.Errorf("a rematch: got %+v, %v", next.Options, err)
	}
}

// The engine cannot import the levels of bots.
func TestPace_Levels(t *testing.T) {
	t.Parallel()
	for _, level := range clock.Levels() {
		if !slices.Contains(bot.Levels(), bot.Level(level)) {
			t.Errorf("there is no bot of the level %q", level)
		}
	}
}
