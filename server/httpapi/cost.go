package httpapi

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
)

// A route costs units of 1 ms of CPU time, rounded up. BenchmarkCosts in cmd/nemeton measures them on an idle machine, at games of Pangea, the largest
// title. Opening a socket costs more than its own CPU time, because it makes work for the other sockets of its table. So does erasing a player, who may
// have many sessions.
const (
	tableSocketCost = 10
	ownSocketCost   = 5
	// exportCost is the additional cost of an export that is not in the cache. One more unit counts for each exportEntries in it.
	exportCost    = 40
	exportEntries = 25
	// forkCost is the cost of reading the log of a fork's origin: at the creation, and in addition at the start. One more unit counts for each pastEntries in it.
	forkCost = 20
	// pastCost is the cost of a page of the past, whose entries are encoded. One more unit counts for each pastEntries before it, which are folded. The log of a fork's
	// origin counts, too.
	pastCost    = 20
	pastEntries = 100
	// A page of tables costs one more unit for each listRows of them.
	listRows = 20
	// appClaimCost is the additional cost of a sign-in with an app code, whose hash is slow.
	appClaimCost = 9
	otherCost    = 1
)

// Keys of the metadata of an operation.
const (
	costKey   = "cost"
	signInKey = "sign-in"
)

// charge is the cost of a request, and whether it is limited as a sign-in.
type charge struct {
	units  int
	signIn bool
}

// charges are those of all routes with a cost, by method and path.
type charges map[string]charge

func (c charges) add(_ *huma.OpenAPI, op *huma.Operation) {
	units, _ := op.Metadata[costKey].(int)
	signIn, _ := op.Metadata[signInKey].(bool)
	c[op.Method+" "+op.Path] = charge{units, signIn}
}

// handle registers a handler that is not an operation of the API.
func (c charges) handle(r chi.Router, method, path string, units int, h http.HandlerFunc) {
	c[method+" "+path] = charge{units: units}
	r.Method(method, path, h)
}

func (c charges) of(r *http.Request) charge {
	routes := chi.RouteContext(r.Context())
	if routes == nil || routes.Routes == nil {
		return charge{units: otherCost}
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	path := strings.TrimPrefix(routes.Routes.Find(chi.NewRouteContext(), method, cmp.Or(r.URL.RawPath, r.URL.Path)), Prefix) // as chi routes
	if found, ok := c[method+" "+path]; ok {
		return found
	}
	return charge{units: otherCost}
}

// spend charges the caller for work that the cost of the route does not include.
func (d *handler) spend(ctx context.Context, units int) {
	id, _ := callerID(ctx)
	d.cfg.Limits.Spend(string(id), originOf(ctx).address, units)
}
