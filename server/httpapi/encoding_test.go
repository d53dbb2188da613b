package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"nemeton/testkit/expect"
)

// A file is compressed only for clients that take gzip, by the rules of RFC 9110. Either answer depends on the header, and tells caches so.
func TestFiles_AcceptEncoding(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for accept, want := range map[string]bool{
		"gzip":                              true,
		"GZIP":                              true,
		"x-gzip":                            true,
		"gzip, deflate, br, zstd":           true,
		"br;q=1.0, gzip;q=0.8, *;q=0.1":     true,
		"gzip;q=0.001":                      true,
		"gzip ; q=1.000":                    true,
		"gzip;Q=0.5":                        true,
		"*":                                 true,
		"*;q=0.5":                           true,
		"identity;q=0, *":                   true,
		"gzip;q=1, identity;q=1":            true,
		"gzip\nbr":                          true,
		"":                                  false,
		"br":                                false,
		"identity":                          false,
		"gzip;q=0":                          false,
		"gzip; q=0.0":                       false,
		"gzip;q=0.000":                      false,
		"GZIP;Q=0":                          false,
		"gzip;q=0, br":                      false,
		"gzip;q=0, *":                       false,
		"*;q=0":                             false,
		"*;q=0, identity":                   false,
		"br, gzip;q=0\nidentity":            false,
		"gzip;q=0.5, identity;q=1":          false,
		"gzip;q=0.2, *;q=0.5":               false,
		"gzip;q=2":                          false,
		"gzip;q=1.001":                      false,
		"gzip;q=-1":                         false,
		"gzip;q=0.1234":                     false,
		"gzip;q=":                           false,
		"gzip;q=x":                          false,
		"gzip;level=1":                      false,
		"gzip;q=1;q=0":                      false,
		"gzip, gzip;q=0":                    false,
		"gzipped":                           false,
		"not-gzip":                          false,
		"gzip/1":                            false,
		"identity;q=0":                      false, // nothing else can be sent
		"identity;q=0, gzip;q=0, *;q=0":     false,
		"deflate;q=0.5, gzip;q=0, br;q=0.1": false,
	} {
		r := h.request("GET", "", nil)
		r.URL.Path = "/assets/app-12.js"
		if accept != "" {
			r.Header["Accept-Encoding"] = strings.Split(accept, "\n")
		} else {
			r.Header.Set("Accept-Encoding", "")
		}
		got := h.send(r)
		if compressed := got.header.Get("Content-Encoding") == "gzip"; got.status != http.StatusOK || compressed != want {
			t.Errorf("%q: got %d, compressed %v, want %v", accept, got.status, compressed, want)
		}
		expect.Equal(t, got.header.Get("Vary"), "Accept-Encoding", accept, "Vary")
	}
}
