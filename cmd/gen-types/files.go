package main

import (
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"

	"nemeton/engine"
	"nemeton/engine/catalog"
	"nemeton/engine/example"
	"nemeton/engine/inbrowser"
	"nemeton/server/wire"
	"nemeton/server/wire/tsgen"
)

const header = "// Made by `make generate` from the Go types; do not edit.\n"

// file is one generated file. Its path is relative to web/src.
type file struct{ path, text string }

// files generates the types of the protocol, the types of request bodies, and the names of the titles. Each title of the catalog,
// and the template, gets three files.
func files() ([]file, error) {
	text, err := tsgen.Generate(header, wireTypes())
	if err != nil {
		return nil, err
	}
	requests, err := requestTypes()
	if err != nil {
		return nil, err
	}
	keys, err := namedKeys()
	if err != nil {
		return nil, err
	}
	commands, err := engineTypes()
	if err != nil {
		return nil, err
	}
	list := []file{{"lib/wire/types.gen.ts", text}, {"lib/engine/types.gen.ts", commands}, {"lib/wire/requests.gen.ts", requests}, {"games/names.gen.ts", titleNames(catalog.Titles())}, {"lib/i18n/named-keys.gen.ts", keys}}
	for _, title := range append(catalog.Titles(), example.Title{}) {
		folder := path.Join("games", title.Info().ID)
		types, err := titleTypes(title)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", title.Info().ID, err)
		}
		schemas, err := titleSchemas(title)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", title.Info().ID, err)
		}
		list = append(list, file{path.Join(folder, "types.gen.ts"), types}, file{path.Join(folder, "schema.gen.ts"), schemas},
			file{path.Join(folder, "keys.gen.json"), titleKeys(title)})
	}
	return list, nil
}

// engineTypes generates the types of the commands of the engine in the browser.
func engineTypes() (string, error) {
	requests, answers := inbrowser.Commands()
	index := func(name string, of map[string]reflect.Type) tsgen.Index {
		list := tsgen.Index{Name: name}
		for _, command := range slices.Sorted(maps.Keys(of)) {
			list.Members = append(list.Members, tsgen.Member{Name: command, Types: []reflect.Type{of[command]}})
		}
		return list
	}
	return tsgen.Generate(header, []reflect.Type{reflect.TypeFor[inbrowser.Answer]()}, index("Requests", requests), index("Answers", answers))
}

func wireTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[wire.Snapshot](),
		reflect.TypeFor[wire.Update](),
		reflect.TypeFor[wire.Result](),
		reflect.TypeFor[wire.Presence](),
		reflect.TypeFor[wire.TableMessage](),
		reflect.TypeFor[wire.Watch](),
		reflect.TypeFor[wire.Log](),
		reflect.TypeFor[wire.ClientMessage](),
		reflect.TypeFor[engine.RedactedEvent](),
		reflect.TypeFor[engine.Decision](),
		reflect.TypeFor[engine.Outcome](),
		reflect.TypeFor[wire.Title](),
		reflect.TypeFor[wire.OneTable](),
		reflect.TypeFor[wire.TableList](),
		reflect.TypeFor[wire.SignedIn](),
		reflect.TypeFor[wire.Here](),
		reflect.TypeFor[wire.SessionList](),
		reflect.TypeFor[wire.Link](),
		reflect.TypeFor[wire.LinkList](),
		reflect.TypeFor[wire.Me](),
		reflect.TypeFor[wire.Profile](),
		reflect.TypeFor[wire.GameList](),
		reflect.TypeFor[wire.Versus](),
		reflect.TypeFor[wire.CompanionList](),
		reflect.TypeFor[wire.FriendList](),
		reflect.TypeFor[wire.FriendAnswer](),
		reflect.TypeFor[wire.Circle](),
		reflect.TypeFor[wire.InvitationList](),
		reflect.TypeFor[wire.InvitedList](),
		reflect.TypeFor[wire.BlockedList](),
		reflect.TypeFor[wire.Notifications](),
		reflect.TypeFor[wire.Channels](),
		reflect.TypeFor[wire.PushDevices](),
		reflect.TypeFor[wire.Overview](),
		reflect.TypeFor[wire.Attention](),
		reflect.TypeFor[wire.Chat](),
		reflect.TypeFor[wire.ChatPage](),
		reflect.TypeFor[wire.ChatUpdate](),
		reflect.TypeFor[wire.ChatRead](),
		reflect.TypeFor[wire.Rotated](),
		reflect.TypeFor[wire.Done](),
		reflect.TypeFor[wire.RecoveryAnswer](),
		reflect.TypeFor[wire.RecoveryList](),
		reflect.TypeFor[wire.SignInWays](),
		reflect.TypeFor[wire.PasskeyOptions](),
		reflect.TypeFor[wire.Way](),
		reflect.TypeFor[wire.WayList](),
		reflect.TypeFor[wire.MergeOffer](),
		reflect.TypeFor[wire.Waiting](),
		reflect.TypeFor[wire.SignInAnswer](),
		reflect.TypeFor[wire.DeviceRequest](),
		reflect.TypeFor[wire.Redirect](),
		reflect.TypeFor[wire.DoorCode](),
		reflect.TypeFor[wire.DoorCodeList](),
	}
}
