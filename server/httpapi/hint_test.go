package httpapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"nemeton/server/bot"
	"nemeton/server/httpapi"
	"nemeton/testkit/expect"
)

func TestHint(t *testing.T) {
	t.Parallel()
	h := newFixture(t)
	ada, ben, eve := h.guest("Ada"), h.guest("Ben"), h.guest("Eve")
	open := func(hints int) tableView {
		r := ada.call("POST", "/tables", map[string]any{"title": "toy", "seats": 2, "options": map[string]int{"hints": hints}}).want(201, "").tableView()
		ben.sits(r)
		contribute(r, ada, ben)
		return r
	}
	start := func(r tableView) { ada.call("POST", "/tables/"+r.ID+"/start", nil).want(200, "") }
	noHints := open(0)
	start(noHints)
	ada.call("POST", "/tables/"+noHints.ID+"/hint", nil).want(403, "not_allowed")

	r := open(1)
	ada.call("POST", "/tables/"+r.ID+"/hint", nil).want(409, "stale_decision")
	start(r)
	eve.call("POST", "/tables/"+r.ID+"/hint", nil).want(403, "not_seated")
	var hint struct {
		Decision string
		Index    int
		Move     json.RawMessage
		Reason   struct{ Key string }
	}
	ada.call("POST", "/tables/"+r.ID+"/hint", nil).want(200, "").into(&hint)
	expect.Equal(t, hint.Reason.Key, "best_found", "the reason")
	expect.Equal(t, ada.sees(r.ID).Seq, 1, "seq", "a hint must not store anything")
	// The suggested move can be played.
	ada.call("POST", "/tables/"+r.ID+"/commands", map[string]any{"id": "x", "decision": hint.Decision, "move": hint.Move}).want(200, "")
}

// stuckHints are hints that end with their request.
type stuckHints struct {
	asked chan bot.HintRequest
	ended chan struct{}
}

func (h stuckHints) Hint(ctx context.Context, r bot.HintRequest) (bot.Hint, error) {
	h.asked <- r
	<-ctx.Done()
	close(h.ended)
	return bot.Hint{}, ctx.Err()
}

// A hint stops when its client leaves, although other POST requests go on.
func TestHint_EndsWithTheRequest(t *testing.T) {
	t.Parallel()
	stuck := stuckHints{make(chan bot.HintRequest), make(chan struct{})}
	h := newFixture(t, func(c *httpapi.Config) { c.Hints = stuck })
	ada, ben := h.guest("Ada"), h.guest("Ben")
	r := ada.call("POST", "/tables", map[string]any{"title": "toy", "seats": 2, "options": map[string]int{"hints": 1}}).want(201, "").tableView()
	ben.sits(r)
	contribute(r, ada, ben)
	ada.call("POST", "/tables/"+r.ID+"/start", nil).want(200, "")
	ctx, leave := context.WithCancel(t.Context())
	request := h.request("POST", "/tables/"+r.ID+"/hint", nil).WithContext(ctx)
	request.Header.Set("Authorization", "Bearer "+ada.token)
	answered := make(chan error, 1)
	go func() {
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			err = answer.Body.Close()
		}
		answered <- err
	}()
	if got := <-stuck.asked; !got.Owes || got.Seat != 0 || string(got.Table) != r.ID || got.Player == "" {
		t.Errorf("got the request %+v, want one of seat 0, which owes a decision", got)
	}
	leave()
	<-stuck.ended
	expect.Error(t, <-answered, context.Canceled, "a canceled request")
}
