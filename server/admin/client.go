package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"nemeton/server/apperr"
)

// Client asks the admin address of a running server. It has the methods of Service.
type Client struct {
	URL string // like http://127.0.0.1:9090
	Key string
}

const maxAnswer = 16 << 20

// call sends a request to the API. A nil body makes it a GET.
func (c Client) call(ctx context.Context, path string, body, into any) error {
	method, reader := http.MethodGet, io.Reader(http.NoBody)
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return err
		}
		method, reader = http.MethodPost, bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.URL, "/")+"/admin/api/"+path, reader)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+c.Key)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		var p Problem
		if json.Unmarshal(raw, &p) == nil && p.Code != "" {
			return apperr.New(p.Code, p.Detail)
		}
		return fmt.Errorf("the admin address answers %s: %s", answer.Status, apperr.Short(strings.TrimSpace(string(raw))))
	}
	return json.Unmarshal(raw, into)
}

func (c Client) Status(ctx context.Context) (s Status, err error) {
	return s, c.call(ctx, "status", nil, &s)
}

func (c Client) Tables(ctx context.Context, q TableQuery) ([]Table, bool, error) {
	v := url.Values{"state": {q.State}, "title": {q.Title}, "player": {q.Player}}
	if !q.Before.IsZero() {
		v.Set("before", q.Before.Format(time.RFC3339Nano))
		v.Set("id", q.After)
	}
	return listOf[Table](ctx, c, "tables?"+v.Encode())
}

func (c Client) People(ctx context.Context, name string, page int) ([]Person, bool, error) {
	return listOf[Person](ctx, c, "people?"+url.Values{"name": {name}, "page": {strconv.Itoa(page)}}.Encode())
}

func (c Client) Bans(ctx context.Context) ([]Ban, error) {
	list, _, err := listOf[Ban](ctx, c, "bans")
	return list, err
}

func (c Client) Acts(ctx context.Context, before time.Time, id string) ([]Act, bool, error) {
	v := url.Values{}
	if !before.IsZero() {
		v = url.Values{"before": {before.Format(time.RFC3339Nano)}, "id": {id}}
	}
	return listOf[Act](ctx, c, "log?"+v.Encode())
}

func (c Client) CloseTable(ctx context.Context, _ Operator, id, reason string) error {
	return c.call(ctx, "tables/"+url.PathEscape(id)+"/close", ReasonRequest{reason}, &Done{})
}

func (c Client) Reports(ctx context.Context, all bool) ([]Report, error) {
	list, _, err := listOf[Report](ctx, c, "reports?all="+strconv.FormatBool(all))
	return list, err
}

func (c Client) RemoveMessage(ctx context.Context, _ Operator, report, reason string) error {
	return c.call(ctx, "reports/"+url.PathEscape(report)+"/remove", ReasonRequest{reason}, &Done{})
}

func (c Client) DismissReport(ctx context.Context, _ Operator, report, reason string) error {
	return c.call(ctx, "reports/"+url.PathEscape(report)+"/dismiss", ReasonRequest{reason}, &Done{})
}

func (c Client) Suggestions(ctx context.Context) ([]Suggestion, error) {
	list, _, err := listOf[Suggestion](ctx, c, "texts")
	return list, err
}

func (c Client) DismissSuggestion(ctx context.Context, _ Operator, id, reason string) error {
	return c.call(ctx, "texts/"+url.PathEscape(id)+"/dismiss", ReasonRequest{reason}, &Done{})
}

func (c Client) Ban(ctx context.Context, _ Operator, q BanRequest) (string, error) {
	var done Done
	seconds := (q.For + time.Second - 1) / time.Second // rounded up, because 0 seconds stand for a ban that does not end
	err := c.call(ctx, "bans", AddressRequest{Address: q.Address, Reason: q.Reason, Seconds: int64(seconds), Force: q.Force}, &done)
	return done.Subject, err
}

func (c Client) Unban(ctx context.Context, _ Operator, address, reason string) (string, error) {
	var done Done
	err := c.call(ctx, "bans/lift", AddressRequest{Address: address, Reason: reason}, &done)
	return done.Subject, err
}

func listOf[T any](ctx context.Context, c Client, path string) ([]T, bool, error) {
	var page List[T]
	err := c.call(ctx, path, nil, &page)
	return page.List, page.More, err
}
