package sources

import (
	"bytes"
	"cmp"
	"crypto/sha1" //nolint:gosec // git names the contents of files by it
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nemeton/texts"
)

// Correction is a better text of a key.
type Correction struct{ Language, File, Key, Text string }

// Refusal is a correction that the patch does not have, and the reason.
type Refusal struct {
	Correction
	Why error
}

// The reasons for which a correct text is left out.
var (
	errSame   = errors.New("the text is this one already")
	errSecond = errors.New("another suggestion for this text is in the patch")
)

// Patch returns a patch of the files of the repository, in the form of git. The first correction of a text wins. Those that a file cannot have are left out and
// returned.
func (s Sources) Patch(list []Correction) (patch []byte, left []Refusal, err error) {
	files := map[string]*edit{} // by path
	for _, c := range list {
		where := pathIn(c.Language, c.File)
		if files[where] == nil {
			if files[where], err = s.open(c.Language, c.File); errors.Is(err, ErrUnknown) {
				delete(files, where)
				left = append(left, Refusal{c, err})
				continue
			}
			if err != nil {
				return nil, nil, err
			}
		}
		if err := files[where].apply(c); err != nil {
			left = append(left, Refusal{c, err})
		}
	}
	for _, where := range slices.Sorted(maps.Keys(files)) {
		patch = append(patch, files[where].diff(where)...)
	}
	return patch, left, nil
}

// edit is a file while corrections change its lines.
type edit struct {
	own, english map[string]string
	forms        []string
	before       []string
	after        map[int]string // the new lines, by their indexes
}

func (s Sources) open(language, file string) (*edit, error) {
	raw, err := s.raw(language, file)
	if err != nil {
		return nil, err
	}
	e := &edit{before: strings.SplitAfter(strings.TrimSuffix(string(raw), "\n"), "\n"), after: map[int]string{}}
	e.before[len(e.before)-1] += "\n"
	if e.own, err = s.File(language, file); err != nil {
		return nil, err
	}
	if e.english, err = s.File(texts.Default, file); err != nil {
		return nil, err
	}
	e.forms, err = s.forms(language, file)
	return e, err
}

// forms returns the plural forms of a language: those of its client's texts, and of the file.
func (s Sources) forms(language, file string) ([]string, error) {
	all := map[string]string{}
	for _, name := range []string{"client", file} {
		some, err := s.File(language, name)
		if err != nil {
			return nil, err
		}
		for key, text := range some {
			all[name+" "+key] = text
		}
	}
	return texts.Forms(all), nil
}

// apply changes the line of a key.
func (e *edit) apply(c Correction) error {
	own, ok := e.own[c.Key]
	if !ok {
		return ErrUnknown
	}
	if own == c.Text {
		return errSame
	}
	if err := texts.Check(e.english[c.Key], c.Text, e.forms); err != nil {
		return err
	}
	start := "  " + quote(c.Key) + ": "
	at := slices.IndexFunc(e.before, func(line string) bool { return strings.HasPrefix(line, start) })
	if at < 0 {
		return fmt.Errorf("the file has no line of its own for %s", c.Key)
	}
	if _, second := e.after[at]; second {
		return errSecond
	}
	end := "\n"
	if strings.HasSuffix(e.before[at], ",\n") {
		end = ",\n"
	}
	e.after[at] = start + quote(c.Text) + end
	return nil
}

// quote writes a text as the files have it.
func quote(text string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string
	return strings.TrimSuffix(b.String(), "\n")
}

// around is the number of unchanged lines around a change.
const around = 3

// diff returns the changes of the file in the form of git. A changed line stays at its place, so that both sides have the same numbers.
func (e *edit) diff(where string) []byte {
	changed := slices.SortedFunc(maps.Keys(e.after), cmp.Compare)
	if len(changed) == 0 {
		return nil
	}
	after := slices.Clone(e.before)
	for at, line := range e.after {
		after[at] = line
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "diff --git a/%[1]s b/%[1]s\nindex %[2]s..%[3]s 100644\n--- a/%[1]s\n+++ b/%[1]s\n", where, blob(e.before), blob(after))
	for len(changed) > 0 {
		n := 1
		for n < len(changed) && changed[n]-changed[n-1] <= 2*around {
			n++
		}
		from, to := max(changed[0]-around, 0), min(changed[n-1]+around+1, len(after))
		fmt.Fprintf(&b, "@@ -%[1]d,%[2]d +%[1]d,%[2]d @@\n", from+1, to-from)
		for i := from; i < to; i++ {
			if line, ok := e.after[i]; ok {
				b.WriteString("-" + e.before[i] + "+" + line)
			} else {
				b.WriteString(" " + e.before[i])
			}
		}
		changed = changed[n:]
	}
	return b.Bytes()
}

// blob returns the name that git gives to the content of a file.
func blob(lines []string) string {
	content := strings.Join(lines, "")
	return fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(content), content))) //nolint:gosec // see the import
}
