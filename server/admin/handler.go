package admin

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"nemeton/server/apperr"
)

// HandlerConfig configures a Handler. All fields are required.
type HandlerConfig struct {
	Service *Service
	Keys    Keys
	// AllowHost reports whether requests may name a host, with or without a port.
	AllowHost func(host string) bool
	// Guess takes a token for one wrong key of an address; refund gives it back.
	Guess func(a netip.Addr) (refund func(), wait time.Duration, ok bool)
	// TitleOf returns the name of a title.
	TitleOf func(id string) string
	Now     func() time.Time
	Entropy io.Reader
	Log     zerolog.Logger
}

// Handler serves /admin/ on the admin address.
type Handler struct {
	cfg      HandlerConfig
	sessions sessions
	handler  http.Handler
}

// NewHandler makes a Handler.
func NewHandler(cfg HandlerConfig) *Handler {
	h := &Handler{cfg: cfg, sessions: sessions{now: cfg.Now, entropy: cfg.Entropy}}
	mux := http.NewServeMux()
	h.apiRoutes(mux)
	h.pageRoutes(mux)
	h.handler = h.guard(mux)
	return h
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.handler.ServeHTTP(w, r) }

// Problem is the body of a refusal.
type Problem struct {
	Code   apperr.Code `json:"code"`
	Detail string      `json:"detail"`
}

func (h *Handler) refuse(w http.ResponseWriter, err error) {
	h.note(w, err)
	h.answer(w, apperr.CodeOf(err).Status(), Problem{apperr.CodeOf(err), apperr.MessageOf(err)})
}

// note logs a failure of the server, and sets the headers of a refusal.
func (h *Handler) note(w http.ResponseWriter, err error) {
	e := apperr.Of(err)
	if e.Code == apperr.Internal || e.Code == apperr.Damaged {
		h.cfg.Log.Error().Err(err).Msg("a request of an operator failed")
	}
	maps.Copy(w.Header(), e.GetHeaders())
}

func (h *Handler) answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// List is a page of a list.
type List[T any] struct {
	List []T  `json:"list"`
	More bool `json:"more"`
}

func (h *Handler) apiRoutes(mux *http.ServeMux) {
	s := h.cfg.Service
	call := func(pattern string, do func(r *http.Request, by Operator) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			by, err := h.byKey(r)
			var body any
			if err == nil {
				body, err = do(r, by)
			}
			if err != nil {
				h.refuse(w, err)
				return
			}
			h.answer(w, http.StatusOK, body)
		})
	}
	call("GET /admin/api/status", func(r *http.Request, _ Operator) (any, error) { return s.Status(r.Context()) })
	call("GET /admin/api/tables", func(r *http.Request, _ Operator) (any, error) {
		list, more, err := s.Tables(r.Context(), tableQuery(r))
		return List[Table]{list, more}, err
	})
	call("GET /admin/api/tables/{id}", func(r *http.Request, _ Operator) (any, error) { return s.Table(r.Context(), r.PathValue("id")) })
	call("GET /admin/api/people", func(r *http.Request, _ Operator) (any, error) {
		list, more, err := s.People(r.Context(), r.URL.Query().Get("name"), pageOf(r))
		return List[Person]{list, more}, err
	})
	call("GET /admin/api/bans", whole(s.Bans))
	call("GET /admin/api/log", func(r *http.Request, _ Operator) (any, error) {
		before, id := before(r)
		list, more, err := s.Acts(r.Context(), before, id)
		return List[Act]{list, more}, err
	})
	call("POST /admin/api/tables/{id}/close", settle(s.CloseTable))
	call("GET /admin/api/reports", func(r *http.Request, _ Operator) (any, error) {
		list, err := s.Reports(r.Context(), r.URL.Query().Get("all") == "true")
		return List[Report]{list, false}, err
	})
	call("POST /admin/api/reports/{id}/remove", settle(s.RemoveMessage))
	call("POST /admin/api/reports/{id}/dismiss", settle(s.DismissReport))
	call("GET /admin/api/texts", whole(s.Suggestions))
	call("POST /admin/api/texts/{id}/dismiss", settle(s.DismissSuggestion))
	s.linkRoutes(call)
	call("POST /admin/api/bans", withBody(func(r *http.Request, by Operator, q AddressRequest) (any, error) {
		done, err := s.Ban(r.Context(), by, BanRequest{Address: q.Address, For: time.Duration(q.Seconds) * time.Second, Reason: q.Reason, Force: q.Force})
		return Done{done}, err
	}))
	call("POST /admin/api/bans/lift", withBody(func(r *http.Request, by Operator, q AddressRequest) (any, error) {
		done, err := s.Unban(r.Context(), by, q.Address, q.Reason)
		return Done{done}, err
	}))
}

// whole is the call that lists all there is.
func whole[T any](read func(context.Context) ([]T, error)) func(r *http.Request, by Operator) (any, error) {
	return func(r *http.Request, _ Operator) (any, error) {
		list, err := read(r.Context())
		return List[T]{list, false}, err
	}
}

// withBody is a call with a body.
func withBody[Body any](do func(r *http.Request, by Operator, q Body) (any, error)) func(r *http.Request, by Operator) (any, error) {
	return func(r *http.Request, by Operator) (any, error) {
		var q Body
		if err := decode(r, &q); err != nil {
			return nil, err
		}
		return do(r, by, q)
	}
}

// settle is the call that closes a table, or settles a report, a suggestion or a code.
func settle(do func(ctx context.Context, by Operator, id, reason string) error) func(r *http.Request, by Operator) (any, error) {
	return withBody(func(r *http.Request, by Operator, q ReasonRequest) (any, error) {
		return Done{r.PathValue("id")}, do(r.Context(), by, r.PathValue("id"), q.Reason)
	})
}

// ReasonRequest is the body of a call that closes a table, or settles a report or a suggestion.
type ReasonRequest struct {
	Reason string `json:"reason"`
}

// AddressRequest is the body of a call that bans an address, or lifts the ban.
type AddressRequest struct {
	Address string `json:"address"`
	Reason  string `json:"reason"`
	Seconds int64  `json:"seconds,omitempty"` // duration of a ban; 0: until it is lifted
	Force   bool   `json:"force,omitempty"`
}

// Done names the table, the report, the suggestion or the range of an act that was carried out.
type Done struct {
	Subject string `json:"subject"`
}

// maxSeconds is the longest duration that a request can have, so that it fits into a time.Duration.
const maxSeconds = int64(maxBan / time.Second)

// decode reads the body of a call. It refuses unknown members.
func decode(r *http.Request, into any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if apperr.CodeOf(err) == apperr.TooLarge {
			return err
		}
		return apperr.Wrap(err, apperr.Malformed, "the body is not the JSON of this call")
	}
	if _, err := d.Token(); err != io.EOF {
		return apperr.New(apperr.Malformed, "the body is not the JSON of this call")
	}
	if q, ok := into.(*AddressRequest); ok && (q.Seconds < 0 || q.Seconds > maxSeconds) {
		return apperr.New(apperr.Invalid, "a ban lasts for at most ten years")
	}
	return nil
}

func tableQuery(r *http.Request) TableQuery {
	q := r.URL.Query()
	at, id := before(r)
	return TableQuery{State: q.Get("state"), Title: q.Get("title"), Player: q.Get("player"), Before: at, After: id}
}

// before reads where a page of a list begins: the time and id of the last row of the page before. A time that cannot be read counts as none.
func before(r *http.Request) (at time.Time, id string) {
	at, err := time.Parse(time.RFC3339Nano, r.URL.Query().Get("before"))
	if err != nil {
		return time.Time{}, ""
	}
	return at, r.URL.Query().Get("id")
}

func pageOf(r *http.Request) int {
	n, err := strconv.Atoi(r.URL.Query().Get("page"))
	if err != nil {
		return 0
	}
	return n
}
