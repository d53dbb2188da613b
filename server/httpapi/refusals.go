package httpapi

import (
	"net/http"

	"github.com/rs/zerolog"

	"nemeton/server/apperr"
)

// noteRefusal logs a request that was refused because of its origin or host, as often as limit.Lines allows. Such refusals may be attacks, but most are the
// fault of a proxy, which nobody finds without the log. Values of the client are shortened.
func (d *handler) noteRefusal(r *http.Request, why cause, expected, came string) {
	count := d.refusals.Count(string(why), d.cfg.Now())
	if count == 0 {
		return
	}
	o := originOf(r.Context())
	zerolog.Ctx(r.Context()).Warn().Str("cause", string(why)).Int("count", count).Str("expected", apperr.Short(expected)).Str("came", apperr.Short(came)).
		Bool("proxied", o.proxied).Str("address", o.address.String()).
		Msg("refused requests because of their origin or host; nemeton doctor --url finds faults of a proxy")
}
