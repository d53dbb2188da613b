package chat

import (
	"slices"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// reader is a person who may see a table; the zero player is anonymous.
type reader struct {
	row    store.Table
	player store.PlayerID
}

func (r reader) own() store.ChatChannel {
	if _, sits := access.SeatOf(r.row, r.player); sits || r.row.State == store.Open {
		return store.PlayersChannel
	}
	return store.SpectatorsChannel
}

func (r reader) reads(channel store.ChatChannel) bool {
	switch r.row.State {
	case store.Open, store.Running:
		return channel == r.own()
	case store.Finished:
		return channel == store.PlayersChannel || channel == store.SpectatorsChannel
	}
	return false
}

func (r reader) writes(channel store.ChatChannel) bool {
	return r.player != "" && !access.Barred(r.row, r.player) && r.reads(channel)
}

func (r reader) channels() []store.ChatChannel {
	return slices.DeleteFunc(store.ChatChannels(), func(c store.ChatChannel) bool { return !r.reads(c) })
}

func (r reader) mayWrite(channel store.ChatChannel) error {
	switch {
	case r.row.State == store.Closed:
		return apperr.New(apperr.TableClosed, "everybody has left this table")
	case access.Barred(r.row, r.player):
		return apperr.New(apperr.Barred, "the host has removed you from this table")
	case !r.writes(channel):
		return apperr.New(apperr.NotAllowed, "you cannot write to these people now")
	}
	return nil
}
