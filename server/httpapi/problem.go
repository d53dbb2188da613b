package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/rs/zerolog"

	"nemeton/server/apperr"
)

// Problem is the body of a refusal (RFC 9457). Clients act on Code.
type Problem struct {
	Title   string          `json:"title" doc:"The name of the status"`
	Status  int             `json:"status"`
	Detail  string          `json:"detail" doc:"The problem in one sentence"`
	Code    apperr.Code     `json:"code" doc:"The code to act on; docs/protocol.md lists them"`
	Reason  string          `json:"reason,omitempty" doc:"The fault of a text that people typed, as a stable word"`
	Rule    string          `json:"rule,omitempty" doc:"The id of the rule that forbids a move"`
	Errors  []apperr.Detail `json:"errors,omitempty" doc:"The invalid members of the request"`
	Request string          `json:"request,omitempty" doc:"The request's id in the server's logs"`
}

func (p *Problem) Error() string { return string(p.Code) + ": " + p.Detail }

func (p *Problem) GetStatus() int { return p.Status }

func (p *Problem) ContentType(string) string { return "application/problem+json" }

// maxDetails is the maximum number of invalid members that a refusal lists.
const maxDetails = 10

// problem returns the problem document of an error. It shortens whatever may repeat a client's input, so that a refusal stays small.
func problem(err error, request string) *Problem {
	e := apperr.Of(err)
	status := e.Code.Status()
	p := &Problem{
		Title: http.StatusText(status), Status: status, Detail: apperr.MessageOf(err), Code: e.Code, Reason: e.Reason, Rule: e.Rule, Request: request,
	}
	for _, d := range e.Details[:min(len(e.Details), maxDetails)] {
		p.Errors = append(p.Errors, apperr.Detail{Location: apperr.Short(d.Location), Message: apperr.Short(d.Message)})
	}
	return p
}

// refuse answers a request outside huma's routes with a problem document.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	logFailure(r.Context(), err)
	p := problem(err, w.Header().Get(idHeader))
	maps.Copy(w.Header(), apperr.Of(err).GetHeaders())
	w.Header().Set("Content-Type", p.ContentType(""))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// logFailure logs errors that the client did not cause, neither by its request nor by closing the connection.
func logFailure(ctx context.Context, err error) {
	log := zerolog.Ctx(ctx)
	if isAbandoned(ctx) {
		log.Debug().Err(err).Msg("a request was abandoned by its client")
		return
	}
	switch apperr.CodeOf(err) {
	case apperr.Internal, apperr.Damaged:
		log.Error().Err(err).Msg("a request failed")
	case apperr.Unavailable:
		log.Warn().Err(err).Msg("a request was answered unavailable")
	}
}

// useProblems makes huma answer with Problem. huma has one hook for the errors of all APIs of a process; this is the only API.
var useProblems = sync.OnceFunc(func() {
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return problem(refusal(status, message, errs), "")
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		err := refusal(status, message, errs)
		var refused *apperr.Error
		if command, _ := ctx.Operation().Metadata[commandKey].(bool); command && errors.As(err, &refused) && isAboutBody(refused) {
			refused.Code = apperr.Malformed
		}
		logFailure(ctx.Context(), err)
		for name, values := range apperr.Of(err).GetHeaders() {
			ctx.SetHeader(name, values[0]) // huma sets only those of typed errors, and an error of the store is none
		}
		return problem(err, requestID(ctx.Context()))
	}
})

// isAboutBody reports whether a body was refused because of its members.
func isAboutBody(refused *apperr.Error) bool {
	return refused.Code == apperr.Invalid && slices.ContainsFunc(refused.Details, func(d apperr.Detail) bool { return strings.HasPrefix(d.Location, "body") })
}

// refusal gives a code to an error of huma or of a handler.
func refusal(status int, message string, errs []error) error {
	for _, err := range errs {
		if _, ok := errors.AsType[*apperr.Error](err); ok {
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
			// without the value, which may be a token or an invite
			refused.Details = append(refused.Details, apperr.Detail{Location: detail.Location, Message: detail.Message})
		} else {
			refused.Details = append(refused.Details, apperr.Detail{Message: err.Error()})
		}
	}
	return refused
}
