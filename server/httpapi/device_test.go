package httpapi_test

import "testing"

func TestSessions_Labels(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":           "Safari, Mac",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0":       "Edge, Windows",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                    "Chrome, Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile Safari/604.1": "Chrome, iPhone",
		"some-program/1.0": "",
	} {
		r := h.request("POST", "/players", map[string]any{"name": "Ada"})
		r.Header.Set("User-Agent", agent)
		var in struct{ Token string }
		h.send(r).want(201, "").into(&in)
		var list struct{ Sessions []struct{ Label string } }
		person{h: h, token: in.Token}.call("GET", "/me/sessions", nil).want(200, "").into(&list)
		if len(list.Sessions) != 1 || list.Sessions[0].Label != want {
			t.Errorf("%s: got %+v, want %q", agent, list.Sessions, want)
		}
	}
}
