package storetest

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var mailCounts = []contractCase{
	{"count mails of each key within a period", func(t *testing.T, f Fixture) {
		count := func(s store.Store, second int, counts ...store.MailCount) error {
			return s.CountMail(t.Context(), uuid.NewString(), at(second), at(second-100), counts)
		}
		box, host := store.MailCount{Key: "box", Most: 2}, store.MailCount{Key: "host", Most: 3}
		must.Succeed(t, count(f.Store, 1000, box, host))
		must.Succeed(t, count(f.Store, 1010, box, host))
		err := count(f.Store, 1020, host, box)
		expect.Error(t, err, store.ErrMailLimit, "a third of the mailbox")
		var limit *store.MailLimitError
		if !errors.As(err, &limit) || limit.Key != "box" || !limit.Last.Equal(at(1000)) {
			t.Errorf("got %+v, want the mailbox and its first mail", limit)
		}
		s := f.Reopen(t)
		must.Succeed(t, count(s, 1030, store.MailCount{Key: "other", Most: 2}, host)) // a refused mail counts nowhere
		expect.Error(t, count(s, 1040, host), store.ErrMailLimit, "a fourth of the host")
		must.Succeed(t, count(s, 1101, box, host)) // the first mail is out of the period, and no other
		expect.Error(t, count(s, 1102, box), store.ErrMailLimit, "a third again")
	}},
	{"uncount a mail under some keys", func(t *testing.T, f Fixture) {
		box, host := store.MailCount{Key: "box", Most: 1}, store.MailCount{Key: "host", Most: 1}
		must.Succeed(t, f.Store.CountMail(t.Context(), "one", at(10), at(0), []store.MailCount{box, host}))
		must.Succeed(t, f.Store.UncountMail(t.Context(), "another", []string{"box", "host"}))
		expect.Error(t, f.Store.CountMail(t.Context(), "two", at(11), at(0), []store.MailCount{box}), store.ErrMailLimit, "counted")
		must.Succeed(t, f.Store.UncountMail(t.Context(), "one", []string{"box"}))
		must.Succeed(t, f.Store.CountMail(t.Context(), "two", at(11), at(0), []store.MailCount{box}))
		expect.Error(t, f.Store.CountMail(t.Context(), "three", at(11), at(0), []store.MailCount{host}), store.ErrMailLimit, "the other key")
	}},
	{"count concurrent mails one after the other", func(t *testing.T, f Fixture) {
		got := concurrently(t, 8, func(i int) error {
			return f.Store.CountMail(t.Context(), strconv.Itoa(i), at(10), at(10).Add(-time.Minute), []store.MailCount{{Key: "box", Most: 3}, {Key: "own " + strconv.Itoa(i), Most: 1}})
		}, nil, store.ErrMailLimit)
		wantEqual(t, "counted", got[nil], 3)
	}},
}
