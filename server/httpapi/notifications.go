package httpapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/notify"
	"nemeton/server/notify/push"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type changeNotificationsInput struct {
	Body struct {
		When     *string          `json:"when,omitempty" enum:"absent,always"`
		Muted    *[]string        `json:"muted,omitempty" maxItems:"20" doc:"Occasions without notifications"`
		Quiet    *wire.QuietHours `json:"quiet,omitempty"`
		QuietOff bool             `json:"quietOff,omitempty" doc:"Ends the quiet hours"`
		Language *string          `json:"language,omitempty" doc:"A code of texts/languages.json"`
	}
}

type subscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" maxLength:"1000"`
		Keys     struct {
			P256dh string `json:"p256dh" maxLength:"200"`
			Auth   string `json:"auth" maxLength:"100"`
		} `json:"keys"`
	}
}

type unsubscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" maxLength:"1000"`
	}
}

type mailInput struct {
	Body struct {
		Address string `json:"address" maxLength:"254"`
	}
}

type tokenInput struct {
	Body struct {
		Token string `json:"token" maxLength:"200"`
	}
}

type webhookInput struct {
	Body struct {
		URL    string `json:"url" maxLength:"1000"`
		Format string `json:"format" enum:"standard,discord,slack,ntfy"`
	}
}

type nudgeInput struct {
	TableInput
	Seat int `path:"seat"`
}

func (d *handler) notificationRoutes(api huma.API) {
	n := d.cfg.Notify
	huma.Register(api, call(http.MethodGet, "/notifications", "get-channels", "The ways by which this server can notify people", http.StatusOK, 1),
		func(context.Context, *struct{}) (*output[wire.Channels], error) { return respond(n.Channels(), nil) })
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/overview", "get-overview", "What waits for the caller at all tables", http.StatusOK, 1)), forCaller(d.overview))
	huma.Register(api, forPlayers(call(http.MethodPost, "/me/attention", "attend", "Say that the caller looks at a page; for clients without the socket", http.StatusNoContent, 1)),
		forCaller(func(ctx context.Context, c player.Caller, _ *struct{}) (*struct{}, error) {
			return nil, n.Attend(ctx, c.Player.ID)
		}))
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/notifications", "get-notifications", "How the caller is notified", http.StatusOK, 1)),
		forCaller(func(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.Notifications], error) {
			return respond(n.Describe(ctx, c.Player.ID))
		}))
	huma.Register(api, forPlayers(call(http.MethodPatch, "/me/notifications", "change-notifications", "Change how the caller is notified", http.StatusOK, 1)),
		forCaller(func(ctx context.Context, c player.Caller, in *changeNotificationsInput) (*output[wire.Notifications], error) {
			b := in.Body
			return respond(n.Change(ctx, c.Player.ID, notify.Changes{When: b.When, Muted: b.Muted, Quiet: b.Quiet, NoQuiet: b.QuietOff, Language: b.Language}))
		}))
	huma.Register(api, forPlayers(call(http.MethodGet, "/me/push", "list-push", "The browsers that receive the caller's notifications", http.StatusOK, 1)),
		forCaller(func(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.PushDevices], error) {
			return respond(n.Devices(ctx, c.Player.ID))
		}))
	huma.Register(api, forPlayers(call(http.MethodPost, "/me/push", "add-push", "Send the caller's notifications to a browser", http.StatusNoContent, 2)),
		forCaller(func(ctx context.Context, c player.Caller, in *subscribeInput) (*struct{}, error) {
			return nil, n.Subscribe(ctx, c.Player.ID, push.Subscription{Endpoint: in.Body.Endpoint, Keys: push.Keys{P256dh: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth}})
		}))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/push", "remove-push", "Send a browser no more notifications", http.StatusNoContent, 1)),
		forCaller(func(ctx context.Context, c player.Caller, in *unsubscribeInput) (*struct{}, error) {
			return nil, n.Unsubscribe(ctx, c.Player.ID, in.Body.Endpoint)
		}))
	huma.Register(api, forPlayers(call(http.MethodPut, "/me/mail", "set-mail", "Send a mail that verifies the address for the caller's notifications", http.StatusOK, 20)),
		forCaller(func(ctx context.Context, c player.Caller, in *mailInput) (*output[wire.Notifications], error) {
			return respond(n.SetMail(ctx, c.Player.ID, c.Session, originOf(ctx).address, in.Body.Address))
		}))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/mail", "remove-mail", "Send the caller no more mails", http.StatusNoContent, 1)), d.removeChannel(store.MailChannel))
	huma.Register(api, call(http.MethodPost, "/mail/confirm", "confirm-mail", "Verify a mail address with the token of its mail", http.StatusNoContent, 2), d.confirmMail)
	huma.Register(api, forPlayers(call(http.MethodPut, "/me/webhook", "set-webhook", "Call a URL for the caller's notifications", http.StatusOK, 2)),
		forCaller(func(ctx context.Context, c player.Caller, in *webhookInput) (*output[wire.Notifications], error) {
			return respond(n.SetHook(ctx, c.Player.ID, in.Body.URL, in.Body.Format))
		}))
	huma.Register(api, forPlayers(call(http.MethodDelete, "/me/webhook", "remove-webhook", "Call no URL any more", http.StatusNoContent, 1)), d.removeChannel(store.HookChannel))
	huma.Register(api, forPlayers(call(http.MethodPost, "/me/webhook/test", "test-webhook", "Call the caller's webhook once", http.StatusOK, 20)),
		forCaller(func(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.Notifications], error) {
			return respond(n.TestHook(ctx, c.Player.ID))
		}))
	huma.Register(api, forPlayers(call(http.MethodPost, "/tables/{id}/seats/{seat}/nudge", "nudge", "Notify the player of a seat who keeps the caller waiting", http.StatusNoContent, 2)), forTable(d.nudge))
}

func (d *handler) overview(ctx context.Context, c player.Caller, _ *struct{}) (*output[wire.Overview], error) {
	return respond(d.cfg.TurnFeed.Of(ctx, c.Player.ID))
}

func (d *handler) removeChannel(kind store.ChannelKind) func(context.Context, *struct{}) (*struct{}, error) {
	return forCaller(func(ctx context.Context, c player.Caller, _ *struct{}) (*struct{}, error) {
		return nil, d.cfg.Notify.RemoveKind(ctx, c.Player.ID, kind)
	})
}

func (d *handler) confirmMail(ctx context.Context, in *tokenInput) (*struct{}, error) {
	return nil, d.cfg.Notify.ConfirmMail(ctx, in.Body.Token)
}

func (d *handler) nudge(ctx context.Context, c player.Caller, id store.TableID, in *nudgeInput) (*struct{}, error) {
	if in.Seat < 0 {
		return nil, apperr.New(apperr.BadSeats, "there is no such seat")
	}
	if _, _, err := d.visible(ctx, in); err != nil {
		return nil, err
	}
	return nil, d.cfg.Notify.Nudge(ctx, id, c.Player.ID, engine.Seat(in.Seat))
}
