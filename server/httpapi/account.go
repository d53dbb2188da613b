package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type wayInput struct {
	Way string `path:"way"`
}

type renameWayInput struct {
	Way  string `path:"way"`
	Body struct {
		Name string `json:"name" maxLength:"64"`
	}
}

type finishPasskeyInput struct {
	Agent string `header:"User-Agent" hidden:"true"`
	Body  struct {
		Attempt    string          `json:"attempt"`
		Credential json.RawMessage `json:"credential" doc:"The browser's answer, as PublicKeyCredential.toJSON() has it"`
		Name       string          `json:"name,omitempty" maxLength:"64" doc:"Of a new passkey"`
	}
}

type mergeInput struct {
	Offer string `path:"offer"`
	Agent string `header:"User-Agent" hidden:"true"`
}

func (d *handler) accountRoutes(api huma.API) {
	list := call(http.MethodGet, "/me/ways", "list-ways", "The caller's ways back, and what happened to the account", http.StatusOK, 2)
	huma.Register(api, forPlayers(list), forCaller(d.ways))
	rename := call(http.MethodPatch, "/me/ways/{way}", "rename-way", "Name a way back", http.StatusNoContent, 1)
	huma.Register(api, forPlayers(rename), forCaller(d.renameWay))
	remove := call(http.MethodDelete, "/me/ways/{way}", "remove-way", "Remove a way back", http.StatusNoContent, 2)
	huma.Register(api, forPlayers(remove), forCaller(d.removeWay))
	begin := call(http.MethodPost, "/me/passkeys", "begin-passkey", "The options with which the browser makes a passkey", http.StatusOK, 3)
	huma.Register(api, forPlayers(begin), forCaller(d.beginPasskey))
	finish := call(http.MethodPost, "/me/passkeys/finish", "finish-passkey", "Store the passkey that the browser made", http.StatusCreated, 5)
	huma.Register(api, forPlayers(finish), forCaller(d.finishPasskey))
	look := call(http.MethodGet, "/me/guests/{offer}", "look-at-guest", "What the guest of before has", http.StatusOK, 3)
	huma.Register(api, forPlayers(look), forCaller(d.lookAtGuest))
	merge := call(http.MethodPost, "/me/guests/{offer}", "merge-guest", "Make the guest of before one with the caller", http.StatusOK, 10)
	huma.Register(api, forPlayers(merge), forCaller(d.merge))
	back := call(http.MethodDelete, "/me/guests/{offer}", "return-to-guest", "Sign out, and be the guest of before again", http.StatusOK, 5)
	huma.Register(api, forPlayers(back), forCaller(d.goBack))
}

func (d *handler) ways(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.WayList], error) {
	list, err := d.cfg.Accounts.Ways(ctx, c.Player.ID)
	if err != nil {
		return nil, err
	}
	events, err := d.cfg.Accounts.Events(ctx, c.Player.ID)
	if err != nil {
		return nil, err
	}
	told, err := d.cfg.Notify.Describe(ctx, c.Player.ID)
	if err != nil {
		return nil, err
	}
	out := wire.WayList{Ways: each(list, wayOf), Events: each(events, func(e store.AccountEvent) wire.AccountEvent {
		return wire.AccountEvent{ID: e.ID, At: e.At.UTC(), Kind: e.Kind, Name: e.Name}
	})}
	if told.Mail.Available && told.Mail.Verified {
		out.Mail = told.Mail.Address
	}
	return respond(out, nil)
}

func wayOf(w store.Way) wire.Way {
	way := wire.Way{ID: w.ID, Kind: string(w.Kind), Name: w.Name, CreatedAt: w.CreatedAt.UTC()}
	if !w.UsedAt.IsZero() {
		used := w.UsedAt.UTC()
		way.UsedAt = &used
	}
	return way
}

func (d *handler) renameWay(ctx context.Context, c player.Caller, in *renameWayInput) (*struct{}, error) {
	return nil, d.cfg.Accounts.Rename(ctx, c.Player.ID, in.Way, in.Body.Name)
}

func (d *handler) removeWay(ctx context.Context, c player.Caller, in *wayInput) (*struct{}, error) {
	return nil, d.cfg.Accounts.Remove(ctx, c.Player.ID, in.Way)
}

func (d *handler) beginPasskey(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.PasskeyOptions], error) {
	options, attempt, err := d.cfg.Accounts.BeginPasskey(ctx, originOf(ctx).page, c.Player.ID)
	return passkeyOptions(options, attempt, err)
}

func passkeyOptions(options any, attempt string, err error) (*output[wire.PasskeyOptions], error) {
	if err != nil {
		return nil, apperr.Of(err)
	}
	raw, err := json.Marshal(options)
	if err != nil {
		return nil, apperr.Of(err)
	}
	return respond(wire.PasskeyOptions{Attempt: attempt, Options: raw}, nil)
}

func (d *handler) finishPasskey(ctx context.Context, c player.Caller, in *finishPasskeyInput) (*output[wire.Way], error) {
	name := in.Body.Name
	if strings.TrimSpace(name) == "" {
		name = device(in.Agent)
	}
	w, err := d.cfg.Accounts.FinishPasskey(ctx, originOf(ctx).page, c.Player.ID, in.Body.Attempt, in.Body.Credential, name)
	return respond(wayOf(w), err)
}

func (d *handler) lookAtGuest(ctx context.Context, c player.Caller, in *mergeInput) (*output[wire.MergeOffer], error) {
	m, err := d.cfg.Accounts.LookAtMerge(ctx, c.Player.ID, in.Offer)
	return respond(offerOf(in.Offer, m), err)
}

func (d *handler) merge(ctx context.Context, c player.Caller, in *mergeInput) (*output[wire.MergeOffer], error) {
	m, err := d.cfg.Accounts.Merge(ctx, c.Player.ID, in.Offer)
	return respond(offerOf(in.Offer, m), err)
}

// goBack gives the browser a session of the guest. The sessions of before stay, because the answer can get lost.
func (d *handler) goBack(ctx context.Context, c player.Caller, in *mergeInput) (*signedInOutput, error) {
	guest, err := d.cfg.Accounts.GoBack(ctx, c.Player.ID, in.Offer)
	if err != nil {
		return nil, err
	}
	p, token, err := d.cfg.Players.SignIn(ctx, guest, device(in.Agent))
	if err != nil {
		return nil, err
	}
	return signedIn(ctx, p, token, nil), nil
}

func offerOf(id string, m store.Merged) wire.MergeOffer {
	o := wire.MergeOffer{
		ID: id, Name: m.Name, Unfinished: m.Unfinished, Finished: len(m.Tables) - m.Unfinished, Results: m.Results, Messages: m.Messages,
		Invitations: m.Invitations, Blocks: m.Blocks, Devices: len(m.Sessions),
	}
	for _, id := range m.Waiting {
		o.Waiting = append(o.Waiting, string(id))
	}
	return o
}

// signedInAs answers a sign-in. If the browser was signed in as a guest, the answer offers to make them one.
func (d *handler) signedInAs(ctx context.Context, p store.Player, token string, err error) (*signedInOutput, error) {
	if err != nil {
		return nil, err
	}
	var offer *wire.MergeOffer
	if v, _ := ctx.Value(callerKey).(requestCaller); v.caller.Player.ID != "" {
		id, m, err := d.cfg.Accounts.OfferMerge(ctx, v.caller.Player.ID, v.caller.Session, p.ID)
		if err != nil {
			return nil, err
		}
		if id != "" {
			o := offerOf(id, m)
			offer = &o
		}
	}
	return signedIn(ctx, p, token, offer), nil
}
