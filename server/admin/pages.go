package admin

import (
	"bytes"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"nemeton/server/apperr"
)

//go:embed pages
var files embed.FS

// page is the input of a template.
type page struct {
	Title   string
	Nav     []navigation
	Token   string // of the forms; empty: nobody is signed in
	Error   string
	Done    string
	Content any
}

// navigation is a link to a page.
type navigation struct {
	Path, Title string
	Here        bool
}

// pageNames are the pages in the order of their links.
var pageNames = []navigation{
	{"/admin/", "Overview", false}, {"/admin/tables", "Tables", false}, {"/admin/people", "People", false},
	{"/admin/reports", "Reports", false}, {"/admin/limits", "Limits", false}, {"/admin/bans", "Bans", false}, {"/admin/log", "Log", false},
}

// doneTexts are the messages after an act, by the parameter of the address that a form leads to.
var doneTexts = map[string]string{
	"closed": "The table is closed.", "banned": "The address is banned. Its connections are closed within seconds.", "lifted": "The ban is lifted.",
	"removed": "The message is removed.", "dismissed": "The report is closed.",
}

// list is a page of a list with its filters.
type list struct {
	List      any
	Next      string // the address of the next page; empty: this is the last
	States    []string
	Query     TableQuery
	Name      string
	Address   string
	Durations []duration
}

// duration is a choice for a ban.
type duration struct{ Value, Text string }

var durations = []duration{{"1h", "an hour"}, {"24h", "a day"}, {"168h", "a week"}, {"720h", "30 days"}, {"0s", "until it is lifted"}}

// templates are the pages by the names of their files.
func (h *Handler) templates() map[string]*template.Template {
	all := map[string]*template.Template{}
	base := template.Must(template.New("").Funcs(h.functions()).ParseFS(files, "pages/layout.html", "pages/tables.html"))
	for _, name := range []string{"sign-in", "overview", "tables", "table", "people", "reports", "limits", "bans", "log"} {
		all[name] = template.Must(template.Must(base.Clone()).ParseFS(files, "pages/"+name+".html"))
	}
	return all
}

// pages serves the pages.
type pages struct {
	*Handler
	mux       *http.ServeMux
	templates map[string]*template.Template
}

// pageRoutes adds the pages and the acts of their forms.
func (h *Handler) pageRoutes(mux *http.ServeMux) {
	style, err := files.ReadFile("pages/style.css")
	if err != nil {
		panic(err) // cannot happen: the file is embedded
	}
	mux.HandleFunc("GET /admin/style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(style)
	})
	p := pages{h, mux, h.templates()}
	p.templates["failed"] = template.Must(template.Must(p.templates["log"].Clone()).New("failed.html").Parse(`{{template "head" .}}{{template "foot" .}}`))
	h.reads(p.read)
	h.acts(p.act)
	mux.HandleFunc("POST /admin/sign-in", p.signIn)
}

// show writes a page.
func (p pages) show(w http.ResponseWriter, status int, name string, content page) {
	var b bytes.Buffer
	if err := p.templates[name].ExecuteTemplate(&b, name+".html", content); err != nil {
		p.refuse(w, nil, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// askKey writes the page that asks for the key.
func (p pages) askKey(w http.ResponseWriter, status int, why string) {
	p.show(w, status, "sign-in", page{Title: "Sign in", Error: why})
}

// read adds a page. Its content depends on the request.
func (p pages) read(path, name, title string, content func(r *http.Request) (any, error)) {
	p.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		x, ok := p.byCookie(r)
		if !ok {
			p.askKey(w, http.StatusUnauthorized, "")
			return
		}
		shown := page{Title: title, Token: x.form, Done: doneTexts[r.URL.Query().Get("done")]}
		for _, n := range pageNames {
			n.Here = n.Title == title
			shown.Nav = append(shown.Nav, n)
		}
		var err error
		if shown.Content, err = content(r); err != nil {
			shown.Error = sentence(err)
			p.show(w, statusOf(err), "failed", shown)
			return
		}
		p.show(w, http.StatusOK, name, shown)
	})
}

// act adds a form. It carries the act out and leads to another page, so that a reload does not repeat it.
func (p pages) act(path string, do func(r *http.Request, by Operator) (to string, err error)) {
	p.mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		x, ok := p.byCookie(r)
		if !ok {
			p.askKey(w, http.StatusUnauthorized, "You were signed out. Sign in and try again.")
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
			p.show(w, statusOf(err), "failed", page{Title: "That did not work", Token: x.form, Nav: pageNames, Error: sentence(err)})
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
		p.askKey(w, statusOf(err), sentence(err))
		return
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
func (h *Handler) reads(read func(path, name, title string, content func(r *http.Request) (any, error))) {
	s := h.cfg.Service
	read("/admin/{$}", "overview", "Overview", func(r *http.Request) (any, error) { return s.Status(r.Context()) })
	read("/admin/tables", "tables", "Tables", func(r *http.Request) (any, error) {
		q := tableQuery(r)
		found, more, err := s.Tables(r.Context(), q)
		c := list{List: found, Query: q, States: []string{"open", "running", "finished"}}
		if more {
			last := found[len(found)-1]
			c.Next = next("/admin/tables", r, map[string]string{"before": last.Updated.Format(time.RFC3339Nano), "id": last.ID})
		}
		return c, err
	})
	read("/admin/tables/{id}", "table", "Table", func(r *http.Request) (any, error) { return s.Table(r.Context(), r.PathValue("id")) })
	read("/admin/people", "people", "People", func(r *http.Request) (any, error) {
		name := r.URL.Query().Get("name")
		found, more, err := s.People(r.Context(), name, pageOf(r))
		c := list{List: found, Name: name}
		if more {
			c.Next = next("/admin/people", r, map[string]string{"page": strconv.Itoa(pageOf(r) + 1)})
		}
		return c, err
	})
	read("/admin/reports", "reports", "Reports", func(r *http.Request) (any, error) {
		found, err := s.Reports(r.Context(), false)
		return list{List: found}, err
	})
	read("/admin/limits", "limits", "Limits", func(r *http.Request) (any, error) { return s.Nodes(r.Context()) })
	read("/admin/bans", "bans", "Bans", func(r *http.Request) (any, error) {
		found, err := s.Bans(r.Context())
		return list{List: found, Address: r.URL.Query().Get("address"), Durations: durations}, err
	})
	read("/admin/log", "log", "Log", func(r *http.Request) (any, error) {
		at, id := before(r)
		found, more, err := s.Acts(r.Context(), at, id)
		c := list{List: found}
		if more {
			last := found[len(found)-1]
			c.Next = next("/admin/log", r, map[string]string{"before": last.At.Format(time.RFC3339Nano), "id": last.ID})
		}
		return c, err
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
