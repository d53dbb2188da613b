package cursor_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"nemeton/server/apperr"
	"nemeton/server/cursor"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestCursor(t *testing.T) {
	t.Parallel()
	at := time.UnixMicro(1893456000123456).UTC()
	for _, id := range []store.TableID{store.TableID(uuid.NewString()), cursor.Unnamed} {
		text := cursor.Write(at, id)
		gotAt, gotID, err := cursor.Read(text)
		must.Succeed(t, err)
		expect.Equal(t, gotAt, at)
		expect.Equal(t, gotID, id)
		for _, other := range []string{"", "x", text + "A", text + "AA", text + "\n", text[1:], text[:len(text)-1], strings.ToUpper(text), cursor.Write(at, id+"\x00"), cursor.Write(at, "\xff")} {
			if _, _, err := cursor.Read(other); apperr.CodeOf(err) != apperr.Invalid {
				t.Errorf("%q: got %v, want invalid", other, err)
			}
		}
	}
}
