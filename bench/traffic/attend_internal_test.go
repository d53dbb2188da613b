package traffic

import (
	"testing"
	"testing/synctest"
	"time"

	"nemeton/testkit/expect"
)

func TestAttendedSeat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := attendedSeat{owed: map[string]time.Time{}}
		for _, step := range []struct {
			message, act string
			waits        []time.Duration
		}{
			{message: `{"t":"hello"}`},
			{
				message: `{"t":"snapshot","decisions":[{"id":"1-1","seat":0,"moves":[{"to":3},{"to":4}]},{"id":"1-2","seat":1},{"id":"1-3","seat":2}]}`,
				act:     `{"t":"act","id":"attend-1","decision":"1-1","move":{"to":3}}`,
			},
			// The own answer is no wait, and is not given twice.
			{message: `{"t":"update","decisions":[{"id":"1-1","seat":0,"moves":[1]},{"id":"1-2","seat":1},{"id":"1-3","seat":2}]}`},
			{message: `{"t":"update","decisions":[{"id":"1-3","seat":2}]}`, waits: []time.Duration{2 * time.Second}},
			{message: `{"t":"update","decisions":[{"id":"4-4","seat":1}]}`, waits: []time.Duration{time.Second}}, // since the answer of the other bot
			{message: `{"t":"update","decisions":[{"id":"5-5","seat":1}]}`, waits: []time.Duration{time.Second}},
		} {
			act, waits, err := a.receive([]byte(step.message))
			if err != nil || string(act) != step.act || len(waits) != len(step.waits) || len(waits) > 0 && waits[0] != step.waits[0] {
				t.Errorf("%s: got %s, waits of %v (%v), want %s, %v", step.message, act, waits, err, step.act, step.waits)
			}
			<-time.After(time.Second)
		}
		expect.Error(t, expect.Third(a.receive([]byte(`{"t":"update","decisions":[]}`))), errFinished)
	})
}
