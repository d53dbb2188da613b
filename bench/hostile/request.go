package hostile

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
)

// request sends a request and decodes the answer into out, unless out is nil.
func (a *attacker) request(ctx context.Context, method, path string, body string, out any) error {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+a.host+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Forwarded-For", a.address)
	if a.token != "" {
		r.Header.Set("Authorization", "Bearer "+a.token)
	}
	res, err := a.client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	a.counters.answered(res.StatusCode)
	raw, err := io.ReadAll(res.Body)
	switch {
	case err != nil || out == nil:
		return err
	case res.StatusCode >= http.StatusBadRequest:
		return fmt.Errorf("%s %s: %d %s", method, path, res.StatusCode, raw)
	}
	return json.Unmarshal(raw, out)
}

// randomRequest returns a request of a hostile client.
func (a *attacker) randomRequest(r *rand.Rand) (method, path, body string) {
	const api = "/api/v1"
	table := api + "/tables/" + a.victims[r.IntN(len(a.victims))]
	if r.IntN(4) == 0 {
		table = fmt.Sprintf("%s/tables/%08x-0000-7000-8000-%012x", api, r.Uint32(), r.Uint32())
	}
	switch r.IntN(16) {
	case 0:
		return "POST", api + "/players", `{"name":"` + strings.Repeat("a", r.IntN(40)) + `"}`
	case 1:
		return "POST", api + "/sessions", fmt.Sprintf(`{"code":"%012X"}`, r.Uint64()>>16)
	case 2:
		return "POST", api + "/tables", `{"title":"meduris","seats":4,"visibility":"private"}`
	case 3:
		return "POST", api + "/tables", strings.Repeat("[", r.IntN(70_000))
	case 4:
		return "POST", api + "/tables", `{"title":"` + strings.Repeat("x", 100_000) + `"}`
	case 5:
		return "GET", fmt.Sprintf("%s/tables?limit=%d&cursor=%s", api, r.IntN(300)-100, strings.Repeat("A", r.IntN(2_000))), ""
	case 6:
		return "GET", table + fmt.Sprintf("/log?since=%d", r.Uint64()), ""
	case 7:
		return "GET", table + "/view?invite=" + strings.Repeat("B", r.IntN(100)), ""
	case 8:
		return "POST", table + "/claim", fmt.Sprintf(`{"id":"x","code":"%d.%d.AAAAAAAAAAAAAAAAAAAAAA"}`, r.IntN(5), r.Uint32())
	case 9:
		return "POST", table + "/commands", string(act(r))
	case 10:
		return "POST", table + "/hint", ""
	case 11:
		return fmt.Sprintf("X%d", r.IntN(1_000_000)), table, ""
	case 12:
		return "DELETE", table + fmt.Sprintf("/seats/%d", r.IntN(1000)-500), ""
	case 13:
		return "POST", table + "/seats", fmt.Sprintf(`{"seat":%d,"color":"%s"}`, r.Int(), strings.Repeat(`\n`, 100))
	default:
		return "GET", "/" + strings.Repeat("%2e%2e/", r.IntN(50)), ""
	}
}
