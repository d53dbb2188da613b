package telemetry

import (
	"bytes"
	"io"
	"regexp"
	"strings"
)

const hidden = "***"

var (
	// userinfo is the part of a URL before the host. It reaches to the last @, because an unescaped password may contain others.
	userinfo = regexp.MustCompile(`://[^\s"'<>\\]*@`)
	// assigned is a password as a parameter of a URL or of a libpq connection string.
	assigned = regexp.MustCompile(`(?i)\b(password|passfile|sslpassword|secret-key|token)=[^\s&"'\\]+`)
)

// Redact replaces the user and password of each URL in a text, and the values of parameters that are passwords. It protects against
// errors of libraries, which may contain the addresses of database and NATS.
func Redact(text string) string {
	if strings.Contains(text, "://") {
		text = userinfo.ReplaceAllString(text, "://"+hidden+"@")
	}
	if strings.Contains(text, "=") {
		text = assigned.ReplaceAllString(text, "$1="+hidden)
	}
	return text
}

// redactor writes texts after Redact. A text must arrive in one call, as log lines do.
type redactor struct{ out io.Writer }

func (r redactor) Write(p []byte) (int, error) {
	line := p
	if bytes.ContainsAny(p, "=@") {
		line = []byte(Redact(string(p)))
	}
	if _, err := r.out.Write(line); err != nil {
		return 0, err
	}
	return len(p), nil
}
