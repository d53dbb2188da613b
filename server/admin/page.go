package admin

import (
	"embed"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"time"

	"nemeton/server/ban"
	"nemeton/server/store"
)

//go:embed pages/*.html
var templateFiles embed.FS

// templates are the pages. html/template escapes all texts and values, so that no stored name can become markup.
var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"segment": url.PathEscape,
	"isRange": func(s string) bool { _, err := ban.ParseRange(s); return err == nil },
}).ParseFS(templateFiles, "pages/*.html"))

type page struct {
	view
	Title   string // of the document
	Here    string // path of the page, if it has or may have a link
	Problem string
	Done    string // the key of a message
	Further string // address of the next page of a list, if there is one
	Query   any    // that the fields of a search show
	Data    any
	Content template.HTML // of the template of the page
}

func (p *page) set(data any, err error) error {
	p.Data = data
	return err
}

func (p *page) fill(name string) error {
	if name == "" {
		return nil
	}
	var b strings.Builder
	err := templates.ExecuteTemplate(&b, name, p)
	p.Content = template.HTML(b.String()) //nolint:gosec // html/template escaped it
	return err
}

// Token is the token of the forms; empty: nobody is signed in.
func (p *page) Token() string { return p.token }

func (p *page) Lang() string { return p.language }

func (*page) Navigation() []link { return navigation }

// Current is the mark of a link of the navigation: of the page itself, or of the list to which the page belongs.
func (p *page) Current(path string) string {
	switch {
	case p.Here == path:
		return "page"
	case path != "/admin/" && strings.HasPrefix(p.Here, path+"/"):
		return "true"
	}
	return ""
}

// TitleOf returns the name of a title.
func (p *page) TitleOf(id string) string { return p.titleOf(id) }

func (*page) Durations() []string { return durations }

func (*page) States() []store.State { return []store.State{store.Open, store.Running, store.Finished} }

type seatOfPage struct {
	Page *page
	Seat Seat
}

func (p *page) WithSeat(s Seat) seatOfPage { return seatOfPage{p, s} }

// Rich is a text of the catalog in which backquotes enclose code.
func (p *page) Rich(key string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(p.Say(key), "`") {
		if i%2 == 1 {
			part = "<code>" + template.HTMLEscapeString(part) + "</code>"
		} else {
			part = template.HTMLEscapeString(part)
		}
		b.WriteString(part)
	}
	return template.HTML(b.String()) //nolint:gosec // its parts are escaped
}

func (p *page) Count(key string, n any) (string, error) {
	number, err := strconv.Atoi(fmt.Sprint(n))
	return p.count(key, number), err
}

func (p *page) Bytes(n int64) string { return p.bytes(n) }

func (p *page) Signed(n int64) string { return strings.Replace("+"+p.bytes(n), "+-", "−", 1) }

// When says how long ago a time was, with the time itself.
func (p *page) When(t time.Time) template.HTML {
	stamp := t.UTC().Format(time.RFC3339)
	return template.HTML(fmt.Sprintf(`<time datetime="%[1]s" title="%[1]s">%[2]s</time>`, stamp, template.HTMLEscapeString(p.ago(t)))) //nolint:gosec // a time and an escaped text
}

func (*page) Minute(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

func (*page) Day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func (p *page) Named(a Author) string {
	if a.Name == "" {
		return p.Say("erased")
	}
	return a.Name
}
