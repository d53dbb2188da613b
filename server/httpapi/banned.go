package httpapi

import (
	"net/http"

	"nemeton/server/apperr"
)

// refuseBanned refuses clients whose address the operator banned. A socket is upgraded and closed with a code instead, because browsers hide the reason of a
// failed upgrade from pages. The files of the client pass, so that the page can say what is wrong.
func (d *handler) refuseBanned(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") == "" {
			if err := d.checkBanned(r); err != nil {
				refuse(w, r, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// checkBanned returns the refusal of a client whose address the operator banned.
func (d *handler) checkBanned(r *http.Request) error {
	if d.cfg.Banned != nil && d.cfg.Banned(originOf(r.Context()).address) {
		return apperr.New(apperr.AddressBanned, "the operator of this server does not allow connections from your network")
	}
	return nil
}
