package admin

import (
	"context"
	_ "embed"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"nemeton/server/apperr"
	"nemeton/texts"
)

//go:embed pages/style.css
var style []byte

type link struct{ Path, Title string }

var navigation = []link{
	{"/admin/", "overview"}, {"/admin/tables", "tables"}, {"/admin/people", "people"}, {"/admin/reports", "reported"}, {"/admin/texts", "suggestions"}, {"/admin/limits", "limits"}, {"/admin/bans", "bans"}, {"/admin/codes", "codes"}, {"/admin/log", "log"},
}

var durations = []string{"1h", "24h", "168h", "720h", "0s"}

type pages struct {
	*Handler
	mux *http.ServeMux
}

func (h *Handler) pageRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /admin/style.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write(style)
	})
	p := pages{h, mux}
	h.reads(p.read)
	h.acts(p.act)
	h.makesLinks(p.make)
	mux.HandleFunc("POST /admin/sign-in", p.signIn)
	mux.HandleFunc("/admin/", p.missing)
}

// view returns the reader of a request. The token is that of the session, if there is one.
func (p pages) view(r *http.Request, token string) view {
	return view{language: languageOf(r), now: p.cfg.Now(), token: token, titleOf: p.cfg.TitleOf}
}

// show writes a page with the content of a template; without a template, the page has none.
func (p pages) show(w http.ResponseWriter, status int, template string, shown page) {
	err := shown.fill(template)
	if err == nil {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Language", shown.Lang())
		w.WriteHeader(status)
		err = templates.ExecuteTemplate(w, "layout", &shown)
	}
	if err != nil {
		p.cfg.Log.Error().Err(err).Str("template", template).Msg("a page of the operators failed")
	}
}

// missing answers at every other address. Browsers ask for those of forms, too, after a form was refused.
func (p pages) missing(w http.ResponseWriter, r *http.Request) {
	err := apperr.New(apperr.NotFound, "there is no such page")
	if r.Method != http.MethodGet || strings.HasPrefix(r.URL.Path, "/admin/api/") {
		p.refuse(w, err)
		return
	}
	x, ok := p.byCookie(r)
	v := p.view(r, x.form)
	if !ok {
		p.askKey(w, http.StatusUnauthorized, v, "")
		return
	}
	p.show(w, http.StatusNotFound, "", page{view: v, Title: v.Say("failed"), Problem: v.problem(err)})
}

func (p pages) askKey(w http.ResponseWriter, status int, v view, why string) {
	p.show(w, status, "sign_in", page{view: v, Title: v.Say("sign_in"), Problem: why})
}

// read adds a page. Its data depend on the request. The title is a key, and the name of the template.
func (p pages) read(path, title string, data func(r *http.Request, shown *page) error) {
	p.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		x, ok := p.byCookie(r)
		v := p.view(r, x.form)
		if !ok {
			p.askKey(w, http.StatusUnauthorized, v, "")
			return
		}
		shown, status, template := page{view: v, Title: v.Say(title), Here: strings.TrimSuffix(path, "{$}")}, http.StatusOK, title
		if texts.Admin(texts.Default).Has("done." + r.URL.Query().Get("done")) {
			shown.Done = "done." + r.URL.Query().Get("done")
		}
		if err := data(r, &shown); err != nil {
			p.note(w, err)
			template, shown.Problem, status = "", v.problem(err), apperr.CodeOf(err).Status()
		}
		p.show(w, status, template, shown)
	})
}

// act adds a form. It carries the act out and leads to another page, so that a reload does not repeat it.
func (p pages) act(path string, do func(r *http.Request, by Operator) (to string, err error)) {
	p.form(path, func(w http.ResponseWriter, r *http.Request, _ view, by Operator) error {
		to, err := do(r, by)
		if err == nil {
			http.Redirect(w, r, to, http.StatusSeeOther)
		}
		return err
	})
}

// make adds a form that makes a code. The answer shows the code, because an address would keep it in histories and logs.
func (p pages) make(path, template string, do func(r *http.Request, by Operator) (Link, error)) {
	p.form(path, func(w http.ResponseWriter, r *http.Request, v view, by Operator) error {
		l, err := do(r, by)
		if err == nil {
			p.show(w, http.StatusOK, template, page{view: v, Title: v.Say(template), Here: path, Data: l})
		}
		return err
	})
}

func (p pages) form(path string, do func(w http.ResponseWriter, r *http.Request, v view, by Operator) error) {
	p.mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
		x, ok := p.byCookie(r)
		v := p.view(r, x.form)
		if !ok {
			p.askKey(w, http.StatusUnauthorized, v, v.Say("signed_out"))
			return
		}
		err := r.ParseForm()
		if err == nil && !x.fromForm(r) {
			err = apperr.New(apperr.CrossOrigin, "this form is not of your session; load the page again")
		}
		if err == nil {
			err = do(w, r, v, Operator{Name: x.name, Via: "page"})
		}
		if err != nil {
			p.note(w, err)
			p.show(w, apperr.CodeOf(err).Status(), "", page{view: v, Title: v.Say("failed"), Here: path, Problem: v.problem(err)})
		}
	})
}

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
		p.askKey(w, apperr.CodeOf(err).Status(), v, v.problem(err))
		return
	}
	if before, err := r.Cookie(cookieName); err == nil { // nobody holds the cookie any more
		p.sessions.end(before.Value)
	}
	http.SetCookie(w, p.cookie(r, token))
	http.Redirect(w, r, "/admin/", http.StatusSeeOther)
}

func (h *Handler) cookie(r *http.Request, token string) *http.Cookie {
	return &http.Cookie{
		Name: cookieName, Value: token, Path: "/admin/", MaxAge: int(sessionTime / time.Second), HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	}
}

func (h *Handler) reads(read func(path, title string, data func(r *http.Request, shown *page) error)) {
	s := h.cfg.Service
	read("/admin/{$}", "overview", shows(s.Status))
	read("/admin/tables", "tables", func(r *http.Request, shown *page) error {
		q := tableQuery(r)
		found, more, err := s.Tables(r.Context(), q)
		if more {
			last := found[len(found)-1]
			shown.Further = next("/admin/tables", r, map[string]string{"before": last.Updated.Format(time.RFC3339Nano), "id": last.ID})
		}
		shown.Query = q
		return shown.set(found, err)
	})
	read("/admin/tables/{id}", "table", func(r *http.Request, shown *page) error {
		return shown.set(s.Table(r.Context(), r.PathValue("id")))
	})
	read("/admin/people", "people", func(r *http.Request, shown *page) error {
		name := r.URL.Query().Get("name")
		found, more, err := s.People(r.Context(), name, pageOf(r))
		if more {
			shown.Further = next("/admin/people", r, map[string]string{"page": strconv.Itoa(pageOf(r) + 1)})
		}
		shown.Query = name
		return shown.set(found, err)
	})
	read("/admin/reports", "reported", func(r *http.Request, shown *page) error {
		return shown.set(s.Reports(r.Context(), false))
	})
	read("/admin/texts", "suggestions", shows(s.Suggestions))
	read("/admin/limits", "limits", shows(s.Nodes))
	read("/admin/bans", "bans", func(r *http.Request, shown *page) error {
		shown.Query = r.URL.Query().Get("address")
		return shown.set(s.Bans(r.Context()))
	})
	read("/admin/codes", "codes", shows(s.DoorCodes))
	read("/admin/log", "log", func(r *http.Request, shown *page) error {
		at, id := before(r)
		found, more, err := s.Acts(r.Context(), at, id)
		if more {
			last := found[len(found)-1]
			shown.Further = next("/admin/log", r, map[string]string{"before": last.At.Format(time.RFC3339Nano), "id": last.ID})
		}
		return shown.set(found, err)
	})
}

// shows reads the data of a page that has no parameters.
func shows[T any](read func(context.Context) (T, error)) func(r *http.Request, shown *page) error {
	return func(r *http.Request, shown *page) error { return shown.set(read(r.Context())) }
}

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
	act("/admin/texts/{id}", func(r *http.Request, by Operator) (string, error) {
		return "/admin/texts?done=suggestion", s.DismissSuggestion(r.Context(), by, r.PathValue("id"), r.PostFormValue("reason"))
	})
	act("/admin/bans", func(r *http.Request, by Operator) (string, error) {
		length, err := time.ParseDuration(r.PostFormValue("for"))
		if err != nil {
			return "", apperr.Wrap(err, apperr.Invalid, "choose a duration")
		}
		_, err = s.Ban(r.Context(), by, BanRequest{Address: r.PostFormValue("address"), For: length, Reason: r.PostFormValue("reason"), Force: r.PostFormValue("force") == "yes"})
		return "/admin/bans?done=banned", err
	})
	act("/admin/codes/{id}/revoke", func(r *http.Request, by Operator) (string, error) {
		return "/admin/codes?done=revoked", s.RevokeDoorCode(r.Context(), by, r.PathValue("id"), r.PostFormValue("reason"))
	})
	act("/admin/bans/lift", func(r *http.Request, by Operator) (string, error) {
		_, err := s.Unban(r.Context(), by, r.PostFormValue("address"), r.PostFormValue("reason"))
		return "/admin/bans?done=lifted", err
	})
}

func (h *Handler) makesLinks(make func(path, template string, do func(r *http.Request, by Operator) (Link, error))) {
	s := h.cfg.Service
	make("/admin/people/{id}/link", "made.link", func(r *http.Request, by Operator) (Link, error) {
		return s.MakeLink(r.Context(), by, r.PathValue("id"), r.PostFormValue("reason"))
	})
	make("/admin/codes", "made.code", func(r *http.Request, by Operator) (Link, error) {
		uses, err := strconv.Atoi(r.PostFormValue("uses"))
		if err != nil {
			return Link{}, apperr.Wrap(err, apperr.Invalid, "a code lets 1 to 100 people in")
		}
		return s.MakeDoorCode(r.Context(), by, r.PostFormValue("note"), uses)
	})
}

func next(path string, r *http.Request, change map[string]string) string {
	q := r.URL.Query()
	q.Del("done")
	for name, value := range change {
		q.Set(name, value)
	}
	return path + "?" + q.Encode()
}
