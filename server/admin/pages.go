package admin

import (
	_ "embed"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"nemeton/server/apperr"
)

//go:embed pages/style.css
var style []byte

// page is the content of a page, and the parts around it.
type page struct {
	title   string // of the document
	here    string // path of the link to this page, if there is one
	problem string
	done    string // the key of a message
	content nodes
}

// navigation are the pages in the order of their links: paths and keys of titles.
var navigation = []struct{ path, title string }{
	{"/admin/", "overview"}, {"/admin/tables", "tables"}, {"/admin/people", "people"}, {"/admin/reports", "reported"}, {"/admin/limits", "limits"}, {"/admin/bans", "bans"}, {"/admin/log", "log"},
}

// durations are the choices for a ban.
var durations = []string{"1h", "24h", "168h", "720h", "0s"}

// pages serves the pages.
type pages struct {
	*Handler
	mux *http.ServeMux
}

// pageRoutes adds the pages and the acts of their forms.
func (h *Handler) pageRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /admin/style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(style)
	})
	p := pages{h, mux}
	h.reads(p.read)
	h.acts(p.act)
	mux.HandleFunc("POST /admin/sign-in", p.signIn)
}

// view returns the reader of a request. The token is that of the session, if there is one.
func (p pages) view(r *http.Request, token string) view {
	return view{language: languageOf(r), now: p.cfg.Now(), token: token}
}

// show writes a page.
func (p pages) show(w http.ResponseWriter, status int, v view, shown page) {
	var b strings.Builder
	b.WriteString("<!doctype html>\n")
	v.document(shown).write(&b)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", languages[v.language])
	w.WriteHeader(status)
	_, _ = w.Write([]byte(b.String()))
}

// askKey writes the page that asks for the key.
func (p pages) askKey(w http.ResponseWriter, status int, v view, why string) {
	p.show(w, status, v, page{title: v.say("sign_in"), problem: why, content: v.signIn()})
}

// read adds a page. Its content depends on the request. The title is a key.
func (p pages) read(path, title string, content func(r *http.Request, v view) (nodes, error)) {
	p.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		x, ok := p.byCookie(r)
		v := p.view(r, x.form)
		if !ok {
			p.askKey(w, http.StatusUnauthorized, v, "")
			return
		}
		shown, status := page{title: v.say(title), here: strings.TrimSuffix(path, "{$}")}, http.StatusOK
		if _, known := catalog["done."+r.URL.Query().Get("done")]; known {
			shown.done = "done." + r.URL.Query().Get("done")
		}
		var err error
		if shown.content, err = content(r, v); err != nil {
			p.note(w, err)
			shown.content, shown.problem, status = nil, v.problem(err), statusOf(err)
		}
		p.show(w, status, v, shown)
	})
}

// act adds a form. It carries the act out and leads to another page, so that a reload does not repeat it.
func (p pages) act(path string, do func(r *http.Request, by Operator) (to string, err error)) {
	p.mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		x, ok := p.byCookie(r)
		v := p.view(r, x.form)
		if !ok {
			p.askKey(w, http.StatusUnauthorized, v, v.say("signed_out"))
			return
		}
		err := r.ParseForm()
		if err == nil && !x.fromForm(r) {
			err = apperr.New(apperr.CrossOrigin, "this form is not of your session; load the page again")
		}
		to := ""
		if err == nil {
			to, err = do(r, Operator{Name: x.name, Via: "page"})
		}
		if err != nil {
			p.note(w, err)
			p.show(w, statusOf(err), v, page{title: v.say("failed"), problem: v.problem(err)})
			return
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
	})
}

// signIn signs a browser in with a key.
func (p pages) signIn(w http.ResponseWriter, r *http.Request) {
	token, err := "", r.ParseForm()
	if err == nil {
		var name string
		if name, err = p.checkKey(r, r.PostFormValue("key")); err == nil {
			token, err = p.sessions.begin(name)
		}
	}
	if err != nil {
		v := p.view(r, "")
		p.note(w, err)
		p.askKey(w, statusOf(err), v, v.problem(err))
		return
	}
	if before, err := r.Cookie(cookieName); err == nil { // nobody holds the cookie any more
		p.sessions.end(before.Value)
	}
	http.SetCookie(w, p.cookie(r, token))
	http.Redirect(w, r, "/admin/", http.StatusSeeOther)
}

// cookie returns the cookie with the token of a session.
func (h *Handler) cookie(r *http.Request, token string) *http.Cookie {
	return &http.Cookie{
		Name: cookieName, Value: token, Path: "/admin/", MaxAge: int(sessionTime / time.Second), HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	}
}

// reads adds the pages that show something.
func (h *Handler) reads(read func(path, title string, content func(r *http.Request, v view) (nodes, error))) {
	s := h.cfg.Service
	read("/admin/{$}", "overview", func(r *http.Request, v view) (nodes, error) {
		status, err := s.Status(r.Context())
		return v.overview(status), err
	})
	read("/admin/tables", "tables", func(r *http.Request, v view) (nodes, error) {
		q := tableQuery(r)
		found, more, err := s.Tables(r.Context(), q)
		further := ""
		if more {
			last := found[len(found)-1]
			further = next("/admin/tables", r, map[string]string{"before": last.Updated.Format(time.RFC3339Nano), "id": last.ID})
		}
		return v.tables(q, found, further), err
	})
	read("/admin/tables/{id}", "table", func(r *http.Request, v view) (nodes, error) {
		t, err := s.Table(r.Context(), r.PathValue("id"))
		return v.table(t), err
	})
	read("/admin/people", "people", func(r *http.Request, v view) (nodes, error) {
		name := r.URL.Query().Get("name")
		found, more, err := s.People(r.Context(), name, pageOf(r))
		further := ""
		if more {
			further = next("/admin/people", r, map[string]string{"page": strconv.Itoa(pageOf(r) + 1)})
		}
		return v.people(name, found, further), err
	})
	read("/admin/reports", "reported", func(r *http.Request, v view) (nodes, error) {
		found, err := s.Reports(r.Context(), false)
		return v.reports(found), err
	})
	read("/admin/limits", "limits", func(r *http.Request, v view) (nodes, error) {
		found, err := s.Nodes(r.Context())
		return v.limits(found), err
	})
	read("/admin/bans", "bans", func(r *http.Request, v view) (nodes, error) {
		found, err := s.Bans(r.Context())
		return v.bans(r.URL.Query().Get("address"), found), err
	})
	read("/admin/log", "log", func(r *http.Request, v view) (nodes, error) {
		at, id := before(r)
		found, more, err := s.Acts(r.Context(), at, id)
		further := ""
		if more {
			last := found[len(found)-1]
			further = next("/admin/log", r, map[string]string{"before": last.At.Format(time.RFC3339Nano), "id": last.ID})
		}
		return v.acts(found, further), err
	})
}

// acts adds the acts of the forms.
func (h *Handler) acts(act func(path string, do func(r *http.Request, by Operator) (to string, err error))) {
	s := h.cfg.Service
	act("/admin/sign-out", func(r *http.Request, _ Operator) (string, error) {
		if cookie, err := r.Cookie(cookieName); err == nil {
			h.sessions.end(cookie.Value)
		}
		return "/admin/", nil
	})
	act("/admin/tables/{id}/close", func(r *http.Request, by Operator) (string, error) {
		if r.PostFormValue("sure") != "yes" {
			return "", apperr.New(apperr.Invalid, "confirm that the table shall be closed for good")
		}
		id := r.PathValue("id")
		return "/admin/tables/" + url.PathEscape(id) + "?done=closed", s.CloseTable(r.Context(), by, id, r.PostFormValue("reason"))
	})
	act("/admin/reports/{id}", func(r *http.Request, by Operator) (string, error) {
		if r.PostFormValue("do") == "remove" {
			return "/admin/reports?done=removed", s.RemoveMessage(r.Context(), by, r.PathValue("id"), r.PostFormValue("reason"))
		}
		return "/admin/reports?done=dismissed", s.DismissReport(r.Context(), by, r.PathValue("id"), r.PostFormValue("reason"))
	})
	act("/admin/bans", func(r *http.Request, by Operator) (string, error) {
		length, err := time.ParseDuration(r.PostFormValue("for"))
		if err != nil {
			return "", apperr.Wrap(err, apperr.Invalid, "choose a duration")
		}
		_, err = s.Ban(r.Context(), by, BanRequest{Address: r.PostFormValue("address"), For: length, Reason: r.PostFormValue("reason"), Force: r.PostFormValue("force") == "yes"})
		return "/admin/bans?done=banned", err
	})
	act("/admin/bans/lift", func(r *http.Request, by Operator) (string, error) {
		_, err := s.Unban(r.Context(), by, r.PostFormValue("address"), r.PostFormValue("reason"))
		return "/admin/bans?done=lifted", err
	})
}

// next returns the address of the next page of a list, with the same filters.
func next(path string, r *http.Request, change map[string]string) string {
	q := r.URL.Query()
	q.Del("done")
	for name, value := range change {
		q.Set(name, value)
	}
	return path + "?" + q.Encode()
}

func statusOf(err error) int {
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return http.StatusRequestEntityTooLarge
	}
	return apperr.CodeOf(err).Status()
}
