package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

const passkeyTime = 5 * time.Minute

// The reasons for which an address offers no passkeys.
const (
	NoHTTPS      = "no_https"      // browsers offer passkeys only over https, except at localhost
	IPAddress    = "ip_address"    // passkeys belong to names
	OtherAddress = "other_address" // the operator chose another address, to which passkeys belong
)

// PasskeyReason returns the reason for which a page at an origin cannot offer passkeys; empty if it can.
func (s *Service) PasskeyReason(origin string) string {
	u, err := url.Parse(origin)
	switch {
	case err != nil || u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil:
		return IPAddress
	case u.Scheme != "https" && u.Hostname() != "localhost":
		return NoHTTPS
	case s.cfg.Public != "" && origin != s.cfg.Public:
		return OtherAddress
	}
	return ""
}

func (s *Service) relyingParty(origin string) (*webauthn.WebAuthn, error) {
	if reason := s.PasskeyReason(origin); reason != "" {
		return nil, apperr.New(apperr.NotOffered, "passkeys need https and the name of the server in the address").Because(reason)
	}
	u, err := url.Parse(origin)
	if err != nil {
		return nil, err
	}
	name := u.Hostname()
	if s.cfg.Passkey != "" {
		name = s.cfg.Passkey
	}
	return webauthn.New(&webauthn.Config{RPID: name, RPDisplayName: "Nemeton", RPOrigins: []string{origin}})
}

// RelatedOrigins are the origins whose pages may use passkeys that belong to another name, see Config.Passkey; none without such a name. Browsers ask that name.
func (s *Service) RelatedOrigins() []string {
	u, err := url.Parse(s.cfg.Public)
	if err != nil || s.cfg.Public == "" || s.cfg.Passkey == "" || u.Hostname() == s.cfg.Passkey {
		return nil
	}
	return []string{s.cfg.Public}
}

// passkeyData is the data of a way. The doctor reads the name.
type passkeyData struct {
	Credential webauthn.Credential `json:"credential"`
	Name       string              `json:"name"`   // to which the passkey belongs
	Handle     store.PlayerID      `json:"handle"` // the player for whom it was made, who may have become one with another since
}

type passkeyUser struct {
	player      store.Player
	handle      store.PlayerID
	credentials []webauthn.Credential
}

func (u passkeyUser) WebAuthnID() []byte { return []byte(u.handle) }

func (u passkeyUser) WebAuthnName() string { return u.player.Name }

func (u passkeyUser) WebAuthnDisplayName() string { return u.player.Name }

func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.credentials }

func (s *Service) passkeyUser(ctx context.Context, id store.PlayerID) (u passkeyUser, err error) {
	u.handle = id
	if u.player, err = s.cfg.Store.Player(ctx, id); err != nil {
		return u, apperr.Failed("read a player", err)
	}
	list, err := s.Ways(ctx, id)
	if err != nil {
		return u, err
	}
	for _, w := range list {
		var d passkeyData
		if w.Kind == store.Passkey && json.Unmarshal([]byte(w.Data), &d) == nil {
			u.credentials = append(u.credentials, d.Credential)
		}
	}
	return u, nil
}

// BeginPasskey returns the options with which a browser makes a passkey of the player, and the id of the attempt. It fails with not_offered.
func (s *Service) BeginPasskey(ctx context.Context, origin string, id store.PlayerID) (options any, attempt string, err error) {
	party, err := s.relyingParty(origin)
	if err != nil {
		return nil, "", err
	}
	user, err := s.passkeyUser(ctx, id)
	if err != nil {
		return nil, "", err
	}
	creation, session, err := party.BeginRegistration(user,
		webauthn.WithExclusions(webauthn.Credentials(user.credentials).CredentialDescriptors()),
		webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationRequired,
		}),
		webauthn.WithConveyancePreference(protocol.PreferNoAttestation),
		webauthn.WithExtensions(webauthn.WithExtensionCredProps()))
	if err != nil {
		return nil, "", err
	}
	a, err := s.begin(ctx, store.Attempt{Kind: store.PasskeyAttempt, Player: id}, passkeyTime, session)
	return creation.Response, a.ID, err
}

// FinishPasskey stores the passkey that a browser made. Errors: bad_passkey, expired_code, passkey_known, too_many_ways.
func (s *Service) FinishPasskey(ctx context.Context, origin string, id store.PlayerID, attempt string, credential json.RawMessage, name string) (store.Way, error) {
	party, err := s.relyingParty(origin)
	if err != nil {
		return store.Way{}, err
	}
	session, err := s.takePasskeyAttempt(ctx, attempt, id)
	if err != nil {
		return store.Way{}, err
	}
	user, err := s.passkeyUser(ctx, id)
	if err != nil {
		return store.Way{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(credential)
	if err != nil {
		return store.Way{}, badPasskey(err)
	}
	made, err := party.CreateCredential(user, session, parsed)
	if err != nil {
		return store.Way{}, badPasskey(err)
	}
	data, err := json.Marshal(passkeyData{*made, party.Config.RPID, id})
	if err != nil {
		return store.Way{}, err
	}
	w := store.Way{
		ID: s.cfg.NewID(), Player: id, Kind: store.Passkey, Key: keyOf(made.ID), Name: cleanName(name), Data: string(data), CreatedAt: s.cfg.Now(),
	}
	e := s.event(id, PasskeyAdded, w.Name)
	switch err := s.cfg.Store.AddWay(ctx, w, e); {
	case errors.Is(err, store.ErrConflict):
		return store.Way{}, apperr.New(apperr.WayTaken, "this passkey is in use already")
	case errors.Is(err, store.ErrTooMany):
		return store.Way{}, apperr.New(apperr.TooManyWays, "you have many passkeys; remove one first")
	case err != nil:
		return store.Way{}, apperr.Failed("store a passkey", err)
	}
	s.cfg.Tell(ctx, e)
	return w, nil
}

// BeginSignIn returns the options with which a browser asks for any passkey of this server, and the id of the attempt. It fails with not_offered.
func (s *Service) BeginSignIn(ctx context.Context, origin string) (options any, attempt string, err error) {
	party, err := s.relyingParty(origin)
	if err != nil {
		return nil, "", err
	}
	assertion, session, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, "", err
	}
	a, err := s.begin(ctx, store.Attempt{Kind: store.PasskeyAttempt}, passkeyTime, session)
	return assertion.Response, a.ID, err
}

// FinishSignIn signs the owner of a passkey in. Errors: bad_passkey, also for a passkey that this server does not know; expired_code.
func (s *Service) FinishSignIn(ctx context.Context, origin, attempt string, credential json.RawMessage, label string) (store.Player, string, error) {
	party, err := s.relyingParty(origin)
	if err != nil {
		return store.Player{}, "", err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return store.Player{}, "", badPasskey(err)
	}
	session, err := s.takePasskeyAttempt(ctx, attempt, "")
	if err != nil {
		return store.Player{}, "", err
	}
	var way store.Way
	var known passkeyData
	_, used, err := party.ValidatePasskeyLogin(func(raw, handle []byte) (webauthn.User, error) {
		if way, err = s.cfg.Store.WayByKey(ctx, store.Passkey, keyOf(raw)); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(way.Data), &known); err != nil || string(known.Handle) != string(handle) {
			return nil, store.ErrNotFound
		}
		user, err := s.passkeyUser(ctx, way.Player)
		user.handle = known.Handle
		return user, err
	}, session, parsed)
	switch {
	case err != nil && errors.Is(err, store.ErrUnavailable):
		return store.Player{}, "", apperr.Failed("find a passkey", err)
	case err != nil:
		return store.Player{}, "", badPasskey(err)
	case used.Authenticator.CloneWarning:
		return store.Player{}, "", badPasskey(errors.New("its counter went back, so there is a copy of it"))
	}
	data, err := json.Marshal(passkeyData{*used, known.Name, known.Handle})
	if err != nil {
		return store.Player{}, "", err
	}
	if err := s.cfg.Store.UseWay(ctx, way.ID, string(data), s.cfg.Now()); err != nil {
		return store.Player{}, "", failedWay("use a passkey", err)
	}
	return s.signIn(ctx, "", way.Player, label, PasskeyUsed, way.Name)
}

// takePasskeyAttempt uses an attempt of a player up; an empty player is that of a sign-in.
func (s *Service) takePasskeyAttempt(ctx context.Context, id string, player store.PlayerID) (session webauthn.SessionData, err error) {
	a, err := s.cfg.Store.ChangeAttempt(ctx, id, func(*store.Attempt) error { return nil })
	if errors.Is(err, store.ErrNotFound) || err == nil && (a.Kind != store.PasskeyAttempt || a.Player != player || !a.ExpiresAt.After(s.cfg.Now())) {
		return session, expired()
	}
	if err != nil {
		return session, apperr.Failed("read a sign-in", err)
	}
	if err := s.take(ctx, a); err != nil {
		return session, err
	}
	return session, json.Unmarshal([]byte(a.Data), &session)
}

func keyOf(credential []byte) string { return base64.RawURLEncoding.EncodeToString(credential) }

func badPasskey(cause error) error {
	return apperr.Wrap(cause, apperr.BadPasskey, "this server does not know that passkey, or it did not fit")
}
