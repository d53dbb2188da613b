package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

const (
	oidcTime     = 15 * time.Minute
	providerTime = 8 * time.Second
	// nameless is the name of a new person for whom the provider has no usable one. People can change it.
	nameless = "Player"
)

// withClient gives the library a client whose requests end. A provider that accepts connections and says nothing would otherwise hold up all sign-ins.
func withClient(ctx context.Context) context.Context {
	return oidc.ClientContext(ctx, &http.Client{Timeout: providerTime})
}

func providerDown(err error) error {
	return apperr.Wrap(err, apperr.Unavailable, "the sign-in service does not answer; try again")
}

// OIDC is a provider of identities.
type OIDC struct {
	Name   string // as people know it
	Issuer string
	Client string
	Secret string
	Return string // the address to which the provider returns
}

type oidcProvider struct {
	reading singleflight.Group
	read    atomic.Pointer[oidc.Provider]
}

// provider reads the configuration of the provider at the first use, and again after a failure. Callers who wait share the answer.
func (s *Service) provider(ctx context.Context) (*oidc.Provider, *oauth2.Config, error) {
	c := s.cfg.OIDC
	if c == nil {
		return nil, nil, apperr.New(apperr.NotOffered, "this server knows no other sign-in")
	}
	p := s.oidc.read.Load()
	if p == nil {
		_, err, _ := s.oidc.reading.Do("", func() (any, error) {
			found, err := oidc.NewProvider(withClient(context.WithoutCancel(ctx)), c.Issuer)
			if err == nil {
				s.oidc.read.Store(found)
			}
			return nil, err
		})
		if err != nil {
			return nil, nil, providerDown(err)
		}
		p = s.oidc.read.Load()
	}
	return p, &oauth2.Config{
		ClientID: c.Client, ClientSecret: c.Secret, Endpoint: p.Endpoint(), RedirectURL: c.Return, Scopes: []string{oidc.ScopeOpenID, "profile"},
	}, nil
}

type oidcData struct {
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	Back     string `json:"back"` // path to which the browser returns
}

// BeginOIDC returns the address at which a person signs in, and the secret that the browser keeps meanwhile. player is the one to whom the identity is added; empty
// for a sign-in. Errors: not_offered, unavailable.
func (s *Service) BeginOIDC(ctx context.Context, player store.PlayerID, back string) (address, secret string, err error) {
	_, config, err := s.provider(ctx)
	if err != nil {
		return "", "", err
	}
	secret, hash, err := s.secret()
	if err != nil {
		return "", "", err
	}
	nonce, _, err := s.secret()
	if err != nil {
		return "", "", err
	}
	d := oidcData{Nonce: nonce, Verifier: oauth2.GenerateVerifier(), Back: back}
	a, err := s.begin(ctx, store.Attempt{Kind: store.OIDCAttempt, Secret: hash, Player: player}, oidcTime, d)
	if err != nil {
		return "", "", err
	}
	return config.AuthCodeURL(a.ID, oidc.Nonce(nonce), oauth2.S256ChallengeOption(d.Verifier)), secret, nil
}

// identity is the statement of a provider about a person.
type identity struct {
	issuer, subject, name string
}

// Returned is a person who comes back from the provider.
type Returned struct {
	Player store.Player
	Token  string // of a new session; empty: the identity was added to the player who is signed in
	Back   string // empty after a failure if no page is known
	Adds   bool   // the identity is for the player who is signed in
}

// ReturnOIDC ends what BeginOIDC began. caller is the player who is signed in; may be empty. mayCreate says whether an unknown identity becomes a new person. Without a code, the provider has refused. Errors:
// expired_code, bad_identity, way_taken, door_closed for an unknown identity without mayCreate.
func (s *Service) ReturnOIDC(ctx context.Context, secret, state, code string, caller store.PlayerID, mayCreate bool, label string) (r Returned, err error) {
	a, err := s.bySecret(ctx, store.OIDCAttempt, secret)
	if err != nil {
		return r, err
	}
	if a.ID != state {
		return r, expired()
	}
	if err := s.take(ctx, a); err != nil {
		return r, err
	}
	var d oidcData
	if err := json.Unmarshal([]byte(a.Data), &d); err != nil {
		return r, err
	}
	r.Back, r.Adds = d.Back, a.Player != ""
	who, err := s.identify(ctx, code, d)
	if err != nil {
		return r, err
	}
	key := who.issuer + " " + who.subject
	way, err := s.cfg.Store.WayByKey(ctx, store.OIDC, key)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return r, apperr.Failed("find an identity", err)
	}
	known := err == nil
	switch {
	case a.Player != "" && a.Player != caller:
		return r, expired() // somebody else is signed in by now
	case a.Player != "" && known && way.Player != caller:
		return r, apperr.New(apperr.WayTaken, "another person of this server uses that identity")
	case a.Player != "" && known:
		return r, nil
	case a.Player != "":
		return r, s.addIdentity(ctx, caller, key)
	case known:
		r.Player, r.Token, err = s.useIdentity(ctx, way, label)
		return r, err
	case !mayCreate:
		return r, apperr.New(apperr.DoorClosed, "nobody here uses that identity; sign in another way, and add it in the settings")
	}
	r.Player, r.Token, err = s.cfg.Create(ctx, who.name, label)
	if apperr.CodeOf(err) == apperr.BadName { // the provider allows names that this server refuses
		r.Player, r.Token, err = s.cfg.Create(ctx, nameless, label)
	}
	if err != nil {
		return r, err
	}
	if err := s.addIdentity(ctx, r.Player.ID, key); apperr.CodeOf(err) != apperr.WayTaken {
		return r, err
	}
	// This person came back in two browsers at once. The second one joins the first. Its new player has no way in, and goes like any idle guest.
	if way, err = s.cfg.Store.WayByKey(ctx, store.OIDC, key); err != nil {
		return r, failedWay("find an identity", err)
	}
	r.Player, r.Token, err = s.useIdentity(ctx, way, label)
	return r, err
}

func (s *Service) useIdentity(ctx context.Context, way store.Way, label string) (store.Player, string, error) {
	if err := s.cfg.Store.UseWay(ctx, way.ID, way.Data, s.cfg.Now()); err != nil {
		return store.Player{}, "", failedWay("use an identity", err)
	}
	return s.signIn(ctx, "", way.Player, label, OIDCUsed, way.Name)
}

func (s *Service) addIdentity(ctx context.Context, player store.PlayerID, key string) error {
	w := store.Way{
		ID: s.cfg.NewID(), Player: player, Kind: store.OIDC, Key: key, Name: cleanName(s.cfg.OIDC.Name), Data: "{}", CreatedAt: s.cfg.Now(),
	}
	e := s.event(player, OIDCAdded, w.Name)
	switch err := s.cfg.Store.AddWay(ctx, w, e); {
	case errors.Is(err, store.ErrConflict):
		return apperr.New(apperr.WayTaken, "another person of this server uses that identity")
	case errors.Is(err, store.ErrTooMany):
		return apperr.New(apperr.TooManyWays, "you have many identities; remove one first")
	case err != nil:
		return apperr.Failed("store an identity", err)
	}
	s.cfg.Tell(ctx, e)
	return nil
}

// identify asks the provider who has a code. Mail addresses and names never identify anybody.
func (s *Service) identify(ctx context.Context, code string, d oidcData) (who identity, err error) {
	provider, config, err := s.provider(ctx)
	if err != nil {
		return who, err
	}
	bad := func(err error) error {
		return apperr.Wrap(err, apperr.BadIdentity, "the sign-in service did not confirm who you are; begin again")
	}
	if code == "" {
		return who, bad(errors.New("the provider sent no code"))
	}
	ctx = withClient(ctx)
	token, err := config.Exchange(ctx, code, oauth2.VerifierOption(d.Verifier))
	var answer *oauth2.RetrieveError
	switch {
	case err == nil:
	case errors.As(err, &answer) && answer.Response.StatusCode < http.StatusInternalServerError:
		return who, bad(err)
	default:
		return who, providerDown(err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return who, bad(errors.New("the answer has no id_token"))
	}
	id, err := provider.VerifierContext(ctx, &oidc.Config{ClientID: s.cfg.OIDC.Client, Now: s.cfg.Now}).Verify(ctx, raw)
	if err != nil {
		return who, bad(err)
	}
	if id.Nonce != d.Nonce || id.Subject == "" || strings.ContainsAny(id.Issuer, " ") {
		return who, bad(fmt.Errorf("nonce or subject do not fit"))
	}
	var claims struct {
		Name      string `json:"name"`
		Preferred string `json:"preferred_username"`
		Nickname  string `json:"nickname"`
	}
	if err := id.Claims(&claims); err != nil {
		return who, bad(err)
	}
	who = identity{id.Issuer, id.Subject, nameless}
	for _, name := range []string{claims.Nickname, claims.Preferred, claims.Name} {
		if name != "" {
			who.name = name
		}
	}
	return who, nil
}

// OIDCName is the name of the provider; empty without one.
func (s *Service) OIDCName() string {
	if s.cfg.OIDC == nil {
		return ""
	}
	return s.cfg.OIDC.Name
}
