package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed" // the page
	"encoding/base64"
	"html/template"
	"net/http"

	"nemeton/server/apperr"
	"nemeton/texts"
)

// mailAct is the act behind the link of a mail: it confirms an address, or ends the mails. Its key begins the keys of its texts.
type mailAct struct {
	key string
	do  func(ctx context.Context, token string) error
}

func (d *handler) confirmAct() mailAct { return mailAct{"page.confirm", d.cfg.Notify.ConfirmMail} }

func (d *handler) endAct() mailAct { return mailAct{"page.end", d.cfg.Notify.EndMail} }

//go:embed mail_page.html
var mailPageText string

var mailPageTemplate = template.Must(template.New("mail").Parse(mailPageText))

// mailPageStyle is the style of the page, whose hash its policy names.
const mailPageStyle = `:root{color-scheme:light dark;--ground:#efe6d2;--ink:#2b2620;--accent:#7a3b12;--on-accent:#fff8ec}
@media (prefers-color-scheme:dark){:root{--ground:#16191d;--ink:#ece6da;--accent:#e79a5c;--on-accent:#1b1209}}
body{margin:0;background:var(--ground);color:var(--ink);font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.6rem;line-height:1.2}
a{color:var(--accent)}
button{min-height:3rem;padding:.5rem 1.25rem;font:inherit;color:var(--on-accent);background:var(--accent);border:0;border-radius:.35rem;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`

// mailPagePolicy allows the page its style and its form, and nothing else.
var mailPagePolicy = func() string {
	sum := sha256.Sum256([]byte(mailPageStyle))
	return "default-src 'none'; img-src data:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}()

// mailPage is the input of the template, which escapes it. It has no part of the request, except the language and the host.
type mailPage struct {
	Language, Title, Text, Note, Role, Button, Home string
	Style                                           template.CSS
}

// askMail serves the page behind the link of a mail. It works without scripts. Opening it changes nothing, because programs that check mails open links,
// too: a press of its button sends a POST to the same address.
func (d *handler) askMail(act mailAct) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		showMailPage(w, r, http.StatusOK, mailPage{Title: act.key + ".title", Text: act.key + ".text", Button: act.key + ".do"})
	}
}

// pressMail does what the button of askMail asks for, and says so on a page.
func (d *handler) pressMail(act mailAct) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := act.do(r.Context(), r.URL.Query().Get("token"))
		done := mailPage{Title: act.key + ".done", Text: act.key + ".effect", Role: "status"}
		switch apperr.CodeOf(err) {
		case "":
		case apperr.BadLink:
			done = mailPage{Title: act.key + ".title", Text: "page.bad", Role: "alert"}
		default:
			logFailure(r.Context(), err)
			done = mailPage{Title: act.key + ".title", Text: "page.later", Role: "alert", Button: act.key + ".do"}
		}
		status := http.StatusOK
		if err != nil {
			status = apperr.CodeOf(err).Status()
		}
		showMailPage(w, r, status, done)
	}
}

// showMailPage writes a page whose texts are given by their keys, in the language that the link names.
func showMailPage(w http.ResponseWriter, r *http.Request, status int, p mailPage) {
	language := r.URL.Query().Get("language")
	if !texts.Known(language) {
		language = texts.Default
	}
	say := func(key string) string {
		if key == "" {
			return ""
		}
		return texts.Server(language).Say(key)
	}
	p.Language, p.Home = language, say("page.home")
	p.Title, p.Text, p.Button = say(p.Title), say(p.Text), say(p.Button)
	writePage(w, r, status, p)
}

// showWrongHost answers a browser that called this server by a name of which it knows nothing.
func showWrongHost(w http.ResponseWriter, r *http.Request, host string) {
	language := texts.Preferred(r.Header.Get("Accept-Language"))
	say := func(key string) string { return texts.Server(language).Say(key, "host", apperr.Short(hostName(host))) }
	w.Header().Set("Cache-Control", "no-store")
	writePage(w, r, http.StatusMisdirectedRequest, mailPage{Language: language, Title: say("page.host.title"), Text: say("page.host.text"), Note: say("page.host.note")})
}

func writePage(w http.ResponseWriter, r *http.Request, status int, p mailPage) {
	p.Style = mailPageStyle
	var b bytes.Buffer
	if err := mailPageTemplate.Execute(&b, p); err != nil {
		refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Security-Policy", mailPagePolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// endMail ends mails with the token in the query. Mail programs send this POST by themselves, with a form as its body (RFC 8058), so it is no route of huma. The
// form of the page has a field of its own, and a page as its answer.
func (d *handler) endMail(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if r.PostFormValue("page") != "" {
		d.pressMail(d.endAct())(w, r)
		return
	}
	if err := d.cfg.Notify.EndMail(r.Context(), r.URL.Query().Get("token")); err != nil {
		refuse(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
