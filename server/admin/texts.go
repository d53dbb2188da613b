package admin

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"nemeton/server/apperr"
)

// view is the reader of a page: the language, and the time at which the page is made.
type view struct {
	language int // index into languages
	now      time.Time
	token    string // of the forms; empty: nobody is signed in
}

// languageOf returns the language that a browser prefers among those of the pages.
func languageOf(r *http.Request) (best int) {
	weight := 0.0
	for choice := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, parameter, _ := strings.Cut(strings.ReplaceAll(choice, " ", ""), ";")
		q := 1.0
		if value, ok := strings.CutPrefix(parameter, "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(value, 64); err != nil {
				continue
			}
		}
		tag, _, _ = strings.Cut(strings.ToLower(tag), "-")
		for i, language := range languages {
			if tag == language && q > weight {
				best, weight = i, q
			}
		}
	}
	return best
}

// Say returns the text of a key, with values for its parameters: name, value, name, value.
func (v view) Say(key string, values ...string) string {
	texts, ok := catalog[key]
	if !ok {
		return key
	}
	pairs := make([]string, 0, len(values))
	for i, value := range values {
		if i%2 == 0 {
			value = "{" + value + "}"
		}
		pairs = append(pairs, value)
	}
	return strings.NewReplacer(pairs...).Replace(texts[v.language])
}

// count returns the form of a text for a number.
func (v view) count(key string, n int) string {
	one, other, _ := strings.Cut(v.Say(key), "|")
	if n == 1 {
		return one
	}
	return strings.ReplaceAll(other, "{n}", strconv.Itoa(n))
}

// Term is a text if the catalog has the key, else the name itself: names of states, reasons and ways, of which a newer node may know more.
func (v view) Term(prefix, name string) string {
	if _, ok := catalog[prefix+name]; ok {
		return v.Say(prefix + name)
	}
	return name
}

// ago says how long ago a time was.
func (v view) ago(t time.Time) string {
	d := v.now.Sub(t)
	for _, unit := range []struct {
		size time.Duration
		key  string
	}{{24 * time.Hour, "ago.day"}, {time.Hour, "ago.hour"}, {time.Minute, "ago.minute"}} {
		if n := d / unit.size; n > 0 {
			return v.count(unit.key, int(n))
		}
	}
	return v.Say("now")
}

// bytes says a size in the largest fitting unit.
func (v view) bytes(n int64) string {
	size, units := float64(n), []string{"", "KB", "MB", "GB", "TB"}
	unit := 0
	for ; (size >= 1000 || size <= -1000) && unit < len(units)-1; unit++ {
		size /= 1000
	}
	if unit == 0 {
		return v.count("bytes", int(n))
	}
	return strings.Replace(strconv.FormatFloat(size, 'f', 1, 64), ".", v.Say("point"), 1) + " " + units[unit]
}

// problem returns the message of an error as a sentence.
func (v view) problem(err error) string {
	message := apperr.MessageOf(err)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		message = "the request is too large"
	}
	dutch, known := problems[message]
	code := string(apperr.CodeOf(err))
	switch _, byCode := catalog["problem."+code]; {
	case code == string(apperr.NotAllowed):
		return v.Say("problem." + code)
	case v.language == 0:
	case known:
		message = dutch
	case byCode:
		return v.Say("problem." + code)
	default:
		return v.Say("problem")
	}
	first, size := utf8.DecodeRuneInString(message)
	return string(unicode.ToUpper(first)) + message[size:] + "."
}

// Ago says in English how long ago a time was.
func Ago(t, now time.Time) string { return view{now: now}.ago(t) }

// Bytes says a size in English, in the largest fitting unit.
func Bytes(n int64) string { return view{}.bytes(n) }
