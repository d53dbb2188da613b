package httpapi_test

import (
	"testing"

	"nemeton/testkit/expect"
)

// A stream answers no HEAD: it would never end, and its caller would count as connected.
func TestStreams_Head(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for _, path := range []string{"/me/events", "/tables/" + newID() + "/events"} {
		h.send(h.request("GET", path, nil)).want(200, "")
		got := h.send(h.request("HEAD", path, nil))
		expect.Equal(t, got.status, 405, path)
		expect.Equal(t, got.header.Get("Allow"), "GET", path)
	}
}

func TestHandshakes(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for _, path := range []string{"/me/socket", "/tables/" + newID() + "/socket"} {
		h.send(h.request("GET", path, nil)).want(200, "")
		for header, values := range map[string][]string{
			"Connection": {"", "keep-alive"}, "Upgrade": {"", "h2c"}, "Sec-WebSocket-Version": {"", "8"}, "Sec-WebSocket-Key": {"", "abc", "!"},
		} {
			for _, value := range values {
				r := h.request("GET", path, nil)
				r.Header.Set(header, value)
				got := h.send(r).want(400, "malformed")
				expect.Equal(t, got.header.Get("Upgrade")+got.header.Get("Sec-WebSocket-Version"), "websocket13", header, value)
			}
		}
	}
}
