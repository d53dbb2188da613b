package hostile

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomRequests sends requests as fast as they are answered.
func (a *attacker) randomRequests(ctx context.Context, r *rand.Rand) {
	method, path, body := a.randomRequest(r)
	_, _, _ = a.send(ctx, a.tokens[r.IntN(2)], method, path, body, "")
}

// randomRequest returns a request of a hostile client.
func (a *attacker) randomRequest(r *rand.Rand) (method, path, body string) {
	table := api + "/tables/" + a.victim(r)
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
