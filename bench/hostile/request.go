package hostile

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// api is the path of the REST interface.
const api = "/api/v1"

// refused is the error of a request that the server refused.
type refused struct {
	status int
	code   string
}

func (r refused) Error() string { return fmt.Sprintf("refused with %d %s", r.status, r.code) }

// call sends a request to a path of the API and decodes the answer into out, unless out is nil. The error of a refusal is a refused.
func (a *attacker) call(ctx context.Context, token, method, path, body string, out any) error {
	_, raw, err := a.send(ctx, token, method, api+path, body, "")
	if err != nil || out == nil {
		return err
	}
	return json.Unmarshal(raw, out)
}

// send sends a request and counts it and its answer.
func (a *attacker) send(ctx context.Context, token, method, path, body, etag string) (http.Header, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+a.host+path, strings.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	a.counters.sent()
	res, err := a.client.Do(r)
	if err != nil {
		return nil, nil, a.unanswered(ctx, err)
	}
	defer func() { _ = res.Body.Close() }()
	a.counters.status(res.StatusCode)
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, nil, a.unanswered(ctx, err)
	}
	code := codeOf(res.StatusCode, raw)
	a.counters.answered(code)
	if code != "" {
		return res.Header, raw, refused{res.StatusCode, code}
	}
	return res.Header, raw, nil
}

// unanswered counts a request without an answer, unless the attack ended.
func (a *attacker) unanswered(ctx context.Context, err error) error {
	if !ended(ctx) {
		a.counters.answered(noAnswer)
	}
	return err
}

// codeOf returns the code of a refusal, and an empty text for other answers.
func codeOf(status int, body []byte) string {
	if status < http.StatusBadRequest {
		return ""
	}
	var problem struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(body, &problem) // a refusal of another form has its status alone
	return cmp.Or(problem.Code, fmt.Sprint("status ", status))
}

// isRefusal reports whether the server refused a request with this code.
func isRefusal(err error, code string) bool {
	var r refused
	return errors.As(err, &r) && r.code == code
}
