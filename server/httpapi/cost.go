package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
)

// costs are the costs of all routes, except those without limits, in units of 1 ms of CPU time, rounded up. BenchmarkCosts in cmd/nemeton measures them on an idle
// machine, at games of Pangea, the largest title. Opening a socket counts for more than its own CPU time, because it makes work for the
// other sockets of its table. So does erasing a player, who may have many sessions.
var costs = map[string]int{
	"GET /titles": 1, "GET /notifications": 1, "GET /openapi.json": 1, "GET /openapi.yaml": 1, "GET /openapi-3.0.json": 1, "GET /openapi-3.0.yaml": 1,
	"GET " + KeysPath: 1,

	"POST /players": 1, "GET /me": 1, "PATCH /me": 1, "DELETE /me": 5, "GET /session": 1,
	"GET /me/sessions": 1, "DELETE /me/sessions/{session}": 1, "DELETE /me/session": 1, "POST /me/links": 1, "POST /me/app-code": 10, "POST /sessions": 1,
	"GET /me/links": 1, "DELETE /me/links/{link}": 1, "DELETE /me/sessions": 3, "POST /me/sessions/rotate": 1, "DELETE /tables/{id}/barred/{player}": 2,

	"GET /players/{player}": 5, "GET /players/{player}/games": 5, "GET /players/{player}/versus/{other}": 5, "GET /me/companions": 5,
	"GET /me/blocks": 1, "PUT /me/blocks/{player}": 1, "DELETE /me/blocks/{player}": 1,
	"POST /tables/{id}/invitations": 3, "GET /tables/{id}/invitations": 1, "GET /me/invitations": 2, "DELETE /me/invitations/{id}": 1,

	"GET /me/overview": 1, "GET /me/socket": 5, "GET /me/events": 5, "POST /me/attention": 1, "GET /me/notifications": 1, "PATCH /me/notifications": 1, "GET /me/push": 1, "POST /me/push": 2, "DELETE /me/push": 1,
	"PUT /me/mail": 20, "DELETE /me/mail": 1, "POST /mail/confirm": 2, "POST /mail/end": 2, "GET /mail/end": 1, "POST /mail/confirmation": 2, "GET /mail/confirmation": 1, "PUT /me/webhook": 2, "DELETE /me/webhook": 1, "POST /me/webhook/test": 20,
	"POST /tables/{id}/seats/{seat}/nudge": 2,
	"GET /tables/{id}/chat":                3, "GET /tables/{id}/chat/{channel}/earlier": 2, "POST /tables/{id}/chat": 3, "DELETE /tables/{id}/chat/{message}": 2,
	"POST /tables/{id}/chat/{message}/reports": 2, "PUT /tables/{id}/chat/read": 2, "PUT /tables/{id}/chat/slow": 2,
	"PUT /tables/{id}/reactions/{seq}": 2, "DELETE /tables/{id}/reactions/{seq}": 2,

	"POST /tables": 2, "GET /tables": 2, "GET /tables/{id}": 1, "POST /tables/{id}/start": 3, "POST /tables/{id}/rematch": 3,
	"POST /tables/{id}/seats": 2, "POST /tables/{id}/contribution": 2, "POST /tables/{id}/confirm": 2, "PATCH /tables/{id}": 2, "DELETE /tables/{id}/seats/{seat}": 2, "POST /tables/{id}/bots": 2, "POST /tables/{id}/invite": 2, "DELETE /me/tables/{id}": 3,

	"GET /tables/{id}/socket": 10, "GET /tables/{id}/events": 10, "GET /tables/{id}/view": 1, "GET /tables/{id}/log": 7, "GET /tables/{id}/export": 5, "POST /tables/{id}/hint": 40,
	"POST /tables/{id}/commands": 2, "POST /tables/{id}/takeback": 2, "POST /tables/{id}/leave": 2, "POST /tables/{id}/return": 2, "POST /tables/{id}/devices": 2,
	"POST /tables/{id}/seats/{seat}/takeover": 2, "POST /tables/{id}/seats/{seat}/timeout": 2, "POST /tables/{id}/seats/{seat}/time": 2, "POST /tables/{id}/handover": 1, "POST /tables/{id}/claim": 2,
	"POST /tables/{id}/concede": 2, "POST /tables/{id}/stop": 2, "POST /tables/{id}/stop/agree": 2, "POST /tables/{id}/stop/decline": 2,
	"POST /tables/{id}/pause": 2, "POST /tables/{id}/pause/agree": 2, "POST /tables/{id}/pause/decline": 2, "PUT /me/vacation": 4,
}

// exportCost is the additional cost of an export that is not in the cache.
const exportCost = 40

// appClaimCost is the additional cost of a sign-in with an app code, whose hash is slow.
const appClaimCost = 9

// otherCost is the cost of a request that no route serves.
const otherCost = 1

// cost returns the cost of a request.
func cost(r *http.Request) int {
	routes := chi.RouteContext(r.Context())
	if routes == nil || routes.Routes == nil {
		return otherCost
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	path := strings.TrimPrefix(routes.Routes.Find(chi.NewRouteContext(), method, r.URL.Path), Prefix)
	if units, ok := costs[method+" "+path]; ok {
		return units
	}
	return otherCost
}

// spend charges the caller for work that the cost of the route does not include.
func (d *handler) spend(ctx context.Context, units int) {
	id, _ := callerID(ctx)
	d.cfg.Limits.Spend(string(id), originOf(ctx).address, units)
}
