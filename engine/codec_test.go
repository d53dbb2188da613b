package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

type moved struct {
	Seat  engine.Seat `json:"seat"`
	Steps int         `json:"steps"`
}

type hidden struct {
	Seat engine.Seat `json:"seat"`
	Card int         `json:"card"`
}

type stranger struct{}

// movedV1 is the stored form of moved in version 1.
type movedV1 struct {
	Who  engine.Seat `json:"who"`
	Near bool        `json:"near"`
}

func registry() *engine.Registry {
	type seatOnly struct {
		Seat engine.Seat `json:"seat"`
	}
	return engine.NewRegistry(
		engine.Older(engine.NewEventType[moved]("moved", 3, nil), 1, func(old movedV1) moved {
			if old.Near {
				return moved{old.Who, 1}
			}
			return moved{old.Who, 5}
		}),
		engine.NewEventType[hidden]("hidden", 1, engine.ToSeat(
			func(e hidden) engine.Seat { return e.Seat },
			func(e hidden) any { return seatOnly{e.Seat} },
		)).Revealing("a rule"),
	)
}

func TestRegistry_Encode(t *testing.T) {
	t.Parallel()
	stored, err := registry().Encode(moved{2, 7})
	if err != nil || stored.Name != "moved" || stored.Version != 3 || string(stored.Data) != `{"seat":2,"steps":7}` {
		t.Errorf("got %+v, %v", stored, err)
	}
	expect.Error(t, expect.Second(registry().Encode(stranger{})), engine.ErrUnknownEvent, "an unregistered event")
	expect.Failure(t, expect.Second(registry().Encode(moved{0, 1 << 60})), "a number above 2^53-1 was stored")
}

func TestRegistry_Decode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event   string
		version int
		data    string
		want    engine.Event // nil: an error
		unknown bool
	}{
		"today's version":         {"moved", 3, `{"seat":1,"steps":2}`, moved{1, 2}, false},
		"an older one, raised":    {"moved", 1, `{"who":1,"near":true}`, moved{1, 1}, false},
		"an older one, otherwise": {"moved", 1, `{"who":2}`, moved{2, 5}, false},
		"a version never written": {"moved", 2, `{}`, nil, true},
		"a newer version":         {"moved", 4, `{}`, nil, true},
		"version zero":            {"moved", 0, `{}`, nil, true},
		"an unknown name":         {"danced", 1, `{}`, nil, true},
		"a system event":          {"frame.left", 1, `{}`, nil, true},
		"bad data":                {"moved", 3, `{"seat":"one"}`, nil, false},
		"bad data of old":         {"moved", 1, `[]`, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := registry().Decode(engine.Stored{Name: c.event, Version: c.version, Data: json.RawMessage(c.data)})
			if got != c.want || (err == nil) != (c.want != nil) || errors.Is(err, engine.ErrUnknownEvent) != c.unknown {
				t.Errorf("got %v, %v, want %v", got, err, c.want)
			}
		})
	}
}

func TestRegistry_Types(t *testing.T) {
	t.Parallel()
	var names []string
	for _, row := range registry().Types() {
		names = append(names, row.Name)
	}
	expect.Slice(t, names, []string{"hidden", "moved"}, "types")
	row, ok := registry().Type("moved")
	if got, want := row.Versions(), []int{1, 3}; !ok || !slices.Equal(got, want) {
		t.Errorf("versions: got %v, want %v", got, want)
	}
	expect.Equal(t, expect.First(registry().Type("hidden")).Reveals, "a rule", "reveals")
}

type reserved struct{}

func TestNewRegistry_RefusesTakenNames(t *testing.T) {
	t.Parallel()
	for name, types := range map[string][]engine.EventType{
		"a name twice":   {engine.NewEventType[moved]("moved", 1, nil), engine.NewEventType[moved]("moved", 2, nil)},
		"a system event": {engine.NewEventType[reserved]("frame.mine", 1, nil)},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s did not panic", name)
				}
			}()
			engine.NewRegistry(types...)
		}()
	}
}

func TestRegistry_Redact(t *testing.T) {
	t.Parallel()
	open := engine.NewRegistry(engine.NewEventType[moved]("moved", 1, engine.Public))
	for name, c := range map[string]struct {
		registry *engine.Registry
		event    engine.Event
		viewer   engine.Viewer
		want     string // empty: withheld
	}{
		"public, spectator":         {open, moved{1, 2}, engine.Spectator(), `{"name":"moved","data":{"seat":1,"steps":2}}`},
		"without a rule, seat":      {registry(), moved{1, 2}, engine.SeatViewer(1), ""},
		"without a rule, spectator": {registry(), moved{1, 2}, engine.Viewer{}, ""},
		"unregistered":              {registry(), stranger{}, engine.SeatViewer(0), ""},
		"hidden, its seat":          {registry(), hidden{1, 9}, engine.SeatViewer(1), `{"name":"hidden","data":{"seat":1,"card":9}}`},
		"hidden, another seat":      {registry(), hidden{1, 9}, engine.SeatViewer(0), `{"name":"hidden","data":{"seat":1}}`},
		"hidden, zero viewer":       {registry(), hidden{0, 9}, engine.Viewer{}, `{"name":"hidden","data":{"seat":0}}`},
		"hidden, no seat":           {registry(), hidden{engine.NoSeat, 9}, engine.SeatViewer(engine.NoSeat), `{"name":"hidden","data":{"seat":-1}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			redacted, ok := c.registry.Redact(c.event, c.viewer)
			got := ""
			if ok {
				raw := must.Return(json.Marshal(redacted))(t)
				got = string(raw)
			}
			expect.Equal(t, got, c.want)
		})
	}
}

func TestToSeat_WithholdsOtherTypes(t *testing.T) {
	t.Parallel()
	rule := engine.ToSeat(func(hidden) engine.Seat { return 0 }, func(e hidden) any { return e })
	if got, ok := rule(moved{}, engine.SeatViewer(0)); ok {
		t.Errorf("got %v, want nothing", got)
	}
}

func TestEventType_Forms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		event engine.EventType
		want  []string
	}{
		"public":         {engine.NewEventType[moved]("moved", 1, engine.Public), []string{"engine_test.moved"}},
		"without a rule": {engine.NewEventType[moved]("moved", 1, nil), nil},
		"withheld":       {engine.NewEventType[moved]("moved", 1, engine.Withhold), nil},
		"by seat": {engine.NewEventType[hidden]("hidden", 1, engine.ToSeat(
			func(e hidden) engine.Seat { return e.Seat }, func(e hidden) any { return moved{} },
		)), []string{"engine_test.moved", "engine_test.hidden"}},
		"a rule that fails for seats": {engine.NewEventType[moved]("moved", 1, func(_ engine.Event, v engine.Viewer) (any, bool) {
			if _, seated := v.Seat(); seated {
				panic("no such seat")
			}
			return hidden{}, true
		}), []string{"engine_test.hidden"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, form := range c.event.Forms(2) {
				got = append(got, fmt.Sprintf("%T", form))
			}
			expect.Slice(t, got, c.want)
		})
	}
}
