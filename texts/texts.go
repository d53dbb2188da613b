// Package texts has the sentences of the server in every language: notifications, mails, pages without scripts and the pages of
// administration. The files beside it are ICU MessageFormat in JSON, one folder a language; the client reads others of them.
package texts

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Default is the language of readers whose language is not known. Its texts are the source of all translations.
const Default = "en"

//go:embed languages.json */client.json */server.json */admin.json
var files embed.FS

// Catalog has the texts of one file in one language.
type Catalog struct {
	tag      language.Tag
	messages map[string]message
}

var parts = []string{"server", "admin"}

var catalogs = sync.OnceValue(func() map[string]map[string]*Catalog {
	all := map[string]map[string]*Catalog{}
	for code := range read[string]("languages.json") {
		all[code] = map[string]*Catalog{}
		for _, part := range parts {
			c := &Catalog{tag: language.Make(code), messages: map[string]message{}}
			for key, text := range read[string](path.Join(code, part+".json")) {
				m, err := parse(text)
				if err != nil {
					panic(fmt.Sprintf("texts: %s, %s: %s: %v", code, part, key, err))
				}
				c.messages[key] = m
			}
			all[code][part] = c
		}
	}
	return all
})

// read decodes an embedded file, which the tests have read before.
func read[T any](name string) (values map[string]T) {
	raw, err := files.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(raw, &values)
	}
	if err != nil {
		panic(fmt.Sprintf("texts: %s: %v", name, err))
	}
	return values
}

// File returns a file of a language as it is: client, server or admin.
func File(language, name string) ([]byte, error) {
	return files.ReadFile(path.Join(language, name+".json"))
}

// Known reports whether there are texts in a language.
func Known(code string) bool { return catalogs()[code] != nil }

// Server returns the texts of notifications, mails and pages without scripts, in a language or else in the default one.
func Server(code string) *Catalog { return catalog(code, "server") }

// Admin returns the texts of the pages of administration, in a language or else in the default one.
func Admin(code string) *Catalog { return catalog(code, "admin") }

func catalog(code, part string) *Catalog {
	if !Known(code) {
		code = Default
	}
	return catalogs()[code][part]
}

// Preferred returns the language that a browser prefers among those with texts, from its header Accept-Language.
func Preferred(header string) string {
	best, weight := Default, 0.0
	for choice := range strings.SplitSeq(header, ",") {
		tag, parameter, _ := strings.Cut(strings.ReplaceAll(choice, " ", ""), ";")
		q := 1.0
		if value, ok := strings.CutPrefix(parameter, "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(value, 64); err != nil {
				continue
			}
		}
		if tag, _, _ = strings.Cut(strings.ToLower(tag), "-"); q > weight && Known(tag) {
			best, weight = tag, q
		}
	}
	return best
}

func (c *Catalog) Keys() []string { return slices.Sorted(maps.Keys(c.messages)) }

func (c *Catalog) Has(key string) bool { return c.messages[key] != nil }

// Say returns the text of a key, with values for its placeholders: name, value, name, value. Whole numbers choose plural forms. A key
// without a text is returned as it is.
func (c *Catalog) Say(key string, values ...any) string {
	m := c.messages[key]
	if m == nil {
		return key
	}
	by := map[string]any{}
	for i := 0; i+1 < len(values); i += 2 {
		by[fmt.Sprint(values[i])] = values[i+1]
	}
	var b strings.Builder
	c.write(&b, m, by)
	return b.String()
}

func (c *Catalog) write(b *strings.Builder, m message, values map[string]any) {
	for _, n := range m {
		value := values[n.name]
		switch {
		case n.name == "":
			b.WriteString(n.text)
		case n.forms == nil:
			if value != nil {
				fmt.Fprint(b, value)
			}
		default:
			form, ok := n.forms[c.formOf(n, value)]
			if !ok {
				form = n.forms["other"]
			}
			c.write(b, form, values)
		}
	}
}

// formNames are the plural forms by their numbers in the package plural.
var formNames = map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}

func (c *Catalog) formOf(n node, value any) string {
	count, isNumber := value.(int)
	if !n.plural {
		return fmt.Sprint(value)
	}
	if !isNumber {
		return "other"
	}
	if exact := "=" + strconv.Itoa(count); n.forms[exact] != nil {
		return exact
	}
	return formNames[plural.Cardinal.MatchPlural(c.tag, max(count, -count), 0, 0, 0, 0)]
}
