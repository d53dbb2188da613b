package wiring

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"nemeton/server/account"
	"nemeton/server/door"
	"nemeton/server/httpapi"
	"nemeton/server/store"
)

type accountFlags struct {
	Door        string `default:"open" enum:"open,invite,oidc" env:"NEMETON_DOOR" help:"How new people come in: open (by a name), invite (with an invitation to a table or a code of the server) or oidc. Unless it is open, everything needs a session."`
	DoorMembers bool   `env:"NEMETON_DOOR_MEMBERS" help:"With --door invite: members make codes of the server, too, not operators alone."`
	PasskeyName string `env:"NEMETON_PASSKEY_NAME" placeholder:"games.example" help:"Name to which passkeys belong, after a move of --public-url to another name. Default: the host of --public-url, or of the page."`
	OIDCIssuer  string `name:"oidc-issuer" env:"NEMETON_OIDC_ISSUER" placeholder:"https://id.example" help:"OpenID Connect provider by which people sign in, besides the other ways. It needs --public-url, --oidc-client and --oidc-secret."`
	OIDCClient  string `name:"oidc-client" env:"NEMETON_OIDC_CLIENT" placeholder:"ID" help:"Id of this server at the provider."`
	OIDCSecret  string `name:"oidc-secret" env:"NEMETON_OIDC_SECRET" placeholder:"SECRET" help:"Secret of this server at the provider. Prefer the environment variable, because process lists show flags."`
	OIDCName    string `name:"oidc-name" default:"OpenID" env:"NEMETON_OIDC_NAME" help:"Name of the provider on the sign-in page."`
}

// oidcName is the default of --oidc-name.
const oidcName = "OpenID"

type accountConfig struct {
	Door    door.Kind // empty: open
	Members bool
	Passkey string
	OIDC    *account.OIDC // nil: none
}

func (f accountFlags) config(public string) (accountConfig, error) {
	c := accountConfig{Door: door.Kind(f.Door), Members: f.DoorMembers, Passkey: strings.ToLower(f.PasskeyName)}
	if c.Passkey != "" && (public == "" || net.ParseIP(c.Passkey) != nil || strings.ContainsAny(c.Passkey, ":/ ")) {
		return c, fmt.Errorf("--passkey-name is a host name, and needs --public-url")
	}
	if f.OIDCIssuer == "" {
		if c.Door == door.OIDC {
			return c, fmt.Errorf("--door oidc needs --oidc-issuer")
		}
		return c, nil
	}
	if public == "" || f.OIDCClient == "" || f.OIDCSecret == "" {
		return c, fmt.Errorf("--oidc-issuer needs --public-url, --oidc-client and --oidc-secret")
	}
	if u, err := url.Parse(f.OIDCIssuer); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return c, fmt.Errorf("--oidc-issuer: the address must have the form https://HOST")
	}
	c.OIDC = &account.OIDC{
		Name: f.OIDCName, Issuer: f.OIDCIssuer, Client: f.OIDCClient, Secret: f.OIDCSecret,
		Return: strings.TrimSuffix(public, "/") + httpapi.Prefix + "/sign-in/oidc/return",
	}
	return c, nil
}

// tellTime is the time in which all channels of a player are told of a change of the account.
const tellTime = 30 * time.Second

func (a *App) startAccounts(cfg Config) {
	kind := cfg.Account.Door
	if kind == "" {
		kind = door.Open
	}
	a.door = door.NewService(door.Config{
		Kind: kind, Members: cfg.Account.Members, Store: a.store, Now: cfg.Environment.Now, NewID: cfg.Environment.NewID, Entropy: cfg.Environment.Entropy,
	})
	a.accounts = account.NewService(account.Config{
		Store: a.store, Mail: a.notify, NewSession: a.players.NewSession, Create: a.players.Create, Tell: a.tellAccount, Merged: a.announceMerged,
		Public: httpapi.Origin(cfg.Notify.Public), Passkey: cfg.Account.Passkey, OIDC: cfg.Account.OIDC,
		Now: cfg.Environment.Now, NewID: cfg.Environment.NewID, Entropy: cfg.Environment.Entropy, SecretKey: []byte(cfg.SecretKey),
	})
}

// tellAccount tells a player of an event, while the caller goes on. The sockets of the player learn of it at once.
func (a *App) tellAccount(ctx context.Context, e store.AccountEvent) {
	a.Registry.AnnouncePlayer(e.Player)
	a.tells.Go(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tellTime)
		defer cancel()
		a.notify.TellAccount(ctx, e)
	})
}

// announceMerged shows all tables and sockets that a guest became one with another player.
func (a *App) announceMerged(ctx context.Context, m store.Merged) {
	for _, session := range m.Sessions {
		a.Registry.EndSession(session) // their sockets open anew as the other player
	}
	a.Registry.Announce(ctx, m.Tables[:m.Unfinished]...)
	a.Registry.AnnouncePlayer(m.To)
}
