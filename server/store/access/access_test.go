package access_test

import (
	"testing"

	"nemeton/server/store"
	"nemeton/server/store/access"
	"nemeton/testkit/expect"
	"nemeton/testkit/storetest"
)

func TestOf(t *testing.T) {
	t.Parallel()
	cases := storetest.AccessCases()
	for _, c := range storetest.AccessCases() {
		if c.Visibility != store.Private {
			continue
		}
		for _, unknown := range []store.Visibility{"", "club", "PUBLIC"} {
			c.Visibility = unknown
			cases = append(cases, c)
		}
	}
	for _, c := range cases {
		expect.Equal(t, access.Of(c.Row(), store.PlayerID(c.Caller), c.Invite), c.Want, c, "level")
	}
	private := storetest.AccessCase{Visibility: store.Private}.Row()
	private.Invite = ""
	expect.Equal(t, access.Of(private, "", ""), access.None, "a table without an invite opens to callers without one")
}
