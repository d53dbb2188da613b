package httpapi

import (
	"encoding/json"
	"net/http"
)

// RelatedPath is the address at which browsers ask a name which other pages may use its passkeys (WebAuthn, "Related Origin Requests").
const RelatedPath = "/.well-known/webauthn"

// relatedOrigins lists those pages after a move of the server to another name. Otherwise there is nothing at this address.
func (d *handler) relatedOrigins(w http.ResponseWriter, r *http.Request) {
	origins := d.cfg.Accounts.RelatedOrigins()
	if len(origins) == 0 {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string][]string{"origins": origins})
}
