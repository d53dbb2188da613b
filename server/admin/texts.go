package admin

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"nemeton/server/apperr"
	"nemeton/server/ban"
)

// functions are the functions of the templates.
func (h *Handler) functions() template.FuncMap {
	return template.FuncMap{
		"ago":    func(t any) string { return Ago(timeOf(t), h.cfg.Now()) },
		"stamp":  func(t any) string { return timeOf(t).UTC().Format(time.RFC3339) },
		"day":    func(t any) string { return timeOf(t).UTC().Format(time.DateOnly) },
		"minute": func(t any) string { return timeOf(t).UTC().Format("2006-01-02 15:04 UTC") },
		"bytes":  func(n any) string { return Bytes(bytesOf(n)) },
		"signed": func(n any) string { return strings.Replace("+"+Bytes(bytesOf(n)), "+-", "−", 1) },
		"act": func(kind string) string {
			return map[string]string{"close": "Closed table", "ban": "Banned", "unban": "Lifted the ban of", "remove": "Removed message", "dismiss": "Closed the reports of message"}[kind]
		},
		"isRange": func(key string) bool { _, err := ban.ParseRange(key); return err == nil },
	}
}

func timeOf(t any) time.Time {
	switch t := t.(type) {
	case time.Time:
		return t
	case *time.Time:
		return *t
	}
	return time.Time{}
}

func bytesOf(n any) int64 {
	switch n := n.(type) {
	case int64:
		return n
	case *int64:
		return *n
	}
	return 0
}

// Ago says how long ago a time was.
func Ago(t, now time.Time) string {
	d := now.Sub(t)
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := d / unit.size; {
		case n == 1:
			return "1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}

// Bytes says a size in the largest fitting unit.
func Bytes(n int64) string {
	size, units := float64(n), []string{"bytes", "KB", "MB", "GB", "TB"}
	unit := 0
	for ; (size >= 1000 || size <= -1000) && unit < len(units)-1; unit++ {
		size /= 1000
	}
	if unit == 0 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f %s", size, units[unit])
}

// sentence returns the message of an error as a sentence.
func sentence(err error) string {
	message := apperr.MessageOf(err)
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		message = "the request is too large"
	}
	first, size := utf8.DecodeRuneInString(message)
	return string(unicode.ToUpper(first)) + message[size:] + "."
}
