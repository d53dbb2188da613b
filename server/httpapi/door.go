package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type doorCodeInput struct {
	Code string `path:"code"`
}

func (d *handler) doorRoutes(api huma.API) {
	list := call(http.MethodGet, "/me/door-codes", "list-door-codes", "The caller's codes that let new people in", http.StatusOK, 1)
	huma.Register(api, forPlayers(list), forCaller(d.doorCodes))
	add := call(http.MethodPost, "/me/door-codes", "create-door-code", "Make a code that lets new people in, if members may", http.StatusCreated, 5)
	huma.Register(api, forPlayers(add), forCaller(d.makeDoorCode))
	revoke := call(http.MethodDelete, "/me/door-codes/{code}", "revoke-door-code", "Revoke such a code", http.StatusNoContent, 1)
	huma.Register(api, forPlayers(revoke), forCaller(d.revokeDoorCode))
}

func doorCodeOf(c store.DoorCode, code string) wire.DoorCode {
	return wire.DoorCode{ID: c.ID, Code: code, Uses: c.Uses, CreatedAt: c.CreatedAt.UTC(), ExpiresAt: c.ExpiresAt.UTC()}
}

func (d *handler) doorCodes(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.DoorCodeList], error) {
	list, err := d.cfg.Door.Codes(ctx, c.Player.ID)
	return respond(wire.DoorCodeList{Codes: each(list, func(c store.DoorCode) wire.DoorCode { return doorCodeOf(c, "") })}, err)
}

func (d *handler) makeDoorCode(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.DoorCode], error) {
	code, made, err := d.cfg.Door.MakeCode(ctx, c.Player.ID)
	return respond(doorCodeOf(made, code), err)
}

func (d *handler) revokeDoorCode(ctx context.Context, c player.Caller, in *doorCodeInput) (*struct{}, error) {
	return nil, d.cfg.Door.Revoke(ctx, c.Player.ID, in.Code)
}

// People need these paths, and those below these folders, before they are signed in.
var (
	openPaths   = []string{"/session", "/sessions", "/sign-in", "/players", "/titles"}
	openFolders = []string{"/sign-in/", "/mail/", "/openapi", "/texts/"}
)

// closedDoor hides what is public from people who are not signed in, unless the door is open. The invite of a private table shows that table.
func (d *handler) closedDoor(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := d.mayEnter(r); err != nil {
			refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (d *handler) mayEnter(r *http.Request) error {
	if d.cfg.Door.IsOpen() {
		return nil
	}
	path := strings.TrimPrefix(r.URL.Path, Prefix)
	if slices.Contains(openPaths, path) || slices.ContainsFunc(openFolders, func(f string) bool { return strings.HasPrefix(path, f) }) {
		return nil
	}
	v, _ := r.Context().Value(callerKey).(requestCaller)
	switch {
	case v.err != nil && (strings.HasSuffix(path, "/socket") || strings.HasSuffix(path, "/events")):
		return nil // the socket refuses it with a close code, because pages see no other answer
	case v.err != nil:
		return v.err
	case v.caller.Player.ID != "":
		return nil
	}
	if rest, isTable := strings.CutPrefix(path, "/tables/"); isTable {
		id, _, _ := strings.Cut(rest, "/")
		opens, err := d.cfg.Door.Opens(r.Context(), store.TableID(id), r.URL.Query().Get("invite"))
		if err != nil || opens {
			return err
		}
	}
	return apperr.New(apperr.Unauthenticated, "sign in first: this server shows its tables to its members only")
}
