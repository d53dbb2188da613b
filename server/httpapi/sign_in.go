package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"nemeton/server/account"
	"nemeton/server/apperr"
	"nemeton/server/player"
	"nemeton/server/store"
	"nemeton/server/wire"
)

type agentInput struct {
	Agent string `header:"User-Agent" hidden:"true"`
}

type askMailInput struct {
	Body struct {
		Address  string `json:"address" maxLength:"320"`
		Language string `json:"language,omitempty" doc:"Of the mail"`
	}
}

type finishMailInput struct {
	Agent string `header:"User-Agent" hidden:"true"`
	Body  struct {
		Code   string `json:"code" maxLength:"40"`
		Player string `json:"player,omitempty" doc:"If several people use the address"`
	}
}

type waitingOutput struct {
	Cookie string `header:"Set-Cookie"`
	Body   wire.Waiting
}

type signInAnswerOutput struct {
	Cookies []string `header:"Set-Cookie"`
	Body    wire.SignInAnswer
}

type deviceCodeInput struct {
	Code string `path:"code"`
}

type answerDeviceInput struct {
	Code string `path:"code"`
	Body struct {
		Approve bool `json:"approve"`
	}
}

type oidcInput struct {
	Body *struct {
		Back string `json:"back,omitempty" doc:"Path of the page to return to"`
	}
}

type redirectOutput struct {
	Cookie string `header:"Set-Cookie"`
	Body   wire.Redirect
}

func (d *handler) signInRoutes(api huma.API) {
	ways := call(http.MethodGet, "/sign-in", "list-sign-ins", "The ways in that this server offers at this address", http.StatusOK, 1)
	huma.Register(api, ways, d.signInWays)
	begin := call(http.MethodPost, "/sign-in/passkey", "begin-sign-in-passkey", "The options with which the browser asks for a passkey", http.StatusOK, 3)
	huma.Register(api, signsIn(begin), d.beginSignIn)
	finish := call(http.MethodPost, "/sign-in/passkey/finish", "sign-in-passkey", "Sign in with a passkey", http.StatusCreated, 5)
	huma.Register(api, signsIn(finish), d.finishSignIn)
	mail := call(http.MethodPost, "/sign-in/mail", "begin-sign-in-mail", "Send a code of six digits, which signs in this browser alone", http.StatusAccepted, 20)
	huma.Register(api, signsIn(mail), d.askCode)
	code := call(http.MethodPost, "/sign-in/mail/finish", "sign-in-mail", "Sign in with the code of a mail", http.StatusOK, 10)
	huma.Register(api, signsIn(code), d.finishMail)
	device := call(http.MethodPost, "/sign-in/device", "begin-sign-in-device", "A code that another device of the person approves", http.StatusCreated, 3)
	huma.Register(api, signsIn(device), d.askDevice)
	approved := call(http.MethodPost, "/sign-in/device/finish", "sign-in-device", "Sign in once another device has approved it", http.StatusOK, 1)
	huma.Register(api, approved, d.finishDevice)
	look := call(http.MethodGet, "/me/device-requests/{code}", "look-at-device", "The device that shows a code", http.StatusOK, 5)
	huma.Register(api, forPlayers(look), d.lookAtDevice)
	answer := call(http.MethodPost, "/me/device-requests/{code}", "answer-device", "Approve or refuse a device", http.StatusNoContent, 5)
	huma.Register(api, forPlayers(answer), forCaller(d.answerDevice))
	oidc := call(http.MethodPost, "/sign-in/oidc", "begin-sign-in-oidc", "The address of the other sign-in of this server", http.StatusOK, 5)
	huma.Register(api, signsIn(oidc), d.beginOIDC)
	add := call(http.MethodPost, "/me/oidc", "add-oidc", "The address at which the caller adds an identity of the other sign-in", http.StatusOK, 5)
	huma.Register(api, forPlayers(add), forCaller(d.addOIDC))
}

func (d *handler) signInWays(ctx context.Context, _ *struct{}) (*output[wire.SignInWays], error) {
	reason := d.cfg.Accounts.PasskeyReason(originOf(ctx).page)
	id, err := callerID(ctx)
	if err != nil {
		return nil, err
	}
	return respond(wire.SignInWays{
		Passkey: reason == "", PasskeyReason: reason, Mail: d.cfg.Notify.Channels().Mail, OIDC: d.cfg.Accounts.OIDCName(), Door: string(d.cfg.Door.Kind()),
		MayInvite: id != "" && d.cfg.Door.MayInvite(),
	}, nil)
}

func (d *handler) beginSignIn(ctx context.Context, _ *struct{}) (*output[wire.PasskeyOptions], error) {
	options, attempt, err := d.cfg.Accounts.BeginSignIn(ctx, originOf(ctx).page)
	return passkeyOptions(options, attempt, err)
}

func (d *handler) finishSignIn(ctx context.Context, in *finishPasskeyInput) (*signedInOutput, error) {
	p, token, err := d.cfg.Accounts.FinishSignIn(ctx, originOf(ctx).page, in.Body.Attempt, in.Body.Credential, device(in.Agent))
	return d.signedInAs(ctx, p, token, err)
}

func (d *handler) askCode(ctx context.Context, in *askMailInput) (*waitingOutput, error) {
	secret, expires, err := d.cfg.Accounts.AskMail(ctx, in.Body.Address, originOf(ctx).address, in.Body.Language)
	if err != nil {
		return nil, err
	}
	return &waitingOutput{attemptCookie(ctx, secret), wire.Waiting{ExpiresAt: expires.UTC()}}, nil
}

func (d *handler) finishMail(ctx context.Context, in *finishMailInput) (*signInAnswerOutput, error) {
	refund, wait, ok := d.cfg.Limits.Guess(originOf(ctx).address)
	if !ok {
		d.stall(ctx)
		return nil, apperr.New(apperr.TooManyGuesses, "too many wrong codes were entered; wait a while").After(wait)
	}
	p, token, choices, err := d.cfg.Accounts.ClaimMail(ctx, attemptSecret(ctx), in.Body.Code, store.PlayerID(in.Body.Player), device(in.Agent))
	if err != nil {
		return nil, err
	}
	refund()
	if token == "" {
		out := &signInAnswerOutput{}
		for _, p := range choices {
			out.Body.Choices = append(out.Body.Choices, wire.Player{ID: string(p.ID), Name: p.Name})
		}
		return out, nil
	}
	return d.answered(ctx, p, token)
}

func (d *handler) answered(ctx context.Context, p store.Player, token string) (*signInAnswerOutput, error) {
	in, err := d.signedInAs(ctx, p, token, nil)
	if err != nil {
		return nil, err
	}
	return &signInAnswerOutput{[]string{in.Cookie, attemptCookie(ctx, "")}, wire.SignInAnswer{SignedIn: &in.Body}}, nil
}

func (d *handler) askDevice(ctx context.Context, in *agentInput) (*waitingOutput, error) {
	code, secret, expires, err := d.cfg.Accounts.AskDevice(ctx, device(in.Agent))
	if err != nil {
		return nil, err
	}
	return &waitingOutput{attemptCookie(ctx, secret), wire.Waiting{Code: code, ExpiresAt: expires.UTC()}}, nil
}

func (d *handler) finishDevice(ctx context.Context, in *agentInput) (*signInAnswerOutput, error) {
	p, token, waits, err := d.cfg.Accounts.ClaimDevice(ctx, attemptSecret(ctx), device(in.Agent))
	if err != nil {
		return nil, err
	}
	if waits {
		return &signInAnswerOutput{Body: wire.SignInAnswer{Waits: true}}, nil
	}
	return d.answered(ctx, p, token)
}

func (d *handler) lookAtDevice(ctx context.Context, in *deviceCodeInput) (*output[wire.DeviceRequest], error) {
	if _, err := requirePlayer(ctx); err != nil {
		return nil, err
	}
	asking, err := d.cfg.Accounts.LookAtDevice(ctx, in.Code)
	if err != nil {
		return nil, d.countGuess(ctx, err)
	}
	return respond(wire.DeviceRequest{Label: asking.Label, Since: asking.Since.UTC()}, nil)
}

func (d *handler) answerDevice(ctx context.Context, c player.Caller, in *answerDeviceInput) (*struct{}, error) {
	return nil, d.countGuess(ctx, d.cfg.Accounts.AnswerDevice(ctx, in.Code, c.Player.ID, c.Session, in.Body.Approve))
}

// countGuess counts a wrong code of a device. The right one is accepted beyond the limit, too, because strangers can use up the limit of all addresses. Its 40 bits
// need no limit.
func (d *handler) countGuess(ctx context.Context, err error) error {
	if apperr.CodeOf(err) != apperr.BadLink {
		return err
	}
	if _, wait, ok := d.cfg.Limits.Guess(originOf(ctx).address); !ok {
		d.stall(ctx)
		return apperr.New(apperr.TooManyGuesses, "too many wrong codes were entered; wait a while").After(wait)
	}
	return err
}

func (d *handler) beginOIDC(ctx context.Context, in *oidcInput) (*redirectOutput, error) {
	return d.redirectTo(ctx, "", in)
}

func (d *handler) addOIDC(ctx context.Context, c player.Caller, in *oidcInput) (*redirectOutput, error) {
	return d.redirectTo(ctx, c.Player.ID, in)
}

func (d *handler) redirectTo(ctx context.Context, player store.PlayerID, in *oidcInput) (*redirectOutput, error) {
	back := "/"
	if in.Body != nil {
		back = ownPath(in.Body.Back)
	}
	address, secret, err := d.cfg.Accounts.BeginOIDC(ctx, player, back)
	if err != nil {
		return nil, err
	}
	return &redirectOutput{attemptCookie(ctx, secret), wire.Redirect{Address: address}}, nil
}

// ownPath returns a path of this server, or "/" in place of every other text. Browsers leave tabs and line ends out of addresses, and read a backslash as
// a slash.
func ownPath(text string) string {
	if !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") || strings.Contains(text, "\\") || strings.ContainsFunc(text, unicode.IsControl) {
		return "/"
	}
	return text
}

// failedPath returns the page that shows a failure: the one that adds the identity, or the sign-in page, which knows the page after it.
func failedPath(r account.Returned, err error) string {
	page := &url.URL{Path: "/sign-in"}
	if own, err := url.Parse(r.Back); r.Adds && err == nil {
		page = own
	}
	q := page.Query()
	q.Set("problem", string(apperr.CodeOf(err)))
	page.RawQuery = q.Encode()
	if r.Adds || r.Back == "" {
		return page.String()
	}
	return page.String() + "#back=" + url.QueryEscape(r.Back)
}

// returnOIDC is the address to which the provider sends the browser.
func (d *handler) returnOIDC(w http.ResponseWriter, r *http.Request) {
	ctx, q := r.Context(), r.URL.Query()
	var back account.Returned
	fail := func(err error) { http.Redirect(w, r, failedPath(back, err), http.StatusSeeOther) }
	caller, err := callerID(ctx)
	if err != nil {
		fail(err)
		return
	}
	back, err = d.cfg.Accounts.ReturnOIDC(ctx, attemptSecret(ctx), q.Get("state"), q.Get("code"), caller, d.cfg.Door.TakesOIDC(), device(r.UserAgent()))
	if err != nil {
		fail(err)
		return
	}
	w.Header().Add("Set-Cookie", attemptCookie(ctx, ""))
	path := back.Back
	if back.Token != "" {
		in, err := d.signedInAs(ctx, back.Player, back.Token, nil)
		if err != nil {
			fail(err)
			return
		}
		w.Header().Add("Set-Cookie", in.Cookie)
		if in.Body.Guest != nil {
			path = "/sign-in?guest=" + url.QueryEscape(in.Body.Guest.ID) + "#back=" + url.QueryEscape(path)
		}
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
}
