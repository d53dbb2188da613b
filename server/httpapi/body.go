package httpapi

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"strings"

	"nemeton/server/apperr"
	"nemeton/server/wire"
)

// checkBodies reads the body of a request. It refuses a body that is too large, is not declared as JSON, repeats a member or is not valid
// UTF-8. Bodies of GET and HEAD have no meaning and are not read.
func checkBodies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Body == nil {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
		switch {
		case err != nil:
			err = apperr.Wrap(err, apperr.Malformed, "the body could not be read")
		case len(body) > maxBody:
			err = apperr.New(apperr.TooLarge, "the request is too large")
		case len(body) > 0 && !isJSON(r.Header.Values("Content-Type")):
			err = apperr.New(apperr.UnsupportedType, "send the body as application/json in UTF-8, with that Content-Type")
		case !wire.Unambiguous(body):
			err = apperr.New(apperr.Malformed, "the body repeats a member or is not valid UTF-8")
		}
		if err != nil {
			refuse(w, r, err)
			return
		}
		r.Header.Set("Content-Type", "application/json") // huma knows this spelling alone
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// isJSON reports whether the header declares one JSON body in UTF-8.
func isJSON(contentType []string) bool {
	if len(contentType) != 1 {
		return false
	}
	kind, parameters, err := mime.ParseMediaType(contentType[0])
	charset, given := parameters["charset"]
	return err == nil && kind == "application/json" && (!given || strings.EqualFold(charset, "utf-8"))
}
