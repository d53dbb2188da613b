package admin

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"nemeton/server/apperr"
	"nemeton/texts"
)

// view is the reader of a page: the language, and the time at which the page is made.
type view struct {
	language string
	now      time.Time
	token    string // of the forms; empty: nobody is signed in
	titleOf  func(id string) string
}

// languageOf returns the language that a browser prefers among those of the pages.
func languageOf(r *http.Request) string { return texts.Preferred(r.Header.Get("Accept-Language")) }

func (v view) texts() *texts.Catalog { return texts.Admin(v.language) }

func (v view) Say(key string, values ...any) string { return v.texts().Say(key, values...) }

func (v view) count(key string, n int) string { return v.Say(key, "n", n) }

// Term is a text if the catalog has the key, else the name itself: names of states, reasons and ways, of which a newer node may know more.
func (v view) Term(prefix, name string) string {
	if v.texts().Has(prefix + name) {
		return v.Say(prefix + name)
	}
	return name
}

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
	size, unit := float64(n), ""
	for _, larger := range []string{"K", "M", "G", "T"} {
		if -1000 < size && size < 1000 {
			break
		}
		size, unit = size/1000, larger+v.Say("byte")
	}
	if unit == "" {
		return v.count("bytes", int(n))
	}
	return strings.Replace(strconv.FormatFloat(size, 'f', 1, 64), ".", v.Say("point"), 1) + " " + unit
}

// refusals are the keys of the messages of refusals, which the API sends in English. Others are told by their code.
var refusals = sync.OnceValue(func() map[string]string {
	english, keys := texts.Admin(texts.Default), map[string]string{}
	for _, key := range english.Keys() {
		if strings.HasPrefix(key, "refusal.") {
			keys[english.Say(key)] = key
		}
	}
	return keys
})

func (v view) problem(err error) string {
	message := apperr.MessageOf(err)
	key, known := refusals()[message]
	code := "problem." + string(apperr.CodeOf(err))
	switch byCode := v.texts().Has(code); {
	case byCode && apperr.CodeOf(err) == apperr.NotAllowed:
		return v.Say(code)
	case known:
		message = v.Say(key)
	case v.texts() == texts.Admin(texts.Default):
	case byCode:
		return v.Say(code)
	default:
		return v.Say("problem")
	}
	first, size := utf8.DecodeRuneInString(message)
	return string(unicode.ToUpper(first)) + message[size:] + "."
}

// outcomes are the texts of the codes with which acts are refused.
var outcomes = map[apperr.Code]string{
	apperr.TableClosed: "refusal.table_closed_already", apperr.TableFinished: "refusal.game_over", apperr.UnknownTable: "refusal.such_table",
	apperr.UnknownPlayer: "refusal.such_player", apperr.BadLink: "refusal.such_code_it_may", apperr.NotFound: "refusal.such_report",
	apperr.Unavailable: "refusal.server_could_not_save", apperr.Damaged: "refusal.stored_data_damaged", apperr.Sealed: "refusal.secret_table_encrypted_key",
	apperr.Internal: "refusal.an_internal_error_occurred",
}

// Outcome says why an act was refused.
func (v view) Outcome(code string) string {
	if key := outcomes[apperr.Code(code)]; key != "" {
		return v.Say(key)
	}
	return v.Say("failed") + " (" + code + ")"
}

// Ago says in English how long ago a time was.
func Ago(t, now time.Time) string { return view{now: now}.ago(t) }

// Bytes says a size in English, in the largest fitting unit.
func Bytes(n int64) string { return view{}.bytes(n) }
