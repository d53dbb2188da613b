package httpapi

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/rs/zerolog"

	"nemeton/server/apperr"
)

// Problem is what a refused request is answered with (RFC 9457). Code is what clients act on.
type Problem struct {
	Title   string          `json:"title" doc:"The status in words"`
	Status  int             `json:"status"`
	Detail  string          `json:"detail" doc:"What went wrong, in one sentence"`
	Code    apperr.Code     `json:"code" doc:"What to act on; docs/protocol.md lists the codes"`
	Errors  []apperr.Detail `json:"errors,omitempty" doc:"What is wrong with which member"`
	Request string          `json:"request,omitempty" doc:"The id of the request in the server's logs"`
}

// Error makes a Problem an error.
func (p *Problem) Error() string { return string(p.Code) + ": " + p.Detail }

// GetStatus tells huma the status to answer with.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType tells huma that this is a problem document.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

func problem(err error, request string) *Problem {
	e := apperr.Of(err)
	status := e.Code.Status()
	return &Problem{
		Title: http.StatusText(status), Status: status, Detail: e.Message, Code: e.Code, Errors: e.Details, Request: request,
	}
}

// refuse answers a request outside the routes of huma.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	note(zerolog.Ctx(r.Context()), err)
	p := problem(err, w.Header().Get(idHeader))
	maps.Copy(w.Header(), apperr.Of(err).GetHeaders())
	w.Header().Set("Content-Type", p.ContentType(""))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// note logs what is not the client's doing.
func note(log *zerolog.Logger, err error) {
	switch apperr.CodeOf(err) {
	case apperr.Internal, apperr.Damaged:
		log.Error().Err(err).Msg("a request failed")
	case apperr.Unavailable:
		log.Warn().Err(err).Msg("a request failed for now")
	}
}

// huma has one hook for the errors of all APIs of a process; this is the only API.
func init() {
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return problem(refusal(status, message, errs), "")
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		err := refusal(status, message, errs)
		note(zerolog.Ctx(ctx.Context()), err)
		return problem(err, requestID(ctx.Context()))
	}
}

// refusal gives an error of huma's, or one that a handler returned, its code.
func refusal(status int, message string, errs []error) error {
	for _, err := range errs {
		var told *apperr.Error
		if errors.As(err, &told) {
			return err
		}
	}
	refused := &apperr.Error{Message: message}
	switch status {
	case http.StatusUnprocessableEntity:
		refused.Code = apperr.Invalid
	case http.StatusRequestEntityTooLarge:
		refused.Code, refused.Message = apperr.TooLarge, "the request is too large"
	case http.StatusInternalServerError:
		return apperr.Of(errors.Join(errs...))
	default:
		refused.Code = apperr.Malformed
	}
	for _, err := range errs {
		var detail *huma.ErrorDetail
		if errors.As(err, &detail) {
			// Without the value: it may be a token or a code.
			refused.Details = append(refused.Details, apperr.Detail{Location: detail.Location, Message: detail.Message})
		} else {
			refused.Details = append(refused.Details, apperr.Detail{Message: err.Error()})
		}
	}
	return refused
}
