package texts

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Forms returns the plural forms that some texts of a language use. The build requires all forms of the language in each plural, so these are all
// that it has.
func Forms(texts map[string]string) []string {
	all := map[string]bool{}
	for _, text := range texts {
		if m, err := parseClient(text); err == nil {
			maps.Copy(all, usesOf(m).forms)
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Check returns an error if a translation cannot take the place of a text. It must be ICU MessageFormat, with the placeholders of the English text. Each
// plural must have exactly the given forms, beside those for exact numbers.
func Check(english, translation string, forms []string) error {
	original, err := parseClient(english)
	if err != nil {
		return fmt.Errorf("the English text: %w", err)
	}
	translated, err := parseClient(translation)
	if err != nil {
		return err
	}
	want, got := usesOf(original), usesOf(translated)
	for _, name := range slices.Sorted(maps.Keys(want.names)) {
		if !got.names[name] {
			return fmt.Errorf("it lacks {%s}", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got.names)) {
		if !want.names[name] {
			return fmt.Errorf("the English text has no {%s}", name)
		}
	}
	for _, format := range slices.Sorted(maps.Keys(got.formats)) {
		if !want.formats[format] {
			return fmt.Errorf("the English text has no {%s}", format)
		}
	}
	return checkForms(translated, forms)
}

// checkForms checks the keys of all forms.
func checkForms(m message, forms []string) error {
	for _, n := range m {
		has := maps.Clone(n.forms)
		for key, form := range n.forms {
			exact, isExact := strings.CutPrefix(key, "=")
			switch {
			case n.plural && isExact && exact != "" && strings.Trim(exact, "0123456789") == "":
				delete(has, key)
			case n.plural && !slices.Contains(forms, key):
				return fmt.Errorf("{%s} has the form %q, which the language lacks", n.name, key)
			case key == "" || strings.ContainsAny(key, " \t,'#="):
				return fmt.Errorf("{%s} has the form %q, which is no name", n.name, key)
			}
			if err := checkForms(form, forms); err != nil {
				return err
			}
		}
		for _, key := range forms {
			if n.plural && has[key] == nil {
				return fmt.Errorf("{%s} lacks the form %s", n.name, key)
			}
		}
	}
	return nil
}

// uses are the names that occur in a message: of placeholders, of those with their formats, and of plural forms.
type uses struct{ names, formats, forms map[string]bool }

func usesOf(m message) uses {
	u := uses{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	u.add(m)
	return u
}

func (u uses) add(m message) {
	for _, n := range m {
		if n.name == "" {
			continue
		}
		u.names[n.name] = true
		if n.format != "" {
			u.formats[n.name+", "+n.format] = true
		}
		for key, form := range n.forms {
			if n.plural && !strings.HasPrefix(key, "=") {
				u.forms[key] = true
			}
			u.add(form)
		}
	}
}

// parseClient reads a text of any file: those of the client and of titles have formats.
func parseClient(text string) (message, error) {
	m, err := (&parser{rest: text, formats: true}).all()
	if err == nil && hasUnnamed(m) {
		err = errors.New("a placeholder has no name")
	}
	return m, err
}

func hasUnnamed(m message) bool {
	return slices.ContainsFunc(m, func(n node) bool {
		for _, form := range n.forms {
			if hasUnnamed(form) {
				return true
			}
		}
		return n.name == "" && n.text == ""
	})
}
