package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestBodies_ContentType(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for kind, status := range map[string]int{
		"application/json": 201, "application/json; charset=utf-8": 201, "Application/JSON;charset=UTF-8": 201,
		"": 415, "text/plain": 415, "application/x-www-form-urlencoded": 415, "application/json; charset=utf-16": 415, "application/xml": 415,
		"application/json-patch+json": 415, "nonsense/;;": 415,
	} {
		r := h.request("POST", "/players", `{"name":"Ada"}`)
		r.Header.Del("Content-Type")
		if kind != "" {
			r.Header.Set("Content-Type", kind)
		}
		h.send(r).want(status, map[int]string{415: "unsupported_type"}[status])
	}
	r := h.request("POST", "/players", `{"name":"Ada"}`)
	r.Header["Content-Type"] = []string{"application/json", "text/plain"}
	h.send(r).want(415, "unsupported_type")
	// A body of unknown length is one too. A request without a body needs no type.
	r = h.request("POST", "/players", `{"name":"Ada"}`)
	r.ContentLength = -1
	r.Header.Del("Content-Type")
	h.send(r).want(415, "unsupported_type")
	h.guest("Ada").call("POST", "/me/links", nil).want(201, "")
}

func TestBodies_Ambiguous(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for name, body := range map[string]string{
		"a repeated member":          `{"name":"Ada","name":"Eve"}`,
		"another case":               `{"name":"Ada","NAME":"Eve"}`,
		"another spelling":           `{"name":"Ada","n\u0061me":"Eve"}`,
		"a repeated member inside":   `{"name":"Ada","more":[{"x":{"y":1,"y":2}}]}`,
		"a text that is not UTF-8":   "{\"name\":\"A\xffda\"}",
		"a member that is not UTF-8": "{\"name\":\"Ada\",\"\xc3\":1}",
	} {
		if got := h.nobody().call("POST", "/players", body); got.status != 400 || got.code() != "malformed" {
			t.Errorf("%s: got %d %s, want malformed", name, got.status, got.body)
		}
	}
	h.nobody().call("POST", "/players", `{"name":"Ada","more":[{"x":1},{"x":1}],"x":{"name":1}}`).want(201, "")
}

// A refusal repeats at most a short part of what the client sent.
func TestRefusals_AreShort(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada := h.guest("Ada")
	long := strings.Repeat("x", 50<<10)
	for name, got := range map[string]answer{
		"an option":              ada.call("POST", "/tables", `{"title":"toy","seats":2,"options":{"`+long+`":1}}`),
		"the value of an option": ada.call("POST", "/tables", `{"title":"toy","seats":2,"options":{"`+long+`":"a"}}`),
		"a title":                ada.call("POST", "/tables", `{"title":"`+long+`","seats":2}`),
		"a number":               ada.call("POST", "/tables", `{"title":"toy","seats":`+strings.Repeat("9", 50<<10)+`}`),
		"a type":                 ada.call("POST", "/tables", `{"title":"toy","seats":"`+long+`"}`),
		"a visibility":           ada.call("POST", "/tables", `{"title":"toy","seats":2,"visibility":"`+long+`"}`),
		"half a body":            ada.call("POST", "/tables", `{"title":"`+long),
		"many faults":            ada.call("POST", "/tables", `{"title":"toy","seats":2,"options":{`+strings.TrimSuffix(manyOptions(3000), ",")+`}}`),
		"a name":                 ada.call("PATCH", "/me", `{"name":"`+long+`"}`),
		"a color":                ada.call("POST", "/tables/"+newID()+"/seats", `{"color":"`+long+`"}`),
		"a path":                 ada.call("POST", "/tables/"+long[:20<<10]+"/seats/"+long[:5<<10]+"/takeover", `{"id":"a"}`),
		"a query":                ada.call("GET", "/tables?limit="+long[:20<<10], nil),
		"a move":                 ada.call("POST", "/tables/"+newID()+"/commands", `{"id":"a","decision":"1-1","move":{"`+long+`":1}}`),
	} {
		if got.status < 400 || got.status >= 500 || len(got.body) > 2500 {
			t.Errorf("%s: got %d and %d bytes, want a short refusal: %.300s", name, got.status, len(got.body), got.body)
		}
		if strings.Contains(string(got.body), long[:101]) {
			t.Errorf("%s: the refusal repeats more than 100 characters: %.300s", name, got.body)
		}
		for key, values := range got.header {
			if http.CanonicalHeaderKey(key) == key && len(strings.Join(values, "")) > 1000 {
				t.Errorf("%s: the header %s has %d bytes", name, key, len(strings.Join(values, "")))
			}
		}
	}
}

// manyOptions returns n wrong options as members of an object.
func manyOptions(n int) string {
	var all strings.Builder
	for i := range n {
		all.WriteString(`"o` + strings.Repeat("y", i%7) + newID()[24:] + `":"a",`)
	}
	return all.String()
}
