package lobby

import (
	"testing"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/testkit/expect"
)

func TestMayInvite(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	next := store.Invitation{Table: "next", Invited: "bo", Inviter: "ada", CreatedAt: now}
	sent := func(n int, ago time.Duration, to store.PlayerID, answer store.InvitationAnswer) (list []store.SentInvitation) {
		for range n {
			i := store.Invitation{Table: "before", Invited: to, CreatedAt: now.Add(-ago), Answer: answer}
			if answer != "" {
				i.AnsweredAt = i.CreatedAt
			}
			list = append(list, store.SentInvitation{Invitation: i, Open: true})
		}
		return list
	}
	declined := store.Invitation{Answer: store.Declined}
	accepted := store.Invitation{Answer: store.Accepted}
	for name, c := range map[string]struct {
		usage store.InvitationUsage
		want  apperr.Code // empty: allowed
	}{
		"the first":                   {},
		"a blocked inviter":           {store.InvitationUsage{Blocked: true}, apperr.CannotInvite},
		"declined at this table":      {store.InvitationUsage{Previous: &declined}, apperr.CannotInvite},
		"a person who left again":     {store.InvitationUsage{Previous: &accepted}, ""},
		"a few without an answer":     {store.InvitationUsage{Sent: sent(2, time.Hour, "bo", "")}, ""},
		"too many without an answer":  {store.InvitationUsage{Sent: sent(3, time.Hour, "bo", "")}, apperr.CannotInvite},
		"others without an answer":    {store.InvitationUsage{Sent: sent(9, time.Hour, "cy", "")}, ""},
		"soon after a refusal":        {store.InvitationUsage{Sent: sent(1, time.Minute, "bo", store.Declined)}, apperr.CannotInvite},
		"later after a refusal":       {store.InvitationUsage{Sent: sent(2, time.Hour, "bo", store.Declined)}, ""},
		"after many refusals":         {store.InvitationUsage{Sent: sent(3, 30*time.Hour, "bo", store.Declined)}, apperr.CannotInvite},
		"after refusals and one yes":  {store.InvitationUsage{Sent: append(sent(3, 30*time.Hour, "bo", store.Declined), sent(1, 29*time.Hour, "bo", store.Accepted)...)}, ""},
		"many in a day":               {store.InvitationUsage{Sent: sent(maxInvites, time.Hour, "cy", "")}, apperr.TooFast},
		"many on the day before":      {store.InvitationUsage{Sent: sent(maxInvites, 25*time.Hour, "cy", "")}, ""},
		"declined, and many in a day": {store.InvitationUsage{Previous: &declined, Sent: sent(maxInvites, time.Hour, "cy", "")}, apperr.CannotInvite},
	} {
		err := mayInvite(c.usage, next)
		if c.want == "" && err != nil || c.want != "" && apperr.CodeOf(err) != c.want {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	expect.Error(t, mayInvite(store.InvitationUsage{Previous: &store.Invitation{}, Counts: true}, next), errInvited, "invited already")
}
